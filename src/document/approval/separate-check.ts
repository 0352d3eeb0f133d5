import { type Refusal, refuse } from '../../base/refusal.ts';
import { isAvailable } from '../../timeline/flow.ts';
import type { Entry } from '../../timeline/timeline.ts';
import type { DocumentSituation } from '../facts.ts';
import { countsAsApprover } from './entitled.ts';
import { approvalsAhead, approvedInRound } from './round.ts';

/** The remark on an edit, which names its fields, and those on a change of what an approval covers. */
const editedCode = 'document_edited';
const changedCodes: readonly string[] = ['approval_again', 'approval_outgrown'];

type IsDecisive = (field: string) => boolean;

/** The people who edited such fields after the draft, by the timeline, from the first to the last edit. */
export function editorsIn({ document }: DocumentSituation, isDecisive: IsDecisive): readonly number[] {
  return authorsOf(document.timeline.entries.filter((entry) => isEdit(entry, isDecisive)));
}

/**
 * The people who changed after the draft what an approval decides on, by the timeline, also in the name of another
 * person (APPR-17). The creator is none of them: `self_approval` decides about creators (APPR-09).
 *
 * @param isDecisive whether a field decides on value, payee, account, cost bearer or terms
 */
export function handsIn(
  { document: { head, timeline }, facts }: DocumentSituation,
  isDecisive: IsDecisive,
): readonly number[] {
  const changes = timeline.entries.filter(
    (entry) => changedCodes.includes(entry.note?.code ?? '') || isEdit(entry, isDecisive),
  );
  const { actorsForOthers = [] } = facts.approval;
  return [...authorsOf(changes), ...actorsForOthers].filter((id) => id !== head.creator_id);
}

/**
 * A person who changed value, payee or account of a document is not its only approver where the company separates the
 * two (INV-32, APPR-17): an approver of the company without such changes must approve it in the same round, before or
 * after, as long as one is available or was until lately. A colleague who was only chosen by hand is none.
 *
 * @param hands the people who changed it
 */
export function separateCheckProblem(situation: DocumentSituation, hands: readonly number[]): Refusal | null {
  const {
    actor,
    document: { kind, timeline },
    facts,
  } = situation;
  const isHand = (person: number) => hands.includes(person);
  if (facts.company?.separate_check !== true || !isHand(actor.id)) return null;
  const isOther = (person: number) => !isHand(person) && countsAsApprover(situation, person);
  const { approval } = kind.entries;
  const round = [...approvedInRound(timeline, approval), ...approvalsAhead(timeline, approval)];
  if (round.some(({ lbUserId }) => lbUserId !== null && isOther(lbUserId))) return null;
  const { pool, chosen, latelyAway = [] } = facts.approval;
  const isThere =
    latelyAway.some((id) => !isHand(id)) ||
    [...pool, ...chosen].some(({ lb_user_id: id }) => isOther(id) && isAvailable(facts, id));
  return isThere ? refuse('separate_check_required') : null;
}

function isEdit({ note }: Entry, isDecisive: IsDecisive): boolean {
  return (
    note?.code === editedCode &&
    String(note.values.fields ?? '')
      .split(' ')
      .some(isDecisive)
  );
}

function authorsOf(entries: readonly Entry[]): readonly number[] {
  return entries.flatMap(({ createdBy }) => createdBy ?? []);
}
