import { normalsOf, rowsOfChildren } from '../../../entity/server/validation.ts';
import type { RowNormals, RowValidations } from '../../../graphql/server/validation.ts';
import { globalValues } from '../global-configuration.ts';
import { tenantFields } from '../tenant.ts';

/** The contact e-mail is required in the tenant form only (VAL-40). */
const written = { ...tenantFields, contact_email: { ...tenantFields.contact_email, required: false } };

/** The type that a value must match may already be stored. */
export const operatorValidations: RowValidations = new Map([rowsOfChildren(globalValues)]);

/**
 * Normal forms for values that operators write outside of forms, such as a name without invisible characters (VAL-40,
 * PRICE-01).
 */
export const operatorNormals: RowNormals = new Map([
  ['tenant', normalsOf(written)],
  [globalValues.table, normalsOf(globalValues.fields)],
]);
