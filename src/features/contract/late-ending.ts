import type { Day } from '../../base/day.ts';
import { languages } from '../../base/language.ts';
import { compareAmounts } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalValue, type DocumentSituation, type TaskInput } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { isAvailable, occasionOf } from '../../timeline/flow.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { change, forwardToNext, insertAfter, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, type Entry, isEnding } from '../../timeline/timeline.ts';
import { letterChannels, type NoticeForm, noticeForms } from './enumerations.ts';
import { isAsApproved } from './forwarding.ts';
import { contractKind } from './kind.ts';
import type { Contract, ContractFacts } from './model.ts';
import { type LetterInput, type SendLetterInput, sendLetter } from './notice.ts';
import type { ContractOutcome } from './outcome.ts';
import { correctReceipt, type ReceiptInput, type TerminationInput, terminate } from './termination.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

/** The days of a termination as the timeline records them and as confirmation reads them back. */
type EndingDays = Pick<
  Contract['head'],
  'notice_sent_on' | 'terminated_on' | 'agreed_end' | 'notice_form'
> & {
  readonly end: Day | null;
};

/**
 * Records a notice. With a day in the past it needs a reason and, if one is entitled, a second person (CON-40). A notice
 * above its author's approval limit, or with a letter to an address outside of master data, needs the second person
 * without a reason (CON-36).
 */
export function giveNotice(situation: Situation, input: TerminationInput): ContractOutcome | Refusal {
  const made = terminate(situation, input);
  if (isRefusal(made)) return made;
  const days = daysOf(made);
  const isLate = isPast(days, situation.facts.today);
  const isBeyond = exceedsOwnLimit(situation);
  if (isRefusal(isBeyond)) return isBeyond;
  const isElsewhere = goesElsewhere(situation, made);
  if (!isLate && !isBeyond && !isElsewhere) return made;
  const reason = isLate ? reasonOf(input) : (input.comment ?? null);
  if (isRefusal(reason)) return reason;
  const [second] = othersWhoMay(situation);
  if (second === undefined)
    return isLate ? terminate(situation, input, [remark(late('ending_late', days))]) : made;
  const letter = isLate ? {} : letterValues(input.letter);
  const proposed = remark({ ...late('ending_proposed', days, letter), comment: reason });
  const noted = isElsewhere && !isLate ? [remark(recipientNote(made))] : [];
  const clearing = insertAfter({ type: contractKind.entries.clearing, lbUserId: second });
  const { document } = situation;
  return outcome(situation, change(document.timeline, occasionOf(situation), ...noted, proposed, clearing));
}

/** Sends a notice letter. To an address outside of master data the sender must not have taken part in the notice (CON-36). */
export function sendCheckedLetter(situation: Situation, input: SendLetterInput): ContractOutcome | Refusal {
  const made = sendLetter(situation, input);
  return isRefusal(made) ? made : (unseenLetter(situation, made) ?? made);
}

/**
 * Refuses a letter to an address that is not the partner's, sent by a person who took part in the notice (CON-36).
 */
function unseenLetter(situation: Situation, made: ContractOutcome): Refusal | null {
  if (!goesElsewhere(situation, made)) return null;
  const { entries } = situation.document.timeline;
  const parts = entries.filter((one) => one.note?.code === 'ending_proposed' || isEnding(one));
  const hands = [...parts.map(({ createdBy }) => createdBy), ...situation.facts.approval.actors];
  const isOthers = entitled(situation).some((id) => !hands.includes(id));
  return hands.includes(situation.actor.id) && isOthers ? refuse('ending_needs_second_person') : null;
}

/** Corrects the day of receipt. If the end moves or the day is past, another person has to do so (CON-40). */
export function correctLate(situation: Situation, input: ReceiptInput): ContractOutcome | Refusal {
  const made = correctReceipt(situation, input);
  if (isRefusal(made)) return made;
  const unseen = unseenLetter(situation, made);
  if (unseen) return unseen;
  const { actor, document, facts } = situation;
  const { end_date = document.head.end_date, terminated_on = document.head.terminated_on } = made.head;
  const isMoved = end_date !== document.head.end_date;
  const isLate =
    terminated_on !== document.head.terminated_on && (terminated_on ?? facts.today) < facts.today;
  if (!isMoved && !isLate) return made;
  const reason = reasonOf(input);
  if (isRefusal(reason)) return reason;
  const { entries } = document.timeline;
  const recorded = entries.findLast((one) => one.note?.code === 'receipt_corrected' || isEnding(one));
  const isSame = [recorded?.createdBy, ...facts.approval.actors].includes(actor.id);
  return isSame && othersWhoMay(situation).length > 0 ? refuse('ending_needs_second_person') : made;
}

