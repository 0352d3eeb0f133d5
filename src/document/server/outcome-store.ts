import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { saveTimeline } from '../../timeline/server/store.ts';
import { isContentChange, type Timeline } from '../../timeline/timeline.ts';
import type { DocumentFacts } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import { withStandIn } from '../standing-in.ts';
import { keepApproval } from './approval-records.ts';
import { takeNumber } from './numbers.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';
import { updateHead } from './store.ts';

/**
 * Writes what an action or a job made of a document: all of it or, by the transaction, nothing. A task that comes to
 * somebody who is away is written as that of his substitute, whatever brought it (APPR-15); what somebody makes anew
 * does not come to him, but stays with him for the day. Numbers are taken last (NUM-04).
 *
 * @param input what the action was given; kinds keep particulars of it that no rule looks at
 * @returns the outcome as it was written
 */
export async function saveOutcome<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  situation: LoadedSituation<D, F>,
  made: O,
  input: object = {},
): Promise<O> {
  const { document, facts } = situation;
  const { id, kind, storedTimeline } = document;
  const isNew = storedTimeline.timeline.entries.length === 0;
  const outcome = isNew ? made : withStandIn(situation, made);
  expectLoaded(facts, outcome.timeline);
  const saving = { context, document, outcome, input };
  const touchesContent =
    served.touchesContent?.(outcome) || isContentChange(document.timeline, outcome.timeline);
  const key = { kind: kind.name, id };
  saveTimeline(tx, context, key, storedTimeline, outcome.timeline, touchesContent);
  keepApproval(tx, served, situation, outcome);
  await served.saveParts?.(tx, saving);
  const number = outcome.takesNumber === null ? null : await takeNumber(tx, outcome.takesNumber);
  const numbered = number === null ? {} : await served.saveNumber?.(tx, saving, number);
  const status = served.livingStatus?.(situation, outcome) ?? outcome.status;
  const head = { ...outcome.head, ...numbered, status };
  updateHead(tx, kind, id, head, { filled: served.filled[kind.name] ?? {} });
  return outcome;
}

/**
 * Throws, as the bug that it is, when somebody has a step who was not among the loaded people: the rules would have
 * taken a group for a person, and a person who is away for one who is there.
 */
export function expectLoaded({ people }: Pick<DocumentFacts, 'people'>, timeline: Timeline): void {
  const strangers = timeline.entries.filter(({ lbUserId }) => lbUserId !== null && !people.has(lbUserId));
  if (strangers.length === 0) return;
  const told = strangers.map(({ entryNo, type, lbUserId }) => `entry ${entryNo} ${type} of ${lbUserId}`);
  throw new Error(`people of the timeline were not loaded: ${told.join(', ')}`);
}
