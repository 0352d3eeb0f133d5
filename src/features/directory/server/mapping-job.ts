import { z } from 'zod';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database } from '../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import { changeMembers } from './members.ts';

const payload = z.object({ group_id: z.int(), former_id: z.int().nullable() });

/** Moves the members of a group of the directory to the task group that an administrator has mapped it to. */
export function directoryJobs({ database }: { readonly database: Database }): JobHandlers {
  return {
    map_directory_group: async ({ context: { tenantId, requestId }, input }) => {
      const { group_id: groupId, former_id: former } = payload.parse(input);
      const asTenant = systemContext(tenantId, requestId);
      const directory = await asWriter(database, asTenant, (tx) =>
        tx.maybeOne<{ id: number }>('select id from lb_user where is_directory'),
      );
      if (!directory) return { members: 0 };
      const person = { userId: directory.id, actorId: directory.id, means: 'directory' } as const;
      const context = { ...asTenant, ...person, roles: [] };
      return await asWriter(database, context, async (tx) => {
        // Locked as in a change by the directory: whoever leaves meanwhile is not proposed again.
        const group = await tx.maybeOne<{ task_group_id: number | null }>(
          'select task_group_id from directory_group where id = $1 for no key update',
          [groupId],
        );
        const members = await tx.fixed<{ id: number }>(
          'select lb_user_id as id from directory_member where directory_group_id = $1 order by 1',
          [groupId],
        );
        const ids = members.map(({ id }) => id);
        const now = group?.task_group_id ?? null;
        if (former !== null && former !== now)
          await changeMembers(tx, context, former, { added: [], removed: ids });
        if (now !== null) await changeMembers(tx, context, now, { added: ids, removed: [] });
        return { members: ids.length };
      });
    },
  };
}
