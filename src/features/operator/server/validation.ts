import { normalsOf, rowsOfChildren } from '../../../entity/server/validation.ts';
import type { RowNormals, RowValidations } from '../../../graphql/server/validation.ts';
import { globalValues } from '../global-configuration.ts';
import { tenantFields } from '../tenant.ts';

/** The contact e-mail is required where the form of the tenant is saved, and only there (VAL-40). */
const written = { ...tenantFields, contact_email: { ...tenantFields.contact_email, required: false } };

/** A value of the installation goes by its type, which may be stored already. */
export const operatorValidations: RowValidations = new Map([rowsOfChildren(globalValues)]);

/**
 * What operators write past their forms: each value by itself, and in its stored form, such as a name without signs that nobody sees
 * (VAL-40, PRICE-01).
 */
export const operatorNormals: RowNormals = new Map([
  ['tenant', normalsOf(written)],
  [globalValues.table, normalsOf(globalValues.fields)],
]);
