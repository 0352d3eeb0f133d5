import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Outcome } from '../outcome.ts';
import { newestComment, notifyOfQuestion } from './notify.ts';
import type { StoredDocument } from './served-kind.ts';

/**
 * Records questions and answers, and notifies the addressees (TASK-23). Runs as writer, after the timeline is saved.
 */
export function saveQuestions(
  tx: Tx,
  context: Context,
  document: StoredDocument,
  { asked, answered }: Pick<Outcome, 'asked' | 'answered'>,
  comment: string | null | undefined,
): void {
  if (answered.length > 0) {
    tx.send('update document_question set answered_at = now() where id = any ($1)', [answered]);
  }
  if (asked.length === 0) return;
  const timelineId = document.storedTimeline.id;
  tx.send(
    `insert into document_question (tenant_id, ${document.kind.name}_id, timeline_entry_id, lb_user_id, asked_by_id)
     select $1, $2, ${newestComment('$3')}, person, $4 from unnest($5::bigint[]) as person`,
    [context.tenantId, document.id, timelineId, context.userId, asked],
  );
  notifyOfQuestion(tx, context, { timelineId, persons: asked, comment: comment ?? null });
}
