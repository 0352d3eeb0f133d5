import { z } from 'zod';
import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import type { HttpServer } from '../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../platform/server/http/request-context.ts';
import { rowId } from '../../platform/server/http/row-id.ts';
import { notifyOfTakeover, notifyOfTask } from './notify.ts';

export const afterAcceptQuery = z.object({ timelineId: rowId });
export const changeEditorQuery = z.object({ timelineId: rowId, userId: rowId });

/**
 * `POST /api/events/...` (API-22): clients request notifications for a task of a visible document. Commands notify
 * already, and repeated notifications are dropped.
 */
export function registerEventRoutes(
  app: HttpServer,
  database: Database,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;

  app.post('/api/events/afterAccept', { onRequest }, async (request, reply) => {
    const { timelineId } = queryOf(request.query, afterAcceptQuery);
    const context = contextOf(request);
    await onTimeline(database, context, timelineId, async (tx) => notifyOfTask(tx, context, timelineId));
    return reply.code(202).send({ success: true });
  });

  app.post('/api/events/change-editor', { onRequest }, async (request, reply) => {
    const { timelineId, userId } = queryOf(request.query, changeEditorQuery);
    const context = contextOf(request);
    await onTimeline(database, context, timelineId, async (tx) => {
      if (!(await isEditor(tx, timelineId, userId))) return;
      notifyOfTask(tx, context, timelineId);
      notifyOfTakeover(tx, timelineId);
    });
    return reply.code(202).send({ success: true });
  });
}

function queryOf<T>(query: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path }) => {
    const field = path.map(String).join('.');
    return { field, code: 'invalid_type' as const, values: { type: 'bigint' } };
  });
  throw new Refused(refuse('validation_failed', { problems }));
}

/** Runs `run` as writer if the person sees the document. */
async function onTimeline(
  database: Database,
  context: Context,
  timelineId: number,
  run: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.inTenant(context, async (tx) => {
    await tx.one('select id from timeline where id = $1', [timelineId]);
    await run(tx.as('writer'));
  });
}

async function isEditor(tx: Tx, timelineId: number, userId: number): Promise<boolean> {
  const row = await tx.maybeOne(
    `select from timeline t join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
     where t.id = $1 and e.lb_user_id = $2`,
    [timelineId, userId],
  );
  return row !== undefined;
}
