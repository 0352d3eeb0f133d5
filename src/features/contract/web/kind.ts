import type { Day } from '../../../base/day.ts';
import { type ReadRow, selectionOf } from '../../../document/read-fields.ts';
import type { ApiAmount, Person, ShownDocument } from '../../../document/web/document.ts';
import { type PageKind, plainActions } from '../../../document/web/kind.ts';
import { changesOf } from '../../../document/web/steps/document-change.ts';
import type { ContractStatus } from '../../../timeline/kinds.ts';
import type { NoticeForm } from '../enumerations.ts';
import { contractFields, contractLineFields, termFields } from '../fields.ts';
import { contractKind } from '../kind.ts';
import { type ContractCompanyRow, contractCompanyFields } from './company.ts';

type HeadRow = Omit<ReadRow<typeof contractFields>, keyof ShownDocument>;

/** A line as the API says it. */
export interface LineRow extends ReadRow<typeof contractLineFields> {
  readonly id: number;
}

/** The terms that held until somebody changed them (CON-02). */
export interface FormerTermRow extends ReadRow<typeof termFields> {
  readonly id: number;
  readonly valid_from: Day;
  readonly created_at: string;
  readonly lb_user: Person | null;
}

/** What a draft is made of. */
export interface ReadContract extends Omit<ReadRow<typeof contractFields>, 'client'> {
  readonly client: ContractCompanyRow | null;
  readonly is_reminder_typed: boolean;
  readonly contract_lines: readonly LineRow[];
}

/** What is read of a contract for a draft of it. */
export const readContractFields = `${selectionOf(contractFields, { client: contractCompanyFields })} is_reminder_typed
    contract_lines(order_by: [{ sort_no: asc }, { id: asc }]) { id ${selectionOf(contractLineFields)} }`;

/** A contract as its page shows it. */
export interface ContractDocument extends ShownDocument, HeadRow {
  readonly status: ContractStatus;
  readonly total_netto: ApiAmount;
  readonly client: ContractCompanyRow | null;
  readonly notice_sent_on: Day | null;
  readonly terminated_on: Day | null;
  readonly termination_confirmed_on: Day | null;
  readonly notice_form: NoticeForm | null;
  readonly agreed_end: Day | null;
  readonly first_end: Day | null;
  readonly is_reminder_typed: boolean;
  readonly contract_lines: readonly LineRow[];
  readonly contract_terms: readonly FormerTermRow[];
}

/** What the page of a contract knows of its kind. */
export const contractPage: PageKind<ContractDocument> = {
  ...contractKind,
  fields: `${readContractFields}
    notice_sent_on terminated_on termination_confirmed_on notice_form agreed_end first_end
    contract_terms(order_by: { id: desc }) { id valid_from created_at lb_user { id name } ${selectionOf(termFields)} }`,
  // Whoever makes or clears a contract changes it (ROLE-11).
  editedIn: ['pending', 'clearing'],
  actions: {
    ...plainActions,
    clicked: ['to_check', 'to_approval', 'to_signing', 'sign', 'finish_clearing', 'resume'],
    staying: ['pause', 'resume', 'terminate', 'confirm_termination'],
    inPlace: ['pause', 'resume', 'terminate', 'confirm_termination'],
  },
};

/** What another person changed of a contract while it is open (LOCK-01). */
export const contractChanges = changesOf<ContractDocument, LineRow>({
  fields: contractFields,
  lines: ({ contract_lines: lines }) => lines,
  unwatched: [],
});
