import { type Amount, amountOf } from '../../base/money.ts';

/** Longer texts are not amounts and would be slow to compute with. */
const maxCharacters = 40;

/**
 * Parses a number of a cart. Shops should write a point and no groups, but many use their country's notation:
 * `1.234,50`, `1 234,50` and `1,234.50` are the same number. `loneComma` decides about a single ambiguous comma;
 * `unclear` reads no number. Null for empty text, undefined if it is not a number.
 */
export function numberInCart(
  text: string | null | undefined,
  loneComma: 'decimal' | 'unclear',
): Amount | null | undefined {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  if (trimmed.length > maxCharacters) return undefined;
  const compact = trimmed.replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d)/g, '');
  const plain = withPoint(compact, loneComma);
  return plain !== undefined && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? amountOf(plain) : undefined;
}

/** The readings of an amount with one ambiguous comma: as a decimal sign, and between groups. Empty for others. */
export function readingsInCart(text: string | null | undefined): readonly Amount[] {
  const trimmed = (text ?? '').trim();
  return ambiguous.test(trimmed)
    ? [amountOf(trimmed.replace(',', '.')), amountOf(trimmed.replace(',', ''))]
    : [];
}

const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/;

function withPoint(text: string, loneComma: 'decimal' | 'unclear'): string | undefined {
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (commas === 0) return points > 1 ? withoutGroups(text, '.') : text;
  if (points === 0 && commas > 1) return withoutGroups(text, ',');
  if (points === 0) {
    if (loneComma === 'unclear' && ambiguous.test(text)) return undefined;
    return text.replace(',', '.');
  }
  const isGermanic = text.lastIndexOf(',') > text.lastIndexOf('.');
  const [group, decimal] = isGermanic ? (['.', ','] as const) : ([',', '.'] as const);
  const [whole = '', fraction = '', ...more] = text.split(decimal);
  const digits = withoutGroups(whole, group);
  return digits === undefined || more.length > 0 ? undefined : `${digits}.${fraction}`;
}

/** Removes group separators; undefined unless they separate groups of three. */
function withoutGroups(text: string, group: '.' | ','): string | undefined {
  return /^[+-]?\d{1,3}([.,]\d{3})+$/.test(text) ? text.replaceAll(group, '') : undefined;
}
