import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { saveTimeline } from '../../timeline/server/store.ts';
import { isContentChange, type Timeline } from '../../timeline/timeline.ts';
import type { DocumentFacts } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import { withSubstitute } from '../substitution.ts';
import { keepApproval } from './approval-records.ts';
import { takeNumber } from './numbers.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';
import { updateHead } from './store.ts';

/**
 * Writes the outcome of an action or a job in one transaction. An incoming task of an absent person is written to the
 * substitute (APPR-15), but a new document stays with its creator until the daily job.
 * Numbers are taken last (NUM-04).
 *
 * @param input the input of the action; kinds save particulars that no rule reads
 * @returns the written outcome
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
  const outcome = isNew ? made : withSubstitute(situation, made);
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
  served.saved?.(tx, situation, outcome);
  return outcome;
}

/**
 * Throws (a bug) if an assignee is missing from the loaded people: the rules would have mistaken a group for a
 * person, or an absent person for an available one.
 */
export function expectLoaded({ people }: Pick<DocumentFacts, 'people'>, timeline: Timeline): void {
  const strangers = timeline.entries.filter(({ lbUserId }) => lbUserId !== null && !people.has(lbUserId));
  if (strangers.length === 0) return;
  const reported = strangers.map(({ entryNo, type, lbUserId }) => `entry ${entryNo} ${type} of ${lbUserId}`);
  throw new Error(`people of the timeline are not loaded: ${reported.join(', ')}`);
}
