import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

/** People who join and leave a task group by the directory. */
export interface MemberChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * Changes the members of a task group as the directory says. Memberships are in the register of controls: where the
 * tenant has a second administrator, each waits, and what the directory proposed before for these people is void
 * (AUTH-31, AUTH-37). Who is in another group of the directory with the same task group stays.
 */
export async function changeMembers(
  tx: Tx,
  { tenantId }: Context,
  taskGroupId: number,
  { added, removed }: MemberChange,
): Promise<void> {
  await tx.fixed('select app.withdraw_members($1, $2::bigint[])', [taskGroupId, [...added, ...removed]]);
  await tx.fixed(
    `insert into task_group_user (tenant_id, task_group_id, lb_user_id)
     select $1, $2, p.id from unnest($3::bigint[]) as p (id)
     where not exists (select from task_group_user m where m.task_group_id = $2 and m.lb_user_id = p.id)`,
    [tenantId, taskGroupId, added],
  );
  await tx.fixed(
    `delete from task_group_user m where m.task_group_id = $1 and m.lb_user_id = any ($2::bigint[])
       and not exists (select from directory_group g join directory_member o on o.directory_group_id = g.id
         where g.task_group_id = $1 and o.lb_user_id = m.lb_user_id)`,
    [taskGroupId, removed],
  );
}

/** Takes a person out of all groups of the directory, which are locked as in any change. */
export async function leaveGroups(tx: Tx, context: Context, personId: number): Promise<void> {
  tx.send(
    `select id from directory_group
     where id in (select directory_group_id from directory_member where lb_user_id = $1) order by id for no key update`,
    [personId],
  );
  const left = await tx.fixed<{ task_group_id: number | null }>(
    `with gone as (delete from directory_member where lb_user_id = $1 returning directory_group_id)
     select g.task_group_id from gone join directory_group g on g.id = gone.directory_group_id`,
    [personId],
  );
  for (const { task_group_id: group } of left)
    if (group !== null) await changeMembers(tx, context, group, { added: [], removed: [personId] });
}
