import { type Language, languages } from '../../base/language.ts';
import type { Amount } from '../../base/money.ts';
import { folded } from '../../base/search.ts';
import { typedNumber, unreadable } from '../../base/typed-number.ts';
import type { PastedCells } from './rows.ts';

/** The possible meanings of a pasted column. */
const pastedRoles = ['text', 'item_number', 'quantity', 'unit', 'price', 'tax', 'total', 'day'] as const;
export type PastedRole = (typeof pastedRoles)[number];

/** Pasted rows with the meaning of their columns; null where it is not known. */
export interface UnderstoodRows {
  readonly roles: readonly (PastedRole | null)[];
  /** Without the heading. */
  readonly rows: PastedCells;
}

/**
 * Words of column headings in the languages of the product; the first match counts. Null for columns of records that
 * a line does not name by text.
 */
const headings: readonly (readonly [PastedRole | null, RegExp])[] = [
  [
    null,
    /^pos|lieferant|supplier|fornitore|dodavatel|kostenstelle|cost cent|centro|stredisko|konto|account|rabatt|discount|sconto|zlava|sleva/,
  ],
  ['tax', /\bust|mwst|steuer|\bvat\b|\btax\b|\biva\b|\bdph\b/],
  ['day', /termin|datum|\bdate\b|\bdata\b|dodan/],
  ['total', /gesamt|summe|total|betrag|amount|importo|celkem|spolu|suma|castka/],
  ['price', /preis|price|prezzo|cena|\bep\b|netto/],
  ['quantity', /menge|anzahl|quantit|\bqty\b|stuckzahl|mnozstvi|mnozstvo|pocet|^stk$|^stuck$|^pcs$/],
  ['unit', /einheit|\bme\b|\bvpe\b|\bunit\b|unita|jednotk|\bmj\b/],
  ['item_number', /nummer|artikelnr|art ?nr|bestellnr|\bsku\b|number|\bno\b|codice|cislo|\bkod\b|\bnr\b/],
  [
    'text',
    /artikel|bezeichnung|beschreibung|produkt|name|description|article|item|descrizione|articolo|popis|nazev|nazov|polozka/,
  ],
];

/** Guesses the meaning of the columns from a heading, else from their cells (PROC-40). */
export function understood(cells: PastedCells): UnderstoodRows {
  const named = cells[0]?.map(roleOfHeading) ?? [];
  const isHeading =
    cells.length > 1 &&
    named.filter((role) => role !== null).length >= Math.min(2, named.length) &&
    cells[0]?.every((cell) => amountIn(cell) === null);
  if (isHeading) return { roles: once(named), rows: cells.slice(1) };
  return { roles: rolesOf(cells), rows: cells };
}

function roleOfHeading(cell: string): PastedRole | null {
  const word = folded(cell);
  if (word === '') return null;
  return headings.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** A role counts for its first column only. */
function once(roles: readonly (PastedRole | null)[]): readonly (PastedRole | null)[] {
  return roles.map((role, place) => (role !== null && roles.indexOf(role) === place ? role : null));
}

interface Column {
  readonly place: number;
  /** The cells that are not empty. */
  readonly texts: readonly string[];
}

function rolesOf(cells: PastedCells): readonly (PastedRole | null)[] {
  const columns = (cells[0] ?? []).map((_, place) => ({
    place,
    texts: cells.map((row) => row[place] ?? '').filter((cell) => cell !== ''),
  }));
  const roles = new Map<number, PastedRole>();
  const words = columns.filter((column) => !isNumeric(column) && !isDays(column));
  const text = words.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  for (const column of words) {
    if (column === text) roles.set(column.place, 'text');
    else if (isUnit(column)) roles.set(column.place, 'unit');
    else if (isCode(column)) roles.set(column.place, 'item_number');
  }
  const numbers = columns.filter((column) => isNumeric(column) && !isCode(column));
  for (const [place, role] of numberRoles(numbers, cells.length)) roles.set(place, role);
  for (const column of columns) {
    if (isNumeric(column) && isCode(column)) roles.set(column.place, 'item_number');
    else if (isDays(column)) roles.set(column.place, 'day');
  }
  return once(columns.map(({ place }) => roles.get(place) ?? null));
}

/** Assigns quantity, price and total in this order; a column with row numbers is skipped. */
function numberRoles(
  numbers: readonly Column[],
  rowCount: number,
): readonly (readonly [number, PastedRole])[] {
  const counted = numbers.filter((column) => !(numbers.length > 1 && isCounting(column, rowCount)));
  const taxes = counted.filter(({ texts }) => texts.every((text) => text.includes('%')));
  const others = counted.filter((column) => !taxes.includes(column));
  const [first] = others;
  const isPrice = (column: Column): boolean => column.texts.some(isMoney);
  const order: readonly PastedRole[] =
    first !== undefined && isPrice(first) && !others.slice(1).some((column) => !isPrice(column))
      ? ['price', 'total']
      : ['quantity', 'price', 'total'];
  return [
    ...taxes.map(({ place }) => [place, 'tax'] as const),
    ...others.flatMap(({ place }, index) => {
      const role = order[index];
      return role === undefined ? [] : [[place, role] as const];
    }),
  ];
}

/** A number in any notation of the product, with or without a currency or percent sign; null for other texts. */
export function amountIn(text: string, notations: readonly Language[] = languages): Amount | null {
  const bare = bareNumber(text);
  for (const language of notations) {
    const amount = typedNumber(bare, language);
    if (amount !== unreadable) return amount;
  }
  return null;
}

/** The text of a number without signs of currency and percent. */
export function bareNumber(text: string): string {
  return text
    .replace(/^(?:€|\$|£|[A-Z]{3})\s?|\s?(?:€|\$|£|Kč|%|[A-Z]{3})$/g, '')
    .replace(/^(-?\d{1,3}(?:['’]\d{3})+)/, (digits) => digits.replace(/['’]/g, ''))
    .trim();
}

function isNumeric({ texts }: Column): boolean {
  return texts.length > 0 && texts.every((text) => amountIn(text) !== null);
}

function isMoney(text: string): boolean {
  return bareNumber(text) !== text || /[.,]\d{2,4}$/.test(text);
}

/** Codes: words of letters and digits, or long whole numbers that differ. */
function isCode({ texts }: Column): boolean {
  return (
    texts.every((text) => /^[A-Za-z0-9./_-]*\d[A-Za-z0-9./_-]*$/.test(text) && !/[.,]\d{1,4}$/.test(text)) &&
    texts.every((text) => /[A-Za-z]/.test(text) || /^\d[\d-]{4,}$/.test(text))
  );
}

function isUnit({ texts }: Column): boolean {
  return texts.every((text) => /^[\p{L}²³]{1,10}\.?$/u.test(text)) && new Set(texts).size <= 6;
}

function isDays({ texts }: Column): boolean {
  return (
    texts.length > 0 &&
    texts.every((text) => /^(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{2}-\d{2})$/.test(text))
  );
}

function isCounting({ texts }: Column, rowCount: number): boolean {
  return rowCount > 1 && texts.length === rowCount && texts.every((text, row) => text === String(row + 1));
}

function lengthOf({ texts }: Column): number {
  return texts.reduce((length, text) => length + text.length, 0);
}
