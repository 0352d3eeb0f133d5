import { requiredFields } from '../../document/fields.ts';
import { demandedFields, mandatoryFields } from '../master-data/mandatory-fields.ts';
import { procurementFields } from './fields.ts';
import type { ProcurementFields } from './model.ts';

/** The fields that every submitted request needs, in the order of the form (VAL-06). */
export const requiredOnSubmit = requiredFields(procurementFields);

/** The fields that a company may require in addition (ADM-08, VAL-11). */
const requirable = mandatoryFields.procurement satisfies readonly (keyof ProcurementFields)[];
export type RequirableField = (typeof requirable)[number];

/** The fields that `client.required_fields` (form -> field -> flag) requires of a request; ignores unknown entries. */
export function requiredFieldsOf(settings: unknown): readonly RequirableField[] {
  const demanded = demandedFields(settings, 'procurement');
  return requirable.filter((field) => demanded.includes(field));
}
