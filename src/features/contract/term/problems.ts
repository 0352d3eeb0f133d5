import type { FieldProblem } from '../../../base/refusal.ts';
import { type ContractTerm, maxUnits, maxWorkdays } from './model.ts';

/** The typed term, with the days of its reminder. */
interface TypedTerm extends ContractTerm {
  readonly reminder_days_before?: number | null;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const units: Range = { min: 1, max: maxUnits };

/** Allowed whole numbers (CON-22, CON-29). */
const ranges = {
  duration: units,
  min_duration: units,
  renewal_duration: units,
  notice_period: { min: 0, max: maxUnits },
  later_notice_period: { min: 0, max: maxUnits },
  notice_workdays: { min: 0, max: maxWorkdays },
  reminder_days_before: { min: 0, max: 999 },
} satisfies Partial<Record<keyof TypedTerm, Range>>;

/** Problems of the inputs of a term; missing inputs are no problem (CON-22). */
export function termProblems(term: TypedTerm): readonly FieldProblem[] {
  return [
    ...Object.entries(ranges).flatMap(([field, range]) =>
      countProblems(field, term[field as keyof typeof ranges] ?? null, range),
    ),
    ...endProblems(term),
  ];
}

function countProblems(field: string, count: number | null, { min, max }: Range): readonly FieldProblem[] {
  if (count === null) return [];
  if (!Number.isInteger(count)) return [{ field, code: 'invalid_type', values: { rule: 'whole' } }];
  return count < min || count > max ? [{ field, code: 'number_out_of_range', values: { min, max } }] : [];
}

/** A typed end must not be before the start (CON-15, CON-20). */
function endProblems({ term_type, start_date, end_date, duration }: TypedTerm): readonly FieldProblem[] {
  const isTyped = term_type === 'none' || (term_type === 'fixed' && duration === null);
  const isBefore = start_date !== null && end_date !== null && end_date < start_date;
  return isTyped && isBefore ? [{ field: 'end_date', code: 'end_before_start' }] : [];
}
