import type { Language } from '../../base/language.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { mailAddress } from '../session/address.ts';
import type { LetterChannel } from './enumerations.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome, NewLetter } from './outcome.ts';

/** How the letter of a notice is to reach the partner (CON-31). */
export interface LetterInput {
  readonly channel: LetterChannel;
  readonly language?: Language | null | undefined;
  /** Where the mail goes; the address of the partner where nothing is said. */
  readonly recipient?: string | null | undefined;
}

export interface SendLetterInput extends TaskInput {
  readonly letter: LetterInput;
}

/** The letter with what it says; refused without an address to mail it to. */
export function letterOf(
  { channel, language = null, recipient }: LetterInput,
  { partnerEmail }: Pick<ContractFacts, 'partnerEmail'>,
  said: Pick<NewLetter, 'written_on' | 'receipt_by' | 'ends_on'>,
): NewLetter | Refusal {
  if (channel === 'post') return { channel, language, recipient: null, ...said };
  const given = recipient?.trim() || partnerEmail || '';
  const field = 'recipient';
  if (given === '') return refuse('specific_field_required', { field, values: { field } });
  const address = mailAddress(given);
  if (address === null) return refuse('invalid_type', { field, values: { type: 'email' } });
  return { channel, language, recipient: address, ...said };
}

type Situation = DocumentSituation<Contract, ContractFacts>;

/** A letter goes out once at a time, and not for a notice that was taken back. */
export function awaitsLetter({ document: { head, letterState } }: Situation): boolean {
  const { terminated_on, end_date } = head;
  return terminated_on !== null && end_date !== null && letterState !== 'pending';
}

/** Writes the letter of a notice that was given already, or once more where the first one did not arrive. */
export function sendLetter(situation: Situation, input: SendLetterInput): ContractOutcome | Refusal {
  const { document, facts } = situation;
  const { end_date, agreed_end, termination_deadline } = document.head;
  if (end_date === null) return refuse('step_not_possible');
  const letter = letterOf(input.letter, facts, {
    written_on: facts.today,
    receipt_by: agreed_end === null ? termination_deadline : null,
    ends_on: end_date,
  });
  return isRefusal(letter) ? letter : outcome(situation, document.timeline, { letter });
}