/** The termination that waits for a second person; null if there is none. */
export function proposedEnding({ timeline }: Pick<Contract, 'timeline'>): Entry | null {
  const { entries, currentEntryNo } = timeline;
  const before = entries.filter(({ entryNo }) => entryNo < currentEntryNo);
  const since = before.slice(before.findLastIndex(({ type }) => !isRemark(type)) + 1);
  const isClearing = currentEntry(timeline)?.type === contractKind.entries.clearing;
  return (isClearing && since.findLast(({ note }) => note?.code === 'ending_proposed')) || null;
}

/** The second person may sign the contract and is not the proposer, also not as an impersonator (CON-40, APPR-17). */
export function isSecondPerson(situation: Situation): true | Refusal {
  const { actor, document, facts } = situation;
  const isProposer = [proposedEnding(document)?.createdBy, ...facts.approval.actors].includes(actor.id);
  if (isProposer || !entitled(situation).includes(actor.id)) return refuse('ending_needs_second_person');
  return isAsApproved(situation);
}

/** Confirms a proposed termination with its recorded days; a letter is sent today at the earliest. */
export function confirmEnding(
  situation: Situation,
  { comment = null }: TaskInput,
): ContractOutcome | Refusal {
  const proposal = proposedEnding(situation.document);
  const values = proposal?.note?.values ?? {};
  const day = (name: keyof EndingDays) => (typeof values[name] === 'string' ? values[name] : null);
  const letter = letterIn(values);
  const sentOn = day('notice_sent_on');
  const waited = letter !== null && sentOn !== null && sentOn < situation.facts.today;
  const input = {
    notice_sent_on: waited ? situation.facts.today : sentOn,
    terminated_on: waited ? null : day('terminated_on'),
    agreed_end: day('agreed_end'),
    notice_form: noticeForms.find((form) => form === values.notice_form) ?? null,
    letter,
    comment: proposal?.comment ?? null,
  };
  const forward = forwardToNext({ status: 'approved', comment });
  const made = terminate(situation, input, [forward]);
  if (isRefusal(made)) return made;
  return terminate(situation, input, [remark(late('ending_confirmed', daysOf(made))), forward]);
}

/** People who may decide about a termination: the available people who may sign. */
function entitled({ document: { head }, facts }: Situation): readonly number[] {
  const responsible = head.responsible_id === null ? [] : [head.responsible_id];
  return [...new Set([...responsible, ...facts.signers])].filter((id) => isAvailable(facts, id));
}

function othersWhoMay(situation: Situation): readonly number[] {
  return entitled(situation).filter((id) => id !== situation.actor.id);
}

function daysOf({ head }: ContractOutcome): EndingDays {
  const { notice_sent_on = null, terminated_on = null, agreed_end = null, end_date = null } = head;
  const form: NoticeForm | null = head.notice_form ?? null;
  return { notice_sent_on, terminated_on, agreed_end, notice_form: form, end: end_date };
}

/** Whether the receipt of the notice or the end of the contract is in the past. */
function isPast({ terminated_on, end }: EndingDays, today: Day): boolean {
  return [terminated_on, end].some((day) => day !== null && day < today);
}

/** Whether the value exceeds the approval limit of the actor (CON-36); no limit allows any value (ROLE-15). */
function exceedsOwnLimit(situation: Situation): boolean | Refusal {
  const { actor, facts } = situation;
  const limit = facts.people.get(actor.id)?.approval_limit ?? null;
  const value = approvalValue(situation);
  return isRefusal(value) ? value : limit !== null && compareAmounts(value, limit) > 0;
}

/** Whether the letter is mailed to an address other than that of the partner. */
function goesElsewhere({ facts }: Situation, { letter }: ContractOutcome): boolean {
  const recipient = letter?.recipient ?? null;
  return recipient !== null && recipient.toLowerCase() !== facts.partnerEmail?.trim().toLowerCase();
}

function recipientNote({ letter }: ContractOutcome) {
  return systemRemark({ code: 'ending_recipient', values: { recipient: letter?.recipient ?? null } });
}

/** A letter stored in the timeline until a second person confirms the ending. */
function letterValues(letter: LetterInput | null | undefined): Readonly<Record<string, string | null>> {
  if (!letter) return {};
  const { channel, language = null, recipient = null } = letter;
  return { channel, language, recipient };
}

function letterIn(values: Readonly<Record<string, unknown>>): LetterInput | null {
  const channel = letterChannels.find((one) => one === values.channel);
  if (channel === undefined) return null;
  const language = languages.find((one) => one === values.language) ?? null;
  return { channel, language, recipient: typeof values.recipient === 'string' ? values.recipient : null };
}

function late(
  code: 'ending_proposed' | 'ending_confirmed' | 'ending_late',
  days: EndingDays,
  letter: Readonly<Record<string, string | null>> = {},
) {
  return systemRemark({ code, values: { ...days, ...letter } });
}

function reasonOf({ comment }: TaskInput): string | Refusal {
  const reason = (comment ?? '').trim();
  return reason === '' ? refuse('comment_required', { field: 'comment' }) : reason;
}
