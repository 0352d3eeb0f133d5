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

/** The export number that is derived is only the end of the one that is printed, and nobody has typed another (VAL-14). */
export function isShortened(
  { number, number_printed: printed }: NumberedInvoice,
  target: ExportTarget,
): boolean {
  const isLonger = spelledOut(printed ?? '', target).length > mostCharacters[target];
  return isLonger && number === exportNumber(printed, target);
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

/** The export number after a change: derived anew with the printed one for as long as nobody typed another (VAL-14). */
export function followingNumber(
  before: NumberedInvoice,
  after: NumberedInvoice,
  target: ExportTarget,
): string | null {
  const isDerived =
    after.number === null ||
    (after.number === before.number && before.number === exportNumber(before.number_printed, target));
  return isDerived ? exportNumber(after.number_printed, target) : after.number;
}
