import type { FieldProblem } from '../../base/refusal.ts';
import { type ExportTarget, targets } from '../export-target/targets.ts';

/**
 * The export number derived from the printed number; a number that is too long keeps its end (VAL-14). Null if no
 * character can be exported.
 */
export function exportNumber(printed: string | null, target: ExportTarget): string | null {
  const { maxCharacters, spelled, trimmed } = targets[target].number;
  return trimmed(spelled(printed ?? '').slice(-maxCharacters)) || null;
}

/** The most documents of a supplier with the same derived number that suffixes can distinguish. */
const maxAlike = 99;

/** A number with the suffix `-2`, `-3` and so on, cut at its beginning if too long (EXP-30). */
function suffixed(number: string, place: number, target: ExportTarget): string {
  const suffix = `-${place}`;
  return number.slice(-(targets[target].number.maxCharacters - suffix.length)).replace(/^[- ]+/, '') + suffix;
}

/**
 * Alternatives for a derived number that other documents of the supplier already have, in order of preference
 * (EXP-30).
 */
export function numbersInStead(number: string, target: ExportTarget): readonly string[] {
  return Array.from({ length: maxAlike }, (_, place) =>
    place === 0 ? number : suffixed(number, place + 1, target),
  );
}

/** Whether a number derives from the printed one, with or without a suffix. */
function isDerived({ number, number_printed: printed }: NumberedInvoice, target: ExportTarget): boolean {
  const derived = exportNumber(printed, target);
  if (derived === null || number === derived) return number === derived;
  const place = Number(/-([1-9]\d?)$/.exec(number ?? '')?.[1] ?? '0');
  return place > 1 && number === suffixed(derived, place, target);
}

/** Whether the export number is derived and only the end of the printed one (VAL-14). */
export function isShortened(invoice: NumberedInvoice, target: ExportTarget): boolean {
  const { maxCharacters, spelled } = targets[target].number;
  const isLonger = spelled(invoice.number_printed ?? '').length > maxCharacters;
  return isLonger && isDerived(invoice, target);
}

/** The problems of a typed export number (VAL-14). */
export function numberProblems({ number }: NumberedInvoice, target: ExportTarget): readonly FieldProblem[] {
  const { maxCharacters: max, isTaken } = targets[target].number;
  if (number === null) return [];
  if (number.length > max) return [{ field: 'number', code: 'value_too_long', values: { max } }];
  return isTaken(number) ? [] : [{ field: 'number', code: 'export_number' }];
}

/** The numbers of an invoice. */
export interface NumberedInvoice {
  readonly number: string | null;
  /** As printed on the document. */
  readonly number_printed: string | null;
}

/**
 * The export number after a change: derived again from the printed number until a person types another (VAL-14). The
 * suffix stays if the printed number does (EXP-30).
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
