import type { EditedHead } from '../../../../document/web/head/use-head-field.ts';
import { procurementFields } from '../../fields.ts';
import { requiredOnSubmit } from '../../required-fields.ts';
import type { HeadDraft } from '../draft/draft.ts';

export type EditedRequest = EditedHead<HeadDraft>;

/** The edited head with the fields required by the rules and the company (VAL-06, VAL-11). */
export function editedHead(edited: Omit<EditedRequest, 'fields' | 'required'>): EditedRequest {
  const required = new Set<string>([...requiredOnSubmit, ...(edited.head.client?.requiredFields ?? [])]);
  // The account of lines is usually found automatically (PROC-39).
  required.delete('ledger_account_id');
  return { ...edited, fields: procurementFields, required };
}
