import type { Day } from '../../base/day.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { foreignBank } from '../../entity/bank-rule.ts';
import type { Row } from '../../entity/entity.ts';

/** The index by which a mandate has a reference of its own among all tenants. */
export const mandateKey = 'tenant_sepa_mandate_reference';

/** What a mandate cannot be without (DATA-07). */
const neededForMandate = ['iban', 'sepa_agreement_date', 'sepa_mandate_reference'] as const;

/** The rules over the bank of a tenant that look at more than one field: the same in the form and on the server. */
export function bankChecks(row: Row): readonly FieldProblem[] {
  const missing = neededForMandate.filter((name) => row.sepa_agreement === true && !row[name]);
  return [...foreignBank(row), ...missing.map((field) => ({ field, code: 'field_required' }) as const)];
}

/**
 * What is wrong with the bank and the mandate of a tenant as it is about to be saved, and was not wrong before. The date of a
 * mandate is not to come, and one that was withdrawn is followed by one with another reference, as its bank knows the former.
 *
 * @param before null: the tenant is founded
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
