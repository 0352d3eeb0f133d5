import { cellText, type Line } from '../../sheet/line.ts';
import type { Column } from './columns.ts';

/** Measures only that many of the longest texts: letter widths differ little. */
const measured = 20;
/** The space around the text of a cell; a head also holds its marks and menu. */
const aroundCell = 20;
const aroundHead = 52;

/** The width that fits all contents of a column and its title. */
export function fittingWidth({ name, field, reading, title }: Column, lines: readonly Line[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return aroundHead;
  const { fontFamily } = getComputedStyle(document.body);
  const widthOf = (text: string, font: string): number => {
    context.font = `${font} ${fontFamily}`;
    return context.measureText(text).width;
  };
  const texts = new Set(lines.map(({ cells }) => cellText(field, cells[name], reading)));
  const longest = [...texts].toSorted((left, right) => right.length - left.length).slice(0, measured);
  return Math.max(
    widthOf(title, '500 12px') + aroundHead,
    ...longest.map((text) => widthOf(text, '13px') + aroundCell),
  );
}
