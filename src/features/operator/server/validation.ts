import { refuse } from '../../../base/refusal.ts';
import type { Row } from '../../../entity/entity.ts';
import { fieldProblems } from '../../../entity/problems.ts';
import { normalsOf, rowsOfChildren } from '../../../entity/server/validation.ts';
import type { RowNormals, RowValidation, RowValidations } from '../../../graphql/server/validation.ts';
import { globalValues } from '../global-configuration.ts';
import { tenantFields } from '../tenant.ts';

/** The contact e-mail is required where the form of the tenant is saved, and only there (VAL-40). */
const written = { ...tenantFields, contact_email: { ...tenantFields.contact_email, required: false } };

/** VAL-40, PRICE-01: what operators write to a tenant past its form. */
const ofTenant: RowValidation = (rows) => {
  const problems = rows.flatMap((row) => fieldProblems(written, row as Row));
  return problems.length === 0 ? undefined : refuse('validation_failed', { problems });
};

export const operatorValidations: RowValidations = new Map([
  ['tenant', ofTenant],
  rowsOfChildren(globalValues),
]);

/** The stored form of what operators write past their forms: a name without signs that nobody sees. */
export const operatorNormals: RowNormals = new Map([
  ['tenant', normalsOf(written)],
  [globalValues.table, normalsOf(globalValues.fields)],
]);
