import type { Fixture } from './fixture.ts';

/** Additional people of the demo who only request and receive goods. */
const travellers = ['Reisende', 'Wandernde', 'Fahrende'];

/**
 * Additions to the demo so that everything can happen: people who can hand over all tasks without changing approvals,
 * and a department whose only approver comes with one supplier, so that a planned approval may turn out to be
 * unneeded (TL-12).
 */
export async function setScenery({ sql }: Pick<Fixture, 'sql'>): Promise<void> {
  // A sequence may skip numbers at a restart of PostgreSQL; these people must have the same ids in every demo.
  await sql("select setval(pg_get_serial_sequence('lb_user', 'id'), max(id)) from lb_user");
  await sql(
    `insert into lb_user (tenant_id, name, email, lang, roles, client_id, department_id, cost_center_id)
     select tenant_id, t.name, lower(t.name) || '@demo.test', lang, roles, client_id, department_id, cost_center_id
     from lb_user, unnest($1::text[]) with ordinality as t (name, place) where email = 'requester@demo.test' order by t.place`,
    [travellers],
  );
  const corner =
    "select tenant_id, client_id, department_id, cost_center_id from lb_user where email = 'selector@demo.test'";
  await sql(
    `update client c set min_approval = 0 from (${corner}) u where c.tenant_id = u.tenant_id and c.id = u.client_id`,
  );
  await sql(
    `delete from department_approver a using (${corner}) u
     where a.tenant_id = u.tenant_id and a.department_id = u.department_id`,
  );
  await sql(
    `delete from cost_center_approver a using (${corner}) u
     where a.tenant_id = u.tenant_id and a.cost_center_id = u.cost_center_id`,
  );
  await sql(
    `insert into supplier_approver (tenant_id, supplier_id, lb_user_id)
     select u.tenant_id, min(s.id), u.id from lb_user u join supplier s on s.tenant_id = u.tenant_id and s.email is not null
     where u.email = 'approver1@demo.test' group by u.tenant_id, u.id on conflict do nothing`,
  );
}

/** Whether handing over from this person only moves tasks (ADM-10). */
export function isTraveller({ email }: { readonly email: string | null }): boolean {
  return travellers.some((name) => email === `${name.toLowerCase()}@demo.test`);
}
