import type { Day } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import type { Outcome } from '../../document/outcome.ts';
import type { Decision } from './due-reminder.ts';
import type { LetterChannel } from './enumerations.ts';
import type { ContractHead } from './model.ts';
import type { ProposalName } from './proposals.ts';
import type { Reminder } from './term/reminders.ts';

/** A reminder as somebody sets it; without a person it is for whoever looks after the contract (CON-25). */
export interface NewReminder extends Reminder {
  readonly note: string | null;
  readonly lb_user_id: number | null;
}

/** The letter of a notice as it is decided (CON-31). */
export interface NewLetter {
  readonly channel: LetterChannel;
  /** Null: the one that follows from the partner. */
  readonly language: Language | null;
  /** Where the mail goes; null for a letter that is posted. */
  readonly recipient: string | null;
  readonly written_on: Day;
  readonly receipt_by: Day | null;
  readonly ends_on: Day;
}

/** What an action makes of a contract. */
export interface ContractOutcome extends Outcome<ContractHead> {
  /** The reminders about which was decided (CON-25). */
  readonly acknowledged?: { readonly ids: readonly number[]; readonly decision: Decision };
  readonly addedReminder?: NewReminder;
  readonly removedReminderId?: number;
  readonly letter?: NewLetter;
  /** What is not to be proposed again of what was read. */
  readonly dismissed?: {
    readonly recognition_id: number;
    readonly proposals: readonly ProposalName[];
  };
  /** A document that is to be read once more. */
  readonly readsAgain?: { readonly file_id: string };
}
