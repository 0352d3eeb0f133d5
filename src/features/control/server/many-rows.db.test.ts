import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';
import { bookedBy } from '../reach.ts';

let demo: DemoApi;
let admin: Caller;
const ids = new Map<string, readonly string[]>();

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  const { tenantId: tenant } = admin.context;
  for (const table of bookedBy) {
    const rows = await demo.db.sql<{ id: string }>(
      `insert into ${table} (${['tenant_id', ...Object.keys(begun(table))].join(', ')})
       select $1, ${Object.values(begun(table)).join(', ')} from generate_series(1, 2) n returning id`,
      [tenant],
    );
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
});
afterAll(() => demo.close());

/** The column with the external id of the row. */
const nameOf = (table: string) => (/^(tax_|financial_)/.test(table) ? 'code' : 'number');

/** The columns of two rows, in SQL. */
function begun(table: string): Readonly<Record<string, string>> {
  const company = '(select min(id) from client where tenant_id = $1)';
  return {
    [nameOf(table)]: '(770 + n)::text',
    name: "'Eigen'",
    ...(nameOf(table) === 'code' && { client_id: company }),
    ...(table === 'tax_item_group' && { tax_code: "'E'" }),
    ...(table === 'financial_dimension' && { dimension_type: "'project'" }),
  };
}

type Way = (table: string, rows: readonly { readonly id: string; readonly set: string }[]) => string;
const confirmed = 'confirmations: $confirmations';
const waysOfTwo: Readonly<Record<string, Way>> = {
  'by key': (table, rows) =>
    rows
      .map(
        ({ id, set }) =>
          `_${id}: update_${table}_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }, ${confirmed}) { id }`,
      )
      .join(' '),
  'by where': (table, rows) =>
    rows
      .map(
        ({ id, set }) =>
          `_${id}: update_${table}(where: { id: { _eq: ${id} } }, _set: { ${set} }, ${confirmed}) { affected_rows }`,
      )
      .join(' '),
  'by many': (table, rows) =>
    `update_${table}_many(updates: [${rows.map(({ id, set }) => `{ where: { id: { _eq: ${id} } }, _set: { ${set} } }`).join(', ')}],
      ${confirmed}) { affected_rows }`,
  'by the table view': (table, rows) =>
    `insert_${table}(objects: [${rows.map(({ id, set }) => `{ id: ${id}, ${set} }`).join(', ')}], ${confirmed},
      on_conflict: { constraint: ${table}_pkey, update_columns: [${nameOf(table)}] }) { affected_rows }`,
};
const cases = bookedBy.flatMap((table) => Object.keys(waysOfTwo).map((way) => [table, way] as const));

const ask = (field: string, confirmations: readonly string[] = []) =>
  admin.ask(`mutation ($confirmations: [String!]) { ${field} }`, { confirmations });
const refusal = async (field: string, confirmations: readonly string[] = []) => {
  const { errors } = await ask(field, confirmations);
  return errors?.[0]?.extensions as { code: string; confirm?: { hash: string } } | undefined;
};

let given = 900;
/** Two rows of a table and their new, unused names. */
function renamed(table: string) {
  return (ids.get(table) ?? []).map((id) => {
    given += 1;
    return { id, set: `${nameOf(table)}: "${given}"` };
  });
}
const namesIn = (table: string) =>
  demo.db.sql(`select ${nameOf(table)} as name from ${table} where id = any ($1) order by id`, [
    ids.get(table),
  ]);

describe('API-41 posting data of documents', () => {
  test.each(cases)(
    'is changed in two rows of %s %s only after confirming the number of rows',
    async (table, way) => {
      const rows = renamed(table);
      const field = waysOfTwo[way]?.(table, rows) ?? '';
      const before = await namesIn(table);
      const refused = await refusal(field);
      expect(refused).toMatchObject({ code: 'many_rows', confirm: { values: { count: 2 } } });
      expect(await namesIn(table)).toEqual(before);
      const hash = refused?.confirm?.hash ?? '';
      const other = await refusal(waysOfTwo[way]?.(table, renamed(table)) ?? '', [hash]);
      expect(other).toMatchObject({ code: 'many_rows' });
      expect((await ask(field, [hash])).errors).toBeUndefined();
      expect(await namesIn(table)).not.toEqual(before);
    },
  );

  test('needs no confirmation for one changed row per table, for unchanged rows, and for changed names', async () => {
    const [keys, accounts] = [ids.get('posting_key') ?? [], renamed('ledger_account').slice(0, 1)];
    const rows = keys.map((id, n) => ({ id, set: n === 0 ? 'tax: "7"' : 'active: true' }));
    const field = waysOfTwo['by key']?.('posting_key', rows) ?? '';
    expect(await refusal(`${field} ${waysOfTwo['by key']?.('ledger_account', accounts)}`)).toBeUndefined();
    const alike = (set: string) =>
      refusal(
        `update_posting_key(where: { id: { _in: [${keys.join(', ')}] } }, _set: { ${set} }, ${confirmed}) { affected_rows }`,
      );
    expect(await alike('name: "Neu"')).toBeUndefined();
    expect(await alike('tax: "7"')).toBeUndefined();
    expect(await alike('tax: "19"')).toMatchObject({ code: 'many_rows' });
  });

  test('needs confirmation for nested rows as well', async () => {
    const client = `(select min(id) from client where tenant_id = ${admin.context.tenantId})`;
    const [company] = await demo.db.sql<{ id: string }>(`select ${client} as id`);
    const field = renamed('cost_center')
      .map(
        ({ id, set }, n) =>
          `_${n}: insert_cost_center_client_one(object: { client_id: ${company?.id}, cost_center: { data: { id: ${id}, name: "E", ${set} },
            on_conflict: { constraint: cost_center_pkey, update_columns: [number] } } },
            on_conflict: { constraint: cost_center_client_pkey, update_columns: [] }, ${confirmed}) { client_id }`,
      )
      .join(' ');
    expect(await refusal(field)).toMatchObject({ code: 'many_rows' });
  });
});
