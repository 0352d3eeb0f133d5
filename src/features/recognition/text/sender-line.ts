import { type Evidence, found } from './evidence.ts';
import type { Cell } from './layout.ts';
import type { Found, PageFields } from './page-reading.ts';

/** Separators between the parts of a sender line. */
const separators = /\s?(?:[·•●|∙◦*]|\s[-–—]\s|,\s|;)\s?/u;
const town = /^(?:(?:D|DE|A|AT|CH)-)?(?<zipcode>\d{4,5})\s(?<city>\p{Lu}[\p{L}\s.()/-]{1,40})$/u;
const street = /^(?=.*\p{L}{3})[\p{L}\d\s.'/-]+\s\d{1,4}\s?[a-z]?(?:\s?-\s?\d{1,4}\s?[a-z]?)?$/iu;
/** The sender line is above the recipient or in the letterhead; as a fraction of the page height. */
const lowest = 0.4;

/**
 * Reads the seller's address from the line above the recipient: "Blumen Falter GmbH · Rosenweg 12 · 50667 Köln". The
 * line counts only when it starts with the seller's name.
 */
export function senderAddressOf(
  { layout }: Evidence,
  sellerName: Found<string> | null,
): PageFields['sellerAddress'] {
  if (sellerName === null) return null;
  const { sure } = sellerName;
  const cells = layout.rows
    .flatMap((row) => row.cells)
    .filter(({ page, box }) => page === 1 && box[1] < lowest);
  const named = cells.filter(({ text }) => plain(text).startsWith(plain(sellerName.value)));
  for (const cell of named.map((name) => lineOf(name, sellerName.value, cells, layout.rowHeight))) {
    const parts = cell.text.split(separators);
    const place = parts.map((part) => town.exec(part.trim())?.groups).find(Boolean);
    if (!place) continue;
    const road = parts.find((part) => street.test(part.trim()) && !town.test(part.trim()))?.trim() ?? null;
    return {
      address: road === null ? null : at(road, cell, sure),
      zipcode: at(place.zipcode ?? '', cell, sure),
      city: at((place.city ?? '').trim(), cell, sure),
    };
  }
  return null;
}

/** The line itself, or the next one when the name is alone in a head of two lines. */
function lineOf(name: Cell, sellerName: string, cells: readonly Cell[], rowHeight: number): Cell {
  if (plain(name.text) !== plain(sellerName)) return name;
  const below = cells.find(
    ({ row, box }) =>
      row === name.row + 1 && Math.abs(box[0] - name.box[0]) < 0.01 && box[1] - name.box[3] < rowHeight,
  );
  return below ?? name;
}

function at(text: string, cell: Cell, isSure: boolean): Found<string> {
  const start = Math.max(cell.text.indexOf(text), 0);
  return found(text, { cell, start, end: start + text.length }, isSure);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}
