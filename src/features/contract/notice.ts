import type { Language } from '../../base/language.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { confirmedRemarks, type Doubt, outcome } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { mailAddress } from '../session/address.ts';
import type { LetterChannel } from './enumerations.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome, NewLetter } from './outcome.ts';

/** How a notice letter is sent to the partner (CON-31). */
export interface LetterInput {
  readonly channel: LetterChannel;
  readonly language?: Language | null | undefined;
  /** Email address; defaults to that of the partner. */
  readonly recipient?: string | null | undefined;
}

export interface SendLetterInput extends TaskInput {
  readonly letter: LetterInput;
}

/** The letter to send; refused without a valid email address if it goes by email. */
export function letterOf(
  { channel, language = null, recipient }: LetterInput,
  { partnerEmail }: Pick<ContractFacts, 'partnerEmail'>,
  days: Pick<NewLetter, 'written_on' | 'receipt_by' | 'ends_on'>,
): NewLetter | Refusal {
  if (channel === 'post') return { channel, language, recipient: null, ...days };
  const given = recipient?.trim() || partnerEmail || '';
  const field = 'recipient';
  if (given === '') return refuse('specific_field_required', { field, values: { field } });
  const address = mailAddress(given);
  if (address === null) return refuse('invalid_type', { field, values: { type: 'email' } });
  return { channel, language, recipient: address, ...days };
}

type Situation = DocumentSituation<Contract, ContractFacts>;

/** Whether a letter can be sent: a notice is in effect, and no other letter is pending. */
export function awaitsLetter({ document: { head, letterState } }: Situation): boolean {
  const { terminated_on, end_date } = head;
  return terminated_on !== null && end_date !== null && letterState !== 'pending';
}

/**
 * Sends a letter for a recorded notice, also again if the first one did not arrive. The timeline names who sends it, and
 * who confirmed that an earlier one may have arrived (CON-31, TL-21).
 */
export function sendLetter(situation: Situation, input: SendLetterInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { end_date, agreed_end, termination_deadline } = document.head;
  if (end_date === null) return refuse('step_not_possible');
  const letter = letterOf(input.letter, facts, {
    written_on: facts.today,
    receipt_by: agreed_end === null ? termination_deadline : null,
    ends_on: end_date,
  });
  if (isRefusal(letter)) return letter;
  const doubts: readonly Doubt[] = document.letterState === 'uncertain' ? [{ code: 'letter_uncertain' }] : [];
  const confirmed = confirmedRemarks(situation, 'send_letter', doubts, input.confirmations);
  if (isRefusal(confirmed)) return confirmed;
  const ordered = { ...systemRemark({ code: 'letter_ordered' }), comment: input.comment ?? null };
  const remarks = [...confirmed, ordered].map((one) => remark(one));
  return outcome(situation, change(document.timeline, occasionOf(situation), ...remarks), { letter });
}
