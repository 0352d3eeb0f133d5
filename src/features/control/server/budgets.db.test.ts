import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { todayInSql } from '../../../../tests/support/today.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';

let two: TwoAdministrators;
let budget = 0;
let other = 0;
beforeAll(async () => {
  two = await openTwoAdministrators();
  const [found] = await sql<{ id: string }>(
    "insert into cost_center (tenant_id, number, name) values ($1, '4712', 'Andere') returning id",
    [two.tenant],
  );
  other = Number(found?.id);
}, 120_000);
afterAll(() => two?.close());

/** A budget of 1,000 with 400 used. */
beforeEach(async () => {
  await sql('delete from budget where tenant_id = $1 and cost_center_id in ($2, $3)', [
    two.tenant,
    two.ids.cost_center,
    other,
  ]);
  await sql('update budget_amount set net = 400 where cost_center_id = $1', [two.ids.cost_center]);
  await sql("update control_change set state = 'void', decided_at = now() where state = 'pending'", []);
  const [made] = await sql<{ id: string }>(
    `insert into budget (tenant_id, cost_center_id, name, value, start, "end")
     values ($1, $2, 'Jahr', 1000, ${todayInSql} - 10, ${todayInSql} + 10) returning id`,
    [two.tenant, two.ids.cost_center],
  );
  budget = Number(made?.id);
});

async function sql<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return await two.setup.demo.web.sql<Row>(text, [...values]);
}

async function stored(): Promise<unknown> {
  const [row] = await sql<{ row: Record<string, unknown> }>(
    "select to_jsonb(b) - 'updated_at' as row from budget b where id = $1",
    [budget],
  );
  return row?.row;
}

type Way = (set: string, column: string) => string;
const ways: Readonly<Record<string, Way>> = {
  'by key': (set) =>
    `update_budget_by_pk(pk_columns: { id: ${budget} }, _set: { ${set} }, confirmations: $confirmations) { id }`,
  'by where': (set) =>
    `update_budget(where: { id: { _eq: ${budget} } }, _set: { ${set} }, confirmations: $confirmations) { affected_rows }`,
  'by many': (set) =>
    `update_budget_many(updates: [{ where: { id: { _eq: ${budget} } }, _set: { ${set} } }], confirmations: $confirmations) { affected_rows }`,
  'by upsert': (set, column) =>
    `insert_budget_one(object: { id: ${budget}, ${set} }, confirmations: $confirmations,
      on_conflict: { constraint: budget_pkey, update_columns: [${column}] }) { id }`,
  'by the table view': (set, column) =>
    `insert_budget(objects: [{ id: ${budget}, ${set} }], confirmations: $confirmations,
      on_conflict: { constraint: budget_pkey, update_columns: [${column}] }) { affected_rows }`,
  'with its cost center': (set, column) =>
    `insert_cost_center_one(object: { ${costCenterWith(set, column)} }, confirmations: $confirmations,
      on_conflict: { constraint: cost_center_pkey, update_columns: [name] }) { id }`,
  'with a link to its cost center': (set, column) =>
    `insert_department_cost_center_one(object: { department_id: ${two.ids.department}, cost_center: { data: {
      ${costCenterWith(set, column)} }, on_conflict: { constraint: cost_center_pkey, update_columns: [name] } } },
      on_conflict: { constraint: department_cost_center_pkey, update_columns: [] }, confirmations: $confirmations) { department_id }`,
};
const nested = Object.keys(ways).filter((way) => way.startsWith('with '));

function costCenterWith(set: string, column: string): string {
  return `id: ${two.ids.cost_center}, name: "Zwei", budgets: { data: [{ id: ${budget}, ${set} }],
    on_conflict: { constraint: budget_pkey, update_columns: [${column}] } }`;
}

/** Sends the mutation as the administrator, with these confirmations. */
const ask = (field: string, confirmations: readonly string[] = []) =>
  two.admin.ask(`mutation ($confirmations: [String!]) { ${field} }`, { confirmations });

/** Expects the question first, and confirms it. */
async function confirmed(field: string) {
  const before = await stored();
  const { errors } = await ask(field);
  const values = { count: 1, names: '4711 Zwei, Jahr' };
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'budget_in_use',
    values,
    confirm: { code: 'budget_in_use', values },
  });
  expect(await stored()).toEqual(before);
  expect(await two.waiting()).toEqual([]);
  const { confirm } = (errors?.[0]?.extensions ?? {}) as { confirm?: { hash: string } };
  return await ask(field, ['0123456789abcdef', confirm?.hash ?? '']);
}

