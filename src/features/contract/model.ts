import type { Day } from '../../base/day.ts';
import type { ApprovalRecords, Attachment } from '../../document/approval/covered.ts';
import type { DocumentFacts, DocumentHead } from '../../document/facts.ts';
import type { StoredRow } from '../../document/fields.ts';
import type { Kind } from '../../document/kind.ts';
import type { ContractStatus } from '../../timeline/kinds.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { DueReminder } from './due-reminder.ts';
import type { LetterState, NoticeForm } from './enumerations.ts';
import type { contractFields, contractLineFields } from './fields.ts';

/** The facts beside a contract that decide what it counts in budgets, where its company counts contracts (DASH-09). */
export interface Counting {
  readonly today: Day;
  /** Of the company. */
  readonly currency: string;
  readonly federal_state: string | null;
  readonly created_on: Day;
  readonly first_invoiced_on: Day | null;
}

/** The editable fields; keys are the columns of the database and the fields of the API. */
export type ContractFields = StoredRow<typeof contractFields>;

/** One contract without its lines. */
export interface ContractHead extends ContractFields, DocumentHead {
  readonly status: ContractStatus;
  /** The contract an amendment changes once signed (CON-38); null if it is no amendment. */
  readonly amends_id: number | null;
  /** The days on which the notice was written, arrived, and was confirmed by the partner (CON-28). */
  readonly notice_sent_on: Day | null;
  readonly terminated_on: Day | null;
  readonly termination_confirmed_on: Day | null;
  readonly notice_form: NoticeForm | null;
  /** The end agreed instead of the computed one (CON-10). */
  readonly agreed_end: Day | null;
  /** The end typed instead of a duration, before any renewal (CON-15). */
  readonly first_end: Day | null;
  /** The renewals since the start (CON-33). */
  readonly renewals_done: number;
  /** Whether the reminder day was typed (CON-25). */
  readonly is_reminder_typed: boolean;
}

export type ContractLineFields = StoredRow<typeof contractLineFields>;

/** One line of a contract. */
export interface ContractLine extends ContractLineFields {
  /** Null for an unsaved line. */
  readonly id: number | null;
  readonly sort_no: number;
}

/** The text recognition of a contract document (CON-01). */
export interface DocumentReading {
  readonly id: number;
  readonly file_id: string;
  readonly state: 'queued' | 'done' | 'failed';
}

/** A contract with all data its rules need. */
export interface Contract {
  readonly kind: Kind;
  readonly head: ContractHead;
  readonly lines: readonly ContractLine[];
  /** Due reminders without a decision (CON-25). */
  readonly dueReminders: readonly DueReminder[];
  /** Reminders set by people (CON-24). */
  readonly reminderIds: readonly number[];
  /** The text recognitions of its documents, newest last (CON-01). */
  readonly readings: readonly DocumentReading[];
  /** The state of the last notice letter; null without one (CON-31). */
  readonly letterState: LetterState | null;
  readonly timeline: Timeline;
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/** The company data the contract rules need. */
export interface ContractCompany {
  readonly currency: string;
  readonly federal_state: string | null;
  /** Days that a letter takes to arrive (CON-28). */
  readonly notice_transit_days: number;
  /** Days by which reminders come earlier, for internal decisions (CON-24). */
  readonly internal_lead_days: number;
  /** The responsible person of the company, who is reminded instead of people who have left (CON-25). */
  readonly responsible_id: number | null;
}

/** All data outside a contract that its rules need. */
export interface ContractFacts extends DocumentFacts {
  readonly ofCompany: ContractCompany | null;
  /** The email address of the partner; null if unknown. */
  readonly partnerEmail: string | null;
  /**
   * People who may sign any contract of the tenant, besides its responsible person (CON-39), and those who could until
   * they left or were blocked within seven days.
   */
  readonly signers: readonly number[];
  /** Columns its company requires for contracts (DATA-15). */
  readonly required: readonly string[];
  /** Columns that refer to deactivated master data; filled only on the server (PROC-43). */
  readonly inactive: readonly string[];
  /** Null where its company counts no contracts in budgets; filled only on the server (DASH-09). */
  readonly counting?: Counting | null;
}
