import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { systemContext } from '../../../../platform/server/jobs/jobs.ts';
import type { Person } from '../../../../platform/server/person.ts';
import type { Claims, Issuer } from './openid.ts';

/**
 * Makes the person a member of exactly those mapped task groups whose value is in the claims (AUTH-32). Groups
 * without a mapping stay as they are. The mapping is in the register of controls, so a login only applies what two
 * people have confirmed. Administrators are appointed only in the product, and auditors are in no group.
 */
export async function takeGroups(
  database: Database,
  { id, tenantId, groupsClaim }: Issuer,
  { person, claims }: { readonly person: Person; readonly claims: Claims },
): Promise<void> {
  if (groupsClaim === null || person.roles.includes('user-auditor')) return;
  // With too many groups, issuers return only an address to load them from; the groups are then unknown.
  if (claims[groupsClaim] === undefined && claims._claim_names !== undefined) return;
  const values = valuesOf(claims[groupsClaim]);
  await asWriter(database, systemContext(tenantId), async (tx) => {
    const changes = await tx.fixed<{ task_group_id: number; is_joined: boolean }>(
      `select s.task_group_id, bool_or(s.value = any ($3::text[])) as is_joined
         from sign_on_group s
         join lb_user g on g.tenant_id = s.tenant_id and g.id = s.task_group_id and g.active
         where s.sign_on_issuer_id = $1 and not g.roles && '{user-admin,user-operator}'
         group by s.task_group_id
         having bool_or(s.value = any ($3::text[])) <> exists (
           select from task_group_user m where m.task_group_id = s.task_group_id and m.lb_user_id = $2)`,
      [id, person.id, values],
    );
    if (changes.length === 0) return;
    const [joined, removed] = [true, false].map((isJoined) =>
      changes.filter(({ is_joined }) => is_joined === isJoined).map(({ task_group_id }) => task_group_id),
    );
    await tx.fixed(
      `insert into task_group_user (tenant_id, task_group_id, lb_user_id)
         select $1, unnest($2::bigint[]), $3 on conflict do nothing`,
      [tenantId, joined, person.id],
    );
    await tx.fixed(
      'delete from task_group_user where lb_user_id = $1 and task_group_id = any ($2::bigint[])',
      [person.id, removed],
    );
  });
}

/** Issuers return a list of groups, or a single one as text. */
function valuesOf(claim: unknown): readonly string[] {
  return [claim].flat().filter((value) => typeof value === 'string');
}
