import type { EditedHead } from '../../../../document/web/head/use-head-field.ts';
import { procurementFields } from '../../fields.ts';
import { requiredOnSubmit } from '../../required-fields.ts';
import type { HeadDraft } from '../draft/draft.ts';

export type EditedRequest = EditedHead<HeadDraft>;

/** The head of a request as its fields see it; the rules and the company say what is required (VAL-06, VAL-11). */
export function editedHead(edited: Omit<EditedRequest, 'fields' | 'required'>): EditedRequest {
  const required = new Set<string>([...requiredOnSubmit, ...(edited.head.client?.requiredFields ?? [])]);
  return { ...edited, fields: procurementFields, required };
}
