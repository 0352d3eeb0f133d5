import { type Caller, callerOf, type DemoApi } from './demo-api.ts';
import { todayInSql } from './today.ts';

/**
 * Changes of settings and master data during play: through the API, with a second administrator who confirms controls
 * (AUTH-37).
 */

/** The two administrators of the playing tenant. */
export interface Administrators {
  readonly first: Caller;
  readonly second: Caller;
}

/** Adds a second administrator, who does not play, to the demo. */
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

/**
 * Changes records of a table, confirms what is asked, and waiting changes. Throws on any other refusal.
 *
 * @param accepted codes of refusals that may leave a record unchanged
 */
export async function changeRecords(
  { first, second }: Administrators,
  table: string,
  ids: readonly number[],
  columns: Readonly<Record<string, unknown>>,
  accepted: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) {
    const change = (confirmed = '') =>
      first.ask(
        `mutation ($id: bigint!, $set: ${table}_set_input!) {
           update_${table}_by_pk(pk_columns: { id: $id }, _set: $set${confirmed}) { id } }`,
        { id, set: columns },
      );
    const answer = await change();
    const asked = answer.errors?.[0]?.extensions.confirm;
    const { errors } = asked === undefined ? answer : await change(`, confirmations: ["${asked.hash}"]`);
    if (errors?.some(({ extensions }) => !accepted.includes(extensions.code)))
      throw new Error(`refused: ${JSON.stringify(errors)}`);
  }
  const { control_change: waiting } = await first.get<{ control_change: readonly { id: number }[] }>(
    '{ control_change(where: { state: { _eq: "pending" } }, order_by: { id: asc }) { id } }',
  );
  for (const { id } of waiting)
    await second.get('mutation ($id: bigint!) { control_change_confirm(id: $id) { id } }', { id });
}

/** A change by administrators between two moves; `pick` chooses its subject. */
export interface Setting {
  readonly event: string;
  readonly pick: number;
}

const company: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'block limits': { when_limit_exceeded: 'block' },
  'confirm limits': { when_limit_exceeded: 'confirm' },
  'block budgets': { when_budget_exceeded: 'block' },
  'confirm budgets': { when_budget_exceeded: 'confirm' },
  'budgets need approval': { when_budget_exceeded: 'additional_approval' },
  'signature separate': { separate_signature: true },
  'signature together': { separate_signature: false },
  'second person on': { bank_change_second_person: true },
  'second person off': { bank_change_second_person: false },
  'check separate': { separate_check: true },
  'check together': { separate_check: false },
};

const limits: Readonly<Record<string, string | null>> = { 'no longer approver': '1', 'approver again': null };

/** Absences with substitutes. */
const absences = [
  ['approver1', 'approver3'],
  ['approver2', 'approver3'],
  ['buyer', 'requester'],
] as const;

/** Applies a setting common to all kinds of document; false for other events. */
export async function set(
  demo: DemoApi,
  administrators: Administrators,
  { event, pick }: Setting,
): Promise<boolean> {
  const { tenantId } = administrators.first.context;
  const idsOf = async (text: string, values: readonly unknown[] = []) =>
    (await demo.db.sql<{ id: string }>(text, [tenantId, ...values])).map(({ id }) => Number(id));
  const person = (login: string) =>
    idsOf('select id from lb_user where tenant_id = $1 and email = $2', [`${login}@demo.test`]);
  const change = (table: string, ids: readonly number[], columns: Readonly<Record<string, unknown>>) =>
    changeRecords(administrators, table, ids, columns);
  const columns = company[event];
  if (columns) await change('client', await idsOf('select id from client where tenant_id = $1'), columns);
  else if (Object.hasOwn(limits, event))
    await change('lb_user', await person('approver3'), { approval_limit: limits[event] });
  else if (event === 'away') {
    const [who, substitute] = absences[pick % absences.length] ?? absences[0];
    const [substitute_id] = await person(substitute);
    const [row] = await demo.db.sql<{ day: string }>(`select (${todayInSql} - 1)::text as day`);
    await change('lb_user', await person(who), { substitute_id, absence_from: row?.day, absence_to: null });
  } else if (event === 'back')
    await change(
      'lb_user',
      await idsOf('select id from lb_user where tenant_id = $1 and substitute_id is not null'),
      { substitute_id: null, absence_from: null, absence_to: null },
    );
  else return false;
  return true;
}

/** Deactivates the active ones of these records of a table, or activates the inactive ones. */
export async function switchRecords(
  demo: DemoApi,
  administrators: Administrators,
  table: string,
  named: readonly number[] | 'inactive',
): Promise<void> {
  const { tenantId } = administrators.first.context;
  const rows = await demo.db.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and active = ($2::bigint[] is not null) and ($2::bigint[] is null or id = any ($2))`,
    [tenantId, named === 'inactive' ? null : named],
  );
  const ids = rows.map(({ id }) => Number(id));
  // Meanwhile another supplier may have the number or account of an inactive one.
  await changeRecords(administrators, table, ids, { active: named === 'inactive' }, ['supplier_named']);
}

/** Gives a cost center a budget that any document exceeds. */
export async function makeBudgetSmall(
  { db }: DemoApi,
  administrators: Administrators,
  costCenterId: number | undefined,
): Promise<void> {
  const rows = await db.sql<{ id: string }>('select id from budget where cost_center_id = $1', [
    costCenterId,
  ]);
  await changeRecords(
    administrators,
    'budget',
    rows.map(({ id }) => Number(id)),
    { value: '100' },
  );
}
