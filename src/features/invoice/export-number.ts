import type { FieldProblem } from '../../base/refusal.ts';
import type { ExportTarget } from './setting-fields.ts';

/** Most characters of an export number (VAL-14). */
const mostCharacters = { datev: 36, 'datev-csv': 36, ms365: 20 } as const satisfies Record<
  ExportTarget,
  number
>;

const spelled: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  ...{ Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ẞ: 'SS' },
};

/** The whole number in the characters that the target takes. */
function spelledOut(printed: string, target: ExportTarget): string {
  if (target === 'ms365') return printed.trim();
  return printed
    .normalize('NFKC')
    .replace(/[äöüßÄÖÜẞ]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s*([$%&*+\-/])\s*/g, '$1')
    .replace(/[^A-Za-z0-9$%&*+\-/]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * The number under which an invoice is exported, derived from the one that is printed; of one that is too long its end
 * (VAL-14). Null where no character of it can be exported.
 */
export function exportNumber(printed: string | null, target: ExportTarget): string | null {
  const end = spelledOut(printed ?? '', target).slice(-mostCharacters[target]);
  return (target === 'ms365' ? end.trim() : end.replace(/^-+/, '')) || null;
}

/** So many documents of a supplier whose numbers become the same can be told apart. */
const mostAlike = 99;

/** A number with `-2`, `-3` and so on behind it, cut at its beginning where that is too long (EXP-30). */
function suffixed(number: string, place: number, target: ExportTarget): string {
  const suffix = `-${place}`;
  return number.slice(-(mostCharacters[target] - suffix.length)).replace(/^[- ]+/, '') + suffix;
}

/** What a derived number may become where other documents of the supplier have it already, in the order of preference (EXP-30). */
export function numbersInStead(number: string, target: ExportTarget): readonly string[] {
  return Array.from({ length: mostAlike }, (_, place) =>
    place === 0 ? number : suffixed(number, place + 1, target),
  );
}

/** Whether a number follows from the printed one, with a suffix or without. */
function isDerived({ number, number_printed: printed }: NumberedInvoice, target: ExportTarget): boolean {
  const derived = exportNumber(printed, target);
  if (derived === null || number === derived) return number === derived;
  const place = Number(/-([1-9]\d?)$/.exec(number ?? '')?.[1] ?? '0');
  return place > 1 && number === suffixed(derived, place, target);
}

/** The export number that is derived is only the end of the one that is printed, and nobody has typed another (VAL-14). */
export function isShortened(invoice: NumberedInvoice, target: ExportTarget): boolean {
  const isLonger = spelledOut(invoice.number_printed ?? '', target).length > mostCharacters[target];
  return isLonger && isDerived(invoice, target);
}

/** What stands against an export number that was typed (VAL-14). */
export function numberProblems({ number }: NumberedInvoice, target: ExportTarget): readonly FieldProblem[] {
  const max = mostCharacters[target];
  if (number === null) return [];
  if (number.length > max) return [{ field: 'number', code: 'value_too_long', values: { max } }];
  const isTaken = target === 'ms365' || /^[A-Za-z0-9$%&*+\-/]+$/.test(number);
  return isTaken ? [] : [{ field: 'number', code: 'export_number' }];
}

/** An invoice, as far as its numbers are concerned. */
export interface NumberedInvoice {
  readonly number: string | null;
  /** As it stands on the document. */
  readonly number_printed: string | null;
}

/**
 * The export number after a change: derived anew with the printed one for as long as nobody typed another (VAL-14). Where the
 * printed one stays, so does its suffix (EXP-30).
 */
export function followingNumber(
  before: NumberedInvoice,
  after: NumberedInvoice,
  target: ExportTarget,
): string | null {
  const follows = after.number === null || (after.number === before.number && isDerived(before, target));
  const isSuffixed = after.number !== null && isDerived(after, target);
  return follows && !isSuffixed ? exportNumber(after.number_printed, target) : after.number;
}
