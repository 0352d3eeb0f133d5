import { type Caller, callerOf, type DemoApi } from './demo-api.ts';

/** How settings and master data change while people play: by the API, and a second administrator confirms what governs control (AUTH-37). */

/** The two administrators of the tenant that plays. */
export interface Administrators {
  readonly first: Caller;
  readonly second: Caller;
}

/** Lets a second administrator into the demo; nobody plays with him. */
export async function withSecondAdministrator({ db, graphql }: DemoApi): Promise<Administrators> {
  await db.sql(
    `insert into lb_user (tenant_id, email, name, roles, lang)
     select tenant_id, 'second@demo.test', 'Zweite Verwaltung', '{user-admin}', lang from lb_user where email = 'admin@demo.test'`,
  );
  const [first, second] = await Promise.all(
    ['admin', 'second'].map((login) => callerOf(db, graphql, `${login}@demo.test`, 'passkey')),
  );
  if (!first || !second) throw new Error('there are no administrators');
  return { first, second };
}

/** Types something into records of a table, and confirms what waits for it. Throws where anything is refused. */
export async function changeRecords(
  { first, second }: Administrators,
  table: string,
  ids: readonly number[],
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const id of ids)
    await first.get(
      `mutation ($id: bigint!, $set: ${table}_set_input!) { update_${table}_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`,
      { id, set: columns },
    );
  const { control_change: waiting } = await first.get<{ control_change: readonly { id: number }[] }>(
    '{ control_change(where: { state: { _eq: "pending" } }, order_by: { id: asc }) { id } }',
  );
  for (const { id } of waiting)
    await second.get('mutation ($id: bigint!) { control_change_confirm(id: $id) { id } }', { id });
}
