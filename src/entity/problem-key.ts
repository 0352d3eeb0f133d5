import type { FieldProblem, RefusalValue } from '../base/refusal.ts';

export interface ProblemText {
  readonly key: string;
  readonly values: Readonly<Record<string, RefusalValue>>;
}

/** Problems that have a more specific text below a field than the general one. */
const worded = ['field_required', 'value_too_long', 'unique_violation', 'invalid_type'];

/** The most specific text for a problem of a value. */
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
