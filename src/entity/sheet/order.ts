import { formatTag, type Language } from '../../base/language.ts';
import type { Field } from '../field.ts';
import type { Reading } from '../kind.ts';
import { cellText, isUnread, type Line } from './line.ts';
import { lastUsed, type Order, type Sheet } from './sheet.ts';

/** The field of a sorted column and how to read its values. */
export interface OrderedColumn {
  readonly field: Field;
  readonly reading: Reading;
}

/**
 * Sorts the lines by a column: numbers and days by value, everything else by the text of the cell, empty cells last.
 * Equal lines keep their order; empty lines stay at the end.
 */
export function ordered(sheet: Sheet, order: Order, column: OrderedColumn): Sheet {
  const used = lastUsed(sheet.lines) + 1;
  const compare = comparison(order, column.reading.language);
  const keyed = sheet.lines.slice(0, used).map((line) => ({ line, key: sortKey(line, order.name, column) }));
  const lines = keyed.toSorted((left, right) => compare(left.key, right.key)).map(({ line }) => line);
  return { ...sheet, lines: [...lines, ...sheet.lines.slice(used)], order };
}

type SortKey = string | number | null;

function sortKey(line: Line, name: string, { field, reading }: OrderedColumn): SortKey {
  const content = line.cells[name] ?? null;
  if (content === null || content === '') return null;
  if (isUnread(content)) return content.unread;
  if (field.kind.input === 'number' || field.kind.input === 'flag') return Number(content);
  if (field.kind.input === 'day') return String(content);
  return cellText(field, content, reading) || null;
}

function comparison({ isDescending }: Order, language: Language): (left: SortKey, right: SortKey) => number {
  const texts = new Intl.Collator(formatTag(language), { numeric: true });
  const direction = isDescending ? -1 : 1;
  return (left, right) => {
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
    // Texts that are no value of the column come after the values.
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
    return direction * texts.compare(String(left), String(right));
  };
}