/** Changes that reduce a budget in use. */
const undercuts = (): Readonly<Record<string, string>> => ({
  value: '"399.99"',
  start: '"2001-01-01"',
  end: '"2901-01-01"',
  cost_center_id: String(other),
  not_allocated: 'true',
  active: 'false',
});

describe('AUTH-37 BUD-08 a budget in use', () => {
  const cases = Object.keys(ways).flatMap((way) =>
    Object.keys(undercuts())
      .filter((column) => !nested.includes(way) || column !== 'cost_center_id')
      .map((column) => [column, way] as const),
  );
  test.each(cases)(
    'changed in %s %s needs confirmation, waits, shows its use, and applies once another administrator confirms',
    async (column, way) => {
      const before = await stored();
      const answer = await confirmed(ways[way]?.(`${column}: ${undercuts()[column]}`, column) ?? '');
      expect(answer.errors).toBeUndefined();
      expect(answer).toMatchObject({ extensions: { waiting: 1 } });
      expect(await stored()).toEqual(before);
      const { changes } = await two.second.get<{ changes: readonly { id: number }[] }>(
        `{ changes: control_change(where: { state: { _eq: "pending" } }) { id table_name of_table of_name used } }`,
      );
      expect(changes).toEqual([
        expect.objectContaining({
          table_name: 'budget',
          of_table: 'cost_center',
          of_name: '4711 Zwei, Jahr',
          used: 400,
        }),
      ]);
      expect(await two.decide(two.admin, 'confirm', changes[0]?.id)).toBe('second_administrator_required');
      expect(await two.decide(two.second, 'confirm', changes[0]?.id)).toBeUndefined();
      expect(await stored()).not.toEqual(before);
    },
  );

  test.each([
    ['by key', () => `delete_budget_by_pk(id: ${budget}, confirmations: $confirmations) { id }`],
    [
      'by where',
      () =>
        `delete_budget(where: { id: { _eq: ${budget} } }, confirmations: $confirmations) { affected_rows }`,
    ],
  ])('deleted %s needs confirmation and waits too', async (_, field) => {
    const answer = await confirmed(field());
    expect(answer).toMatchObject({ extensions: { waiting: 1 } });
    expect(await stored()).toBeDefined();
    const [change] = await two.waiting();
    expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
    expect(await stored()).toBeUndefined();
  });

  test('is raised, renamed and set to at least its use immediately, and changed freely while unused', async () => {
    const at_once = async (set: string) => {
      const answer = await ask(ways['by key']?.(set, '') ?? '');
      expect(answer, set).not.toHaveProperty('extensions');
      expect(answer.errors, set).toBeUndefined();
    };
    for (const set of ['value: "2000"', 'name: "Neu"', 'value: "400"']) await at_once(set);
    await sql('update budget_amount set net = 0 where cost_center_id = $1', [two.ids.cost_center]);
    for (const set of ['value: "1"', 'active: false']) await at_once(set);
  });

  test('cannot be changed by somebody acting as another person', async () => {
    const acting = await two.actAsSecond();
    const field = ways['by key']?.('value: "1"', '').replace(', confirmations: $confirmations', '');
    expect(await acting(`mutation { ${field} }`)).toBe('permission_denied');
  });

  test('needs one confirmation for all fields of a mutation, and another for another change', async () => {
    const first = ways['by key']?.('value: "300"', 'value') ?? '';
    const both = `one: ${first} two: ${first.replace('300', '200')}`;
    const asked = async (field: string, confirmations: readonly string[]) => {
      const extensions = (await ask(field, confirmations)).errors?.[0]?.extensions;
      return (extensions as { confirm?: { hash: string } } | undefined)?.confirm?.hash;
    };
    const hash = (await asked(first, [])) ?? '';
    const other = (await asked(both, [hash])) ?? '';
    expect([hash, other].every((one) => one.length === 16)).toBe(true);
    expect(other).not.toBe(hash);
    expect(await asked(both, [other])).toBeUndefined();
  });

  test('also needs confirmation if no other person could confirm it, and then changes immediately', async () => {
    const roles = await sql<{ roles: string[] }>('select roles from lb_user where id = $1', [
      two.second.context.userId,
    ]);
    await sql("update lb_user set roles = array_remove(roles, 'user-admin') where id = $1", [
      two.second.context.userId,
    ]);
    const answer = await confirmed(ways['by key']?.('value: "1"', 'value') ?? '');
    await sql('update lb_user set roles = $2 where id = $1', [two.second.context.userId, roles[0]?.roles]);
    expect(answer.errors).toBeUndefined();
    expect(answer).not.toHaveProperty('extensions');
    expect(await stored()).toMatchObject({ value: 1 });
  });
});
