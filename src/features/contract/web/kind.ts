import type { Day } from '../../../base/day.ts';
import type { Language } from '../../../base/language.ts';
import type { RateSource } from '../../../document/brief.ts';
import { type ReadRow, selectionOf } from '../../../document/read-fields.ts';
import type { ApiAmount, Person, ShownDocument } from '../../../document/web/document.ts';
import { type PageKind, plainActions } from '../../../document/web/kind.ts';
import { changesOf } from '../../../document/web/steps/document-change.ts';
import type { ContractStatus } from '../../../timeline/kinds.ts';
import type { DueReminder } from '../due-reminder.ts';
import type { LetterChannel, LetterState, NoticeForm } from '../enumerations.ts';
import { contractFields, contractLineFields, termFields } from '../fields.ts';
import { contractKind } from '../kind.ts';
import type { DocumentReading } from '../model.ts';
import type { ReminderType } from '../term/reminders.ts';
import type { VersionDifference } from '../versions.ts';
import { type ContractCompanyRow, contractCompanyFields } from './company.ts';

type HeadRow = Omit<ReadRow<typeof contractFields>, keyof ShownDocument>;

/** A line from the API. */
export interface LineRow extends ReadRow<typeof contractLineFields> {
  readonly id: number;
}

/** Former terms (CON-02). */
export interface FormerTermRow extends ReadRow<typeof termFields> {
  readonly id: number;
  readonly valid_from: Day;
  readonly created_at: string;
  readonly lb_user: Person | null;
}

/** A due reminder from the API (CON-25). */
export interface DueReminderRow extends Omit<DueReminder, 'lb_user_id'> {
  readonly interval_from: Day | null;
  readonly interval_to: Day | null;
  /** The end that follows without a decision. */
  readonly until: Day | null;
  readonly contract_reminder: { readonly lb_user_id: number | null; readonly note: string | null } | null;
}

/** A reminder set by a person (CON-24). */
export interface ReminderRow {
  readonly id: number;
  readonly type: ReminderType;
  readonly reminder_date: Day | null;
  readonly days_before: number | null;
  readonly note: string | null;
  readonly lb_user: Person | null;
}

/** A notice letter and its state (CON-31). */
export interface LetterRow {
  readonly id: number;
  readonly channel: LetterChannel;
  readonly state: LetterState;
  readonly failure: 'mail_refused' | 'interrupted' | null;
  readonly failure_reason: string | null;
  readonly recipient: string | null;
  readonly settled_at: string | null;
}

/** The contract data for a draft. */
export interface ReadContract extends Omit<ReadRow<typeof contractFields>, 'client'> {
  readonly client: ContractCompanyRow | null;
  readonly is_reminder_typed: boolean;
  readonly contract_lines: readonly LineRow[];
}

/** The API fields of a contract for a draft. */
export const readContractFields = `${selectionOf(contractFields, { client: contractCompanyFields })} is_reminder_typed
    contract_lines(order_by: [{ sort_no: asc }, { id: asc }]) { id ${selectionOf(contractLineFields)} }`;

/** A reference to an amendment or to the contract it amends. */
export interface AmendedRow {
  readonly id: number;
  readonly number: string | null;
}

/** A version of a contract from the API. */
export interface VersionRow {
  readonly id: number;
  readonly version_no: number;
  readonly signed_at: string | null;
  readonly signed_by: Person | null;
  readonly amendment: AmendedRow | null;
  readonly changed: readonly string[];
  /** Null without `user-price` (ROLE-07). */
  readonly differences: readonly VersionDifference[] | null;
}

/** A contract on its page. */
export interface ContractDocument extends ShownDocument, HeadRow {
  readonly status: ContractStatus;
  readonly total_netto: ApiAmount;
  readonly rate_source: RateSource | null;
  readonly client: ContractCompanyRow | null;
  readonly notice_sent_on: Day | null;
  readonly terminated_on: Day | null;
  readonly termination_confirmed_on: Day | null;
  readonly notice_form: NoticeForm | null;
  readonly agreed_end: Day | null;
  readonly first_end: Day | null;
  readonly is_reminder_typed: boolean;
  /** The contract an amendment changes (CON-38). */
  readonly amends: AmendedRow | null;
  /** The changes of an unsigned amendment. */
  readonly amendment_differences: readonly VersionDifference[];
  /** The open amendment, if any. */
  readonly open_amendments: readonly AmendedRow[];
  /** Newest version first; empty if it was never amended. */
  readonly contract_versions: readonly VersionRow[];
  readonly contract_lines: readonly LineRow[];
  readonly contract_terms: readonly FormerTermRow[];
  readonly contract_reminders: readonly ReminderRow[];
  readonly contract_recognitions: readonly DocumentReading[];
  readonly contract_due_reminders: readonly DueReminderRow[];
  /** Only the last one. */
  readonly contract_letters: readonly LetterRow[];
  /** Email address and language of the partner for letters; null for people who cannot see the partner. */
  readonly addressee: {
    readonly email: string | null;
    readonly order_language: Language | null;
    readonly country: string;
  } | null;
}

/** The contract kind for the document page. */
export const contractPage: PageKind<ContractDocument> = {
  ...contractKind,
  fields: `${readContractFields}
    rate_source notice_sent_on terminated_on termination_confirmed_on notice_form agreed_end first_end
    amends { id number: contract_number_formatted }
    amendment_differences { field before after }
    open_amendments: contracts(where: { status: { _nin: ["cancelled", "incorporated"] } }) {
      id number: contract_number_formatted }
    contract_versions(order_by: { version_no: desc }) {
      id version_no signed_at signed_by { id name } changed differences amendment { id number: contract_number_formatted } }
    contract_terms(order_by: { id: desc }) { id valid_from created_at lb_user { id name } ${selectionOf(termFields)} }
    contract_recognitions(order_by: { id: asc }) { id file_id state }
    contract_reminders(order_by: { id: asc }) { id type reminder_date days_before note lb_user { id name } }
    contract_due_reminders(where: { acknowledged_at: { _is_null: true } }, order_by: [{ day: asc }, { id: asc }]) {
      id type day meant is_wide until interval_from interval_to contract_reminder { lb_user_id note } }
    contract_letters(order_by: { id: desc }, limit: 1) {
      id channel state failure failure_reason recipient settled_at }
    addressee: supplier { email order_language country }`,
  // The creator and clearing edit a contract (ROLE-11).
  editedIn: ['pending', 'clearing'],
  actions: {
    ...plainActions,
    clicked: ['to_check', 'to_approval', 'to_signing', 'sign', 'finish_clearing', 'resume'],
    staying: [
      'take_over',
      'pause',
      'resume',
      'terminate',
      'send_letter',
      'confirm_termination',
      'correct_receipt',
    ],
    inPlace: [
      'pause',
      'resume',
      'acknowledge',
      'terminate',
      'send_letter',
      'confirm_termination',
      'correct_receipt',
    ],
    elsewhere: ['add_reminder', 'remove_reminder', 'dismiss_proposals', 'read_again'],
  },
};

/** Changes by another person while the contract is open (LOCK-01). */
export const contractChanges = changesOf<ContractDocument, LineRow>({
  fields: contractFields,
  lines: ({ contract_lines: lines }) => lines,
  unwatched: [],
});
