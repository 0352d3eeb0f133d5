import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportStage, openImports } from '../../../../tests/entity/imports.ts';
import type { WebCaller } from '../../../../tests/support/demo-web.ts';
import { controls } from '../register.ts';

let stage: ImportStage;
let admin: WebCaller;
let second: WebCaller;
/** Rows of the demo that the cases change. */
let ids: Readonly<Record<string, number>>;

const tenant = () => stage.admin.context.tenantId;

async function idOf(table: string, condition = 'true'): Promise<number> {
  const [row] = await stage.demo.web.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and ${condition} order by id limit 1`,
    [tenant()],
  );
  return Number(row?.id);
}

beforeAll(async () => {
  stage = await openImports();
  const { demo } = stage;
  await demo.web.sql("update lb_user set roles = roles || '{user-admin}' where email = 'receiver@demo.test'");
  [admin, second] = await Promise.all([demo.person('admin@demo.test'), demo.person('receiver@demo.test')]);
  const add = async (table: string, columns: string, values: string) => {
    const [row] = await demo.web.sql<{ id: string }>(
      `insert into ${table} (tenant_id, ${columns}) values ($1, ${values}) returning id`,
      [tenant()],
    );
    return Number(row?.id);
  };
  await demo.web.sql('delete from configuration where tenant_id = $1', [tenant()]);
  ids = {
    client: await idOf('client'),
    department: await add('department', 'name', "'Zwei'"),
    product_group: await idOf('product_group'),
    person: await idOf('lb_user', "email = 'approver1@demo.test'"),
    other: await idOf('lb_user', "email = 'approver2@demo.test'"),
    group: await add('lb_user', 'name, is_group', "'Zwei', true"),
    supplier: await idOf('supplier'),
    cost_center: await add('cost_center', 'number, name', "'4711', 'Zwei'"),
  };
}, 120_000);
afterAll(() => stage?.close());

interface Change {
  readonly id: number;
  readonly state: string;
  readonly control: string;
}

/** The waiting changes, newest first. */
async function waiting(): Promise<readonly Change[]> {
  return (
    await admin.get<{ control_change: readonly Change[] }>(
      '{ control_change(where: { state: { _eq: "pending" } }, order_by: { id: desc }) { id state control } }',
    )
  ).control_change;
}

const decide = (who: WebCaller, verdict: 'confirm' | 'reject', id: number | undefined) =>
  who.ask<object>(`mutation { control_change_${verdict}(id: ${id}) { id state } }`);
const codeOf = ({ errors }: Awaited<ReturnType<typeof decide>>) => errors?.[0]?.extensions.code;

/** What stands in the row, as text. */
async function storedIn(table: string, id: number | undefined, column: string): Promise<string | null> {
  const [row] = await stage.demo.web.sql<{ value: string | null }>(
    `select ${column}::text as value from ${table} where id = $1`,
    [id],
  );
  return row?.value ?? null;
}

/** Other values than the demo has, as GraphQL writes them. */
const others = (): Readonly<Record<string, string>> => ({
  bank_change_second_person: 'false',
  min_approval: '0',
  self_approval: '"allowed"',
  amount_basis: '"gross"',
  when_limit_exceeded: '"block"',
  when_budget_exceeded: '"block"',
  substitute_limit: '"represented"',
  price_tolerance_percent: '"50"',
  tax_tolerance: '"9"',
  match_price_tolerance: '"9"',
  match_price_tolerance_amount: '"900"',
  match_quantity_tolerance: '"9"',
  match_quantity_tolerance_amount: '"900"',
  touchless_invoices: 'true',
  active: 'false',
  currency: '"CHF"',
  email: '"anders@demo.test"',
  roles: '["user-price", "user-export-invoice"]',
  approval_limit: '"99999.00"',
  priority_approval_limit: '77',
  is_group: 'true',
  substitute_id: String(ids.other),
});
const valueFor = (column: string) => others()[column] ?? String(ids.other);

type Way = (table: string, id: number, set: string, column: string) => string;
const ways: Readonly<Record<string, Way>> = {
  'by key': (table, id, set) =>
    `mutation { update_${table}_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`,
  'by where': (table, id, set) =>
    `mutation { update_${table}(where: { id: { _eq: ${id} } }, _set: { ${set} }) { affected_rows } }`,
  'by many': (table, id, set) =>
    `mutation { update_${table}_many(updates: [{ where: { id: { _eq: ${id} } }, _set: { ${set} } }]) { affected_rows } }`,
  'by the table view': (table, id, set, column) =>
    `mutation { insert_${table}(objects: [{ id: ${id}, ${set} }], on_conflict: { constraint: ${table}_pkey, update_columns: [${column}] }) { affected_rows } }`,
};

const rowOf = (table: string, column: string) =>
  table === 'lb_user' ? (column === 'active' ? ids.group : ids.person) : ids[table];

describe('AUTH-31 AUTH-37 what governs control', () => {
  test('is the same register in the database and here', async () => {
    const rows = await stage.demo.web.sql<{ table_name: string; control: string; kind: string }>(
      'select table_name, control, kind from app.controls()',
    );
    const names = rows.map(({ table_name, control, kind }) => `${kind} ${table_name}.${control}`);
    const declared = [
      ...Object.entries(controls.columns).flatMap(([table, columns]) =>
        columns.map((column) => `columns ${table}.${column}`),
      ),
      ...controls.settings.map((key) => `setting configuration.${key}`),
      ...controls.rows.map((table) => `rows ${table}.${table}`),
      ...controls.deletion.map((table) => `deletion ${table}.${table}`),
    ];
    expect(names.sort()).toEqual(declared.sort());
  });

  const cases = Object.entries(controls.columns).flatMap(([table, columns]) =>
    columns.flatMap((column) => Object.keys(ways).map((way) => [table, column, way] as const)),
  );
  test.each(cases)(
    '%s.%s changed %s waits, and applies once the second has confirmed',
    async (table, column, way) => {
      const id = rowOf(table, column) ?? 0;
      const before = await storedIn(table, id, column);
      const set = `${column}: ${valueFor(column)}`;
      const answer = await admin.ask<object>(ways[way]?.(table, id, set, column) ?? '');
      expect(answer.errors).toBeUndefined();
      expect(answer).toMatchObject({ extensions: { waiting: 1 } });
      expect(await storedIn(table, id, column)).toBe(before);
      const [change] = await waiting();
      expect(change).toMatchObject({ control: column });
      expect(codeOf(await decide(admin, 'confirm', change?.id))).toBe('second_administrator_required');
      if (way !== 'by key') {
        expect(codeOf(await decide(second, 'reject', change?.id))).toBeUndefined();
        expect(await storedIn(table, id, column)).toBe(before);
        return;
      }
      expect(codeOf(await decide(second, 'confirm', change?.id))).toBeUndefined();
      const after = await storedIn(table, id, column);
      expect(after).not.toBe(before);
      expect(codeOf(await decide(second, 'confirm', change?.id))).toBe('record_changed');
      // Back to what it was, in the other direction.
      await stage.demo.web.sql(
        `update ${table} set ${column} = ${before === null ? 'null' : `'${before}'`} where id = $1`,
        [id],
      );
      expect(await waiting()).toEqual([]);
    },
  );
});
