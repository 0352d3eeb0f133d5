import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { key } from '../../../document/server/inputs.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

const claimInput = z.object({
  args: z.object({
    table_name: z.enum(['timeline']).meta({ scalar: 'String' }),
    foreign_id: key(),
  }),
});

/** For external clients that hold a timeline over several calls; our front end does not use it (LOCK-09). */
export const recordLockCommands: readonly Command[] = [
  command({
    name: 'claim_record_lock',
    description: 'Claims a timeline for 60 seconds and returns its current lock (API-13).',
    input: claimInput,
    result: 'record_lock',
    run: (tx, context, { args }) => claim(tx, context, args.foreign_id),
  }),
];

/**
 * Only the current assignee or an administrator may claim. Of concurrent claims exactly one wins: the other waits for
 * the row and finds it held (LOCK-06). A renewal by the holder extends the lock.
 */
async function claim(tx: Tx, context: Context, timelineId: number) {
  const { is_assignee } = await tx.one<{ is_assignee: boolean }>(
    `select exists (select from timeline_entry e where e.timeline_id = t.id and e.entry_no = t.current_entry_no
       and e.lb_user_id = any (app.persons())) as is_assignee
     from timeline t where t.id = $1`,
    [timelineId],
  );
  if (!is_assignee && !hasRole(context, 'user-admin')) throw new Refused(refuse('permission_denied'));
  await tx.as('writer').query(
    `insert into record_lock as held (tenant_id, table_name, foreign_id, locked_by_id) values ($1, 'timeline', $2, $3)
     on conflict (tenant_id, table_name, foreign_id) do update set locked_at = now(), locked_by_id = excluded.locked_by_id
       where held.locked_by_id = excluded.locked_by_id or held.locked_at <= now() - interval '60 seconds'`,
    [context.tenantId, timelineId, context.userId],
  );
  return { table_name: 'timeline', foreign_id: timelineId };
}
