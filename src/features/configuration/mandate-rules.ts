import type { Day } from '../../base/day.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { foreignBank } from '../../entity/bank-rule.ts';
import type { Row } from '../../entity/entity.ts';

/** The index that makes mandate references unique among all tenants. */
export const mandateKey = 'tenant_sepa_mandate_reference';

/** The mandatory fields of a mandate (DATA-07). */
const neededForMandate = ['iban', 'sepa_agreement_date', 'sepa_mandate_reference'] as const;

/** The rules over several bank fields of a tenant: the same in the form and on the server. */
export function bankChecks(row: Row): readonly FieldProblem[] {
  const missing = neededForMandate.filter((name) => row.sepa_agreement === true && !row[name]);
  return [...foreignBank(row), ...missing.map((field) => ({ field, code: 'field_required' }) as const)];
}

/**
 * The new problems in the bank and mandate of a tenant that is about to be saved. The date of a mandate is not in the
 * future, and a mandate that follows a withdrawn one has another reference, because its bank knows the former.
 *
 * @param before null when the tenant is created
 */
export function bankProblems(before: Row | null, after: Row, today: Day): readonly FieldProblem[] {
  const known = new Set((before === null ? [] : bankChecks(before)).map(keyOf));
  const problems = bankChecks(after).filter((problem) => !known.has(keyOf(problem)));
  const { sepa_agreement: isGiven, sepa_agreement_date: date, sepa_mandate_reference: reference } = after;
  const isLater = typeof date === 'string' && date > today && date !== before?.sepa_agreement_date;
  const isUsed =
    isGiven === true &&
    before?.sepa_agreement === false &&
    (before.sepa_last_use ?? null) !== null &&
    before.sepa_mandate_reference === reference;
  return [
    ...problems,
    ...(isLater ? [rule('sepa_agreement_date', 'day_in_future')] : []),
    ...(isUsed ? [rule('sepa_mandate_reference', 'mandate_used')] : []),
  ];
}

function keyOf({ field, values }: FieldProblem): string {
  return `${field} ${String(values?.rule)}`;
}

function rule(field: string, name: string): FieldProblem {
  return { field, code: 'validation_failed', values: { rule: name } };
}
