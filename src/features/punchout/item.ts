import { type Amount, compareAmounts, decimalPlaces, round } from '../../base/money.ts';
import { type CartItem, cartLengths, type ItemProblem } from './cart.ts';

/** The values of an item before anything is said about them; amounts as they were read, or undefined for no number. */
export type RawItem = Omit<CartItem, 'problems' | 'quantity' | 'price' | 'price_unit'> & {
  readonly quantity: Amount | null | undefined;
  readonly price: Amount | null | undefined;
  readonly price_unit: Amount | null | undefined;
};

const mostQuantity = '99999999999';
const mostPrice = '9999999999';
const mostPriceUnit = '9999999';

/** An item within the lengths and numbers that a line can have, with what keeps it from becoming one. */
export function checkedItem(raw: RawItem): CartItem {
  const quantity = raw.quantity ?? null;
  const price = raw.price ?? null;
  const priceUnit = raw.price_unit ?? null;
  const problems: ItemProblem[] = [];
  if (raw.description === '') problems.push('description_missing');
  if (raw.quantity === null) problems.push('quantity_missing');
  else if (quantity === null || !isWithin(quantity, mostQuantity, 3)) problems.push('quantity_invalid');
  if (raw.price === undefined || (price !== null && compareAmounts(price, mostPrice) > 0)) {
    problems.push('price_invalid');
  } else if (price !== null && compareAmounts(price, '0') < 0) problems.push('price_negative');
  if (priceUnit === null || !isWithin(priceUnit, mostPriceUnit, 3)) {
    if (!problems.includes('price_invalid')) problems.push('price_invalid');
  }
  return {
    ...raw,
    description: cut(raw.description, cartLengths.description),
    long_text: raw.long_text === null ? null : cut(raw.long_text, cartLengths.description),
    quantity: problems.some((each) => each.startsWith('quantity')) ? null : quantity,
    price: problems.includes('price_invalid') || price === null ? null : shortPrice(price),
    price_unit: problems.includes('price_invalid') || priceUnit === null ? '1' : priceUnit,
    problems,
  };
}

function isWithin(value: Amount, most: Amount, decimals: number): boolean {
  return (
    compareAmounts(value, '0') > 0 && compareAmounts(value, most) <= 0 && decimalPlaces(value) <= decimals
  );
}

/** Prices have up to eight decimals. */
function shortPrice(price: Amount): Amount {
  return decimalPlaces(price) > 8 ? round(price, 8) : price;
}

/** What of a text fits; a character of two halves is not cut in the middle. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** A text as people read it: characters that turn the direction and control characters are gone, ends of lines stay. */
export function shownText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\n' ? sign : ' '))
    .replace(/ *\n\s*/g, '\n')
    .trim();
}

/** Characters that nobody sees, of which some turn what stands behind them. */
const hidden = /[\p{Cc}\p{Cf}]/u;

/** An address that a browser may open; null for scripts, files and whatever else stands there. */
export function webAddress(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim();
  const isAddress = /^https?:\/\/\S+$/i.test(trimmed) && !hidden.test(trimmed) && trimmed.isWellFormed();
  if (!isAddress || trimmed.length > cartLengths.url || !URL.canParse(trimmed)) return null;
  // Of a line it is asked for in small letters.
  return trimmed.replace(/^https?/i, (scheme) => scheme.toLowerCase());
}

/** A whole number of days; null where none can be read. */
export function daysIn(text: string | null | undefined): number | null {
  const match = /^\s*(\d{1,4})(?:[.,]0+)?\s*$/.exec(text ?? '');
  return match ? Number(match[1]) : null;
}

/** A code of a currency; null for what is none. */
export function currencyIn(text: string | null | undefined): string | null {
  const code = (text ?? '').trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** A text that goes back as it came, unless there is nothing in it. */
export function keptText(
  text: string | null | undefined,
  length: number = cartLengths.item_number,
): string | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  return cut(text.toWellFormed().replace(/\0/g, ''), length);
}
