import { readBlock } from '../../entity/sheet/block.ts';

/** Cells of pasted text, all rows with the same number of cells. */
export type PastedCells = readonly (readonly string[])[];

/** Whether a pasted text has several rows or cells, so that it does not fit into one field. */
export function isBlock(text: string): boolean {
  const rows = readBlock(text).filter((row) => row.some((cell) => cell.trim() !== ''));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}

/**
 * Splits copied text into rows and cells (PROC-40): blocks of spreadsheet programs by tabs; rows of mails and PDF files
 * by semicolons, bars or wide gaps, else by the order in which offers write quantity, unit, article and prices.
 */
export function pastedCells(text: string): PastedCells {
  const block = readBlock(text);
  if (block.some((row) => row.length > 1)) return even(block);
  const rows = block
    .map(([row = '']) => row.replace(/^\s*[-*•‣·]\s+/, '').trim())
    .filter((row) => row !== '');
  for (const mark of [/\s*;\s*/, /\s*\|\s*/, /\s{2,}/]) {
    const split = rows.map((row) => row.split(mark));
    const count = split[0]?.length ?? 0;
    if (count > 1 && split.every((cells) => cells.length === count)) return even(split);
  }
  return even(rows.map(proseCells));
}

const piece = String.raw`(?:stk|stck|st|stück|pcs?|pieces?|ks|pz|pezzi|pack|pck|pkg|pak|packungen|karton|ktn|rollen?|paar|dosen?|flaschen?|sets?|kg|l)\.?`;
const measure = String.raw`(?:x|×|g|t|ml|m|m²|m³|cm|mm|h|std)\.?`;
const number = String.raw`\d+(?:[.,'\u00a0 ]\d{3})*(?:[.,]\d+)?`;
const price = String.raw`\d[\d.,'\u00a0]*[.,]\d{2,4}`;
const currency = String.raw`(?:\s?(?:€|eur|chf|usd|\$|kč|czk))?`;
const prices = String.raw`(?:\s+(?:(?:à|je|a|@)\s)?(?<each>${price})${currency})?(?:\s+(?<total>${price})${currency})?`;

/** Each finds quantity, unit, article, price and total; the first that matches a row counts. */
const proseRows: readonly RegExp[] = [
  `^(?<quantity>${number})\\s?(?<unit>${piece}|${measure})\\s+(?<article>\\S.*?)${prices}$`,
  `^(?:\\d{1,3}[.)]?\\s+)?(?<article>\\S.*?)\\s+(?<quantity>${number})\\s?(?<unit>${piece})${prices}$`,
  `^(?<quantity>${number})\\s+(?<article>\\S.*?)${prices}$`,
  `^(?<article>\\S.*?)${prices}$`,
].map((pattern) => new RegExp(pattern, 'i'));

/** The cells of a row of prose: quantity, unit, article, price, total; empty where not stated. */
function proseCells(row: string): readonly string[] {
  const found = proseRows.map((pattern) => pattern.exec(row)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return ['', '', row, '', ''];
  const { quantity = '', unit = '', article = '', each = '', total = '' } = found;
  return [quantity, /^[x×]$/i.test(unit) ? '' : unit, article, each, total];
}

/** Trims the cells, drops empty rows and empty columns, and gives all rows the same length. */
function even(rows: PastedCells): PastedCells {
  const filled = rows
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  const width = Math.max(0, ...filled.map((row) => row.length));
  const kept = Array.from({ length: width }, (_, place) => place).filter((place) =>
    filled.some((row) => (row[place] ?? '') !== ''),
  );
  return filled.map((row) => kept.map((place) => row[place] ?? ''));
}
