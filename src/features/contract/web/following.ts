import type { Day } from '../../../base/day.ts';
import { rowInput } from '../../../document/web/draft/draft-fields.ts';
import { contractDates, firstEnd, followingColumns } from '../contract-dates.ts';
import { contractFields } from '../fields.ts';
import type { ContractFields, ContractHead } from '../model.ts';
import type { TermDates } from '../term/dates.ts';
import type { ContractDraft } from './draft.ts';

/** Stored days that no form field holds: the termination, and the end moved by renewals. */
export type StoredDays = Pick<ContractHead, 'terminated_on' | 'agreed_end' | 'end_date' | 'first_end'>;

export const noStoredDays: StoredDays = {
  terminated_on: null,
  agreed_end: null,
  end_date: null,
  first_end: null,
};

/** The head for the rules, with days computed from the typed values (CON-01, CON-13, CON-25). */
export function typedHead(head: ContractDraft['head'], stored: StoredDays, today: Day): ContractFields {
  const typed = rowInput(contractFields, head);
  const following = followingColumns(withStored(typed, stored), {
    today,
    federalState: head.client?.federal_state ?? null,
    leadDays: head.client?.internal_lead_days ?? 0,
    isReminderTyped: head.is_reminder_typed,
  });
  return { ...typed, ...following };
}

/** The dates at the top of the page, computed from the typed values. */
export function typedDates(head: ContractDraft['head'], stored: StoredDays, today: Day): TermDates {
  const typed = rowInput(contractFields, head);
  return contractDates(withStored(typed, stored), today, head.client?.federal_state ?? null);
}

function withStored(typed: ContractFields, stored: StoredDays) {
  const { terminated_on, agreed_end } = stored;
  return { ...typed, terminated_on, agreed_end, first_end: firstEnd(stored, typed) };
}
