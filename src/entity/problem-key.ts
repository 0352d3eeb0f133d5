import type { FieldProblem, RefusalValue } from '../base/refusal.ts';

export interface ProblemText {
  readonly key: string;
  readonly values: Readonly<Record<string, RefusalValue>>;
}

/** Problems whose general text says too little below a field. */
const worded = ['field_required', 'value_too_long', 'unique_violation', 'invalid_type'];

/** The text that tells somebody what is wrong with a value: as telling as the problem allows. */
export function problemKey({ code, values = {} }: Pick<FieldProblem, 'code' | 'values'>): ProblemText {
  const { rule, min = null, max = null, above = null } = values;
  if (typeof rule === 'string') return { key: `entity.problem.${rule}`, values };
  if (code === 'number_out_of_range') {
    const bounds =
      above !== null ? 'above' : min === null ? 'at_most' : max === null ? 'at_least' : 'between';
    return { key: `entity.problem.${bounds}`, values };
  }
  if (code === 'validation_failed' && typeof values.decimals === 'number') {
    return { key: 'entity.problem.decimals', values };
  }
  return { key: worded.includes(code) ? `entity.problem.${code}` : `error.${code}`, values };
}
