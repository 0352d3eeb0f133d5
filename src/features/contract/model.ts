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

/** The fields a person may fill; keys are the columns of the database and the fields of the API. */
export type ContractFields = StoredRow<typeof contractFields>;

/** One contract without its lines. */
export interface ContractHead extends ContractFields, DocumentHead {
  readonly status: ContractStatus;
  /** The contract that it changes once it is signed (CON-38); null for every other. */
  readonly amends_id: number | null;
  /** When the notice was written, when it arrived, and when the partner said so (CON-28). */
  readonly notice_sent_on: Day | null;
  readonly terminated_on: Day | null;
  readonly termination_confirmed_on: Day | null;
  readonly notice_form: NoticeForm | null;
  /** The end that was agreed instead of the one that follows from its terms (CON-10). */
  readonly agreed_end: Day | null;
  /** The end that somebody typed instead of a duration, before any renewal (CON-15). */
  readonly first_end: Day | null;
  /** Somebody typed the day of its reminder (CON-25). */
  readonly is_reminder_typed: boolean;
}

export type ContractLineFields = StoredRow<typeof contractLineFields>;

/** One line of a contract. */
export interface ContractLine extends ContractLineFields {
  /** Null for a line that is not stored yet. */
  readonly id: number | null;
  readonly sort_no: number;
}

/** A document of a contract that is or was read (CON-01). */
export interface DocumentReading {
  readonly id: number;
  readonly file_id: string;
  readonly state: 'queued' | 'done' | 'failed';
}

/** A contract with all that its rules look at. */
export interface Contract {
  readonly kind: Kind;
  readonly head: ContractHead;
  readonly lines: readonly ContractLine[];
  /** About which nobody has decided yet (CON-25). */
  readonly dueReminders: readonly DueReminder[];
  /** The reminders that people have set (CON-24). */
  readonly reminderIds: readonly number[];
  /** How far the reading of its documents is, the newest last (CON-01). */
  readonly readings: readonly DocumentReading[];
  /** How far the last letter of its notice is; null where there is none (CON-31). */
  readonly letterState: LetterState | null;
  readonly timeline: Timeline;
  readonly approvals: ApprovalRecords;
  readonly attachments: readonly Attachment[];
}

/** What the rules of contracts read of its company. */
export interface ContractCompany {
  readonly currency: string;
  readonly federal_state: string | null;
  /** Days that a letter takes to arrive (CON-28). */
  readonly notice_transit_days: number;
  /** Days by which reminders come earlier, for the house to decide (CON-24). */
  readonly internal_lead_days: number;
  /** Who answers for it, and is reminded instead of people who have left (CON-25). */
  readonly responsible_id: number | null;
}

/** Everything outside a contract that its rules look at. */
export interface ContractFacts extends DocumentFacts {
  readonly ofCompany: ContractCompany | null;
  /** Where the partner gets mails; null where nobody knows. */
  readonly partnerEmail: string | null;
  /** Who may sign contracts of the tenant, beside whoever is responsible for one (CON-39). */
  readonly signers: readonly number[];
  /** Columns that its company requires of contracts (DATA-15). */
  readonly required: readonly string[];
  /** Columns that name master data which was deactivated; the server alone knows (PROC-43). */
  readonly inactive: readonly string[];
}
