import { type Amount, compareAmounts, decimalPlaces, round } from '../../base/money.ts';
import { type CartItem, cartLengths, type ItemProblem, type UnclearAmounts } from './cart.ts';
import { withoutMarkup } from './markup.ts';

/** An item before validation; undefined amounts could not be read. */
export type RawItem = Omit<CartItem, 'problems' | 'quantity' | 'price' | 'price_unit' | 'unclear'> & {
  readonly quantity: Amount | null | undefined;
  readonly price: Amount | null | undefined;
  readonly price_unit: Amount | null | undefined;
  readonly unclear?: UnclearAmounts;
};

const maxQuantity = '99999999999';
const maxPrice = '9999999999';
const maxPriceUnit = '9999999';

/** Cuts an item to the limits of a line and lists its problems. */
export function checkedItem(raw: RawItem): CartItem {
  const quantity = raw.quantity ?? null;
  const price = raw.price ?? null;
  const priceUnit = raw.price_unit ?? null;
  const problems: ItemProblem[] = [];
  if (raw.description === '') problems.push('description_missing');
  if (raw.quantity === null) problems.push('quantity_missing');
  else if (quantity === null || !isWithin(quantity, maxQuantity, 3)) problems.push('quantity_invalid');
  if (raw.price === undefined || (price !== null && compareAmounts(price, maxPrice) > 0)) {
    problems.push('price_invalid');
  } else if (price !== null && compareAmounts(price, '0') < 0) problems.push('price_negative');
  const isUnit = priceUnit !== null && isWithin(priceUnit, maxPriceUnit, 3);
  if (!isUnit && !problems.includes('price_invalid')) problems.push('price_invalid');
  const { unclear, ...rest } = raw;
  const isUnclear =
    unclear !== undefined && [...(isUnit ? unclear.price : []), ...unclear.quantity].length > 0;
  return {
    ...rest,
    ...(isUnclear ? { unclear: { ...unclear, price: isUnit ? unclear.price : [] } } : {}),
    description: cut(raw.description, cartLengths.description),
    long_text: raw.long_text === null ? null : cut(raw.long_text, cartLengths.description),
    quantity: problems.some((each) => each.startsWith('quantity')) ? null : quantity,
    price: problems.includes('price_invalid') || price === null ? null : shortPrice(price),
    price_unit: isUnit ? priceUnit : '1',
    problems,
  };
}

function isWithin(value: Amount, max: Amount, decimals: number): boolean {
  return (
    compareAmounts(value, '0') > 0 && compareAmounts(value, max) <= 0 && decimalPlaces(value) <= decimals
  );
}

/** Prices have up to eight decimals. */
function shortPrice(price: Amount): Amount {
  return decimalPlaces(price) > 8 ? round(price, 8) : price;
}

/** Cuts a text without splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** A text for display: without markup, direction marks and control characters, with line ends. */
export function shownText(text: string): string {
  return withoutMarkup(text)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\n' ? sign : ' '))
    .replace(/ *\n\s*/g, '\n')
    .trim();
}

/** Invisible characters, some of which change the direction of text. */
const hidden = /[\p{Cc}\p{Cf}]/u;

/** An http(s) address for the browser; null for anything else, such as scripts and files. */
export function webAddress(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim();
  const isAddress = /^https?:\/\/\S+$/i.test(trimmed) && !hidden.test(trimmed) && trimmed.isWellFormed();
  if (!isAddress || trimmed.length > cartLengths.url || !URL.canParse(trimmed)) return null;
  // Lines accept lower-case schemes only.
  return trimmed.replace(/^https?/i, (scheme) => scheme.toLowerCase());
}

/** A whole number of days, or null. */
export function daysIn(text: string | null | undefined): number | null {
  const match = /^\s*(\d{1,4})(?:[.,]0+)?\s*$/.exec(text ?? '');
  return match ? Number(match[1]) : null;
}

/** A currency code, or null. */
export function currencyIn(text: string | null | undefined): string | null {
  const code = (text ?? '').trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** A text to be returned unchanged; null if empty. */
export function keptText(
  text: string | null | undefined,
  length: number = cartLengths.item_number,
): string | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  return cut(text.toWellFormed().replace(/\0/g, ''), length);
}
