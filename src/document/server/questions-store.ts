import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { Outcome } from '../outcome.ts';
import { notifyOfQuestion } from './notify.ts';
import type { StoredDocument } from './served-kind.ts';

/** Writes down who was asked and who has answered, and tells those who were asked (TASK-23). Runs as writer, after the timeline is saved. */
export async function saveQuestions(
  tx: Tx,
  context: Context,
  document: StoredDocument,
  { asked, answered }: Pick<Outcome, 'asked' | 'answered'>,
  comment: string | null | undefined,
): Promise<void> {
  if (answered.length > 0) {
    await tx.fixed('update document_question set answered_at = now() where id = any ($1)', [answered]);
  }
  if (asked.length === 0) return;
  const { id: entryId } = await tx.one<{ id: number }>(
    `select id from timeline_entry where timeline_id = $1 and status = 'comment' order by id desc limit 1`,
    [document.storedTimeline.id],
  );
  await tx.fixed(
    `insert into document_question (tenant_id, ${document.kind.name}_id, timeline_entry_id, lb_user_id, asked_by_id)
     select $1, $2, $3, person, $4 from unnest($5::bigint[]) as person`,
    [context.tenantId, document.id, entryId, context.userId, asked],
  );
  notifyOfQuestion(tx, context, { entryId, persons: asked, comment: comment ?? null });
}
