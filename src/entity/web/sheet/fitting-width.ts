import { cellText, type Line } from '../../sheet/line.ts';
import type { Column } from './columns.ts';

/** So many of the longest texts are measured: letters are not all alike, but nearly. */
const measured = 20;
/** Around the text of a cell; around that of a head stand its marks and its menu as well. */
const aroundCell = 20;
const aroundHead = 52;

/** The width in which everything that stands in a column, its title too, can be read. */
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
