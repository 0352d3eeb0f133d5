import { requiredFields } from '../../document/fields.ts';
import { mandatoryFields } from '../master-data/mandatory-fields.ts';
import { procurementFields } from './fields.ts';
import type { ProcurementFields } from './model.ts';

/** VAL-06: what every request has to say before it is submitted, in the order of the form. */
export const requiredOnSubmit = requiredFields(procurementFields);

/** What a company may require beyond that (ADM-08, VAL-11). */
const requirable = mandatoryFields.procurement satisfies readonly (keyof ProcurementFields)[];
export type RequirableField = (typeof requirable)[number];

/** What `client.required_fields` (form -> field -> flag) requires of a request; anything else in there is left alone. */
export function requiredFieldsOf(settings: unknown): readonly RequirableField[] {
  const form = isRecord(settings) ? settings.procurement : undefined;
  return isRecord(form) ? requirable.filter((field) => form[field] === true) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
