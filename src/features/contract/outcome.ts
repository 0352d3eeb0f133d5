import type { Day } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import type { Outcome } from '../../document/outcome.ts';
import type { Decision } from './due-reminder.ts';
import type { LetterChannel } from './enumerations.ts';
import type { ContractHead } from './model.ts';
import type { ProposalName } from './proposals.ts';
import type { Reminder } from './term/reminders.ts';

/** A new reminder; without a person it goes to the responsible person of the contract (CON-25). */
export interface NewReminder extends Reminder {
  readonly note: string | null;
  readonly lb_user_id: number | null;
}

/** A new notice letter (CON-31). */
export interface NewLetter {
  readonly channel: LetterChannel;
  /** Null for the language of the partner. */
  readonly language: Language | null;
  /** Email address; null for post. */
  readonly recipient: string | null;
  readonly written_on: Day;
  readonly receipt_by: Day | null;
  readonly ends_on: Day;
}

/** The result of an action on a contract. */
export interface ContractOutcome extends Outcome<ContractHead> {
  /** The decided reminders (CON-25). */
  readonly acknowledged?: { readonly ids: readonly number[]; readonly decision: Decision };
  readonly addedReminder?: NewReminder;
  readonly removedReminderId?: number;
  readonly letter?: NewLetter;
  /** Proposals of a text recognition that were dismissed. */
  readonly dismissed?: {
    readonly recognition_id: number;
    readonly proposals: readonly ProposalName[];
  };
  /** A document whose text recognition is retried. */
  readonly readsAgain?: { readonly file_id: string };
}
