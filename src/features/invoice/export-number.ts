import type { FieldProblem } from '../../base/refusal.ts';
import { type ExportTarget, targets } from '../export-target/targets.ts';

/**
 * The number under which an invoice is exported, derived from the one that is printed; of one that is too long its end
 * (VAL-14). Null where no character of it can be exported.
 */
export function exportNumber(printed: string | null, target: ExportTarget): string | null {
  const { mostCharacters, spelled, trimmed } = targets[target].number;
  return trimmed(spelled(printed ?? '').slice(-mostCharacters)) || null;
}

/** So many documents of a supplier whose numbers become the same can be told apart. */
const mostAlike = 99;

/** A number with `-2`, `-3` and so on behind it, cut at its beginning where that is too long (EXP-30). */
function suffixed(number: string, place: number, target: ExportTarget): string {
  const suffix = `-${place}`;
  return (
    number.slice(-(targets[target].number.mostCharacters - suffix.length)).replace(/^[- ]+/, '') + suffix
  );
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
  const { mostCharacters, spelled } = targets[target].number;
  const isLonger = spelled(invoice.number_printed ?? '').length > mostCharacters;
  return isLonger && isDerived(invoice, target);
}

/** What stands against an export number that was typed (VAL-14). */
export function numberProblems({ number }: NumberedInvoice, target: ExportTarget): readonly FieldProblem[] {
  const { mostCharacters: max, isTaken } = targets[target].number;
  if (number === null) return [];
  if (number.length > max) return [{ field: 'number', code: 'value_too_long', values: { max } }];
  return isTaken(number) ? [] : [{ field: 'number', code: 'export_number' }];
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
