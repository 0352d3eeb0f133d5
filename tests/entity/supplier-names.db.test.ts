import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/platform/server/database.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { openTwoAdministrators, type TwoAdministrators } from '../support/two-administrators.ts';

let two: TwoAdministrators;
let admin: WebCaller;
let client: number;
let sql: TwoAdministrators['setup']['demo']['web']['sql'];

beforeAll(async () => {
  two = await openTwoAdministrators();
  ({ admin } = two);
  client = two.ids.client ?? 0;
  sql = two.setup.demo.web.sql;
}, 120_000);
afterAll(() => two?.close());

let made = 0;
/** A supplier with these columns, inserted directly. */
async function stored(columns: Readonly<Record<string, string | boolean>> = {}) {
  made += 1;
  const name = `Benannt ${made}`;
  const names = ['', ...Object.keys(columns)].join(', ');
  const places = Object.keys(columns).map((_, place) => `, $${place + 3}`);
  const [row] = await sql<{ id: string }>(
    `insert into supplier (tenant_id, name${names}) values ($1, $2${places.join('')}) returning id`,
    [two.tenant, name, ...Object.values(columns)],
  );
  return { id: Number(row?.id), name };
}

/** The identifying fields of suppliers, with a unique value for each test. */
const values: Readonly<Record<string, () => string>> = {
  external_id: () => String(76_000 + made),
  vat_number: () => `ATU${String(10_000_000 + made)}`,
};

const ways: Readonly<Record<string, (id: number, column: string, value: string) => Promise<unknown>>> = {
  'by key': (id, column, value) =>
    admin.ask(
      `mutation { update_supplier_by_pk(pk_columns: { id: ${id} }, _set: { ${column}: "${value}" }) { id } }`,
    ),
  'by where': (id, column, value) =>
    admin.ask(
      `mutation { update_supplier(where: { id: { _eq: ${id} } }, _set: { ${column}: "${value}" }) { affected_rows } }`,
    ),
  'by many': (id, column, value) =>
    admin.ask(
      `mutation { update_supplier_many(updates: [{ where: { id: { _eq: ${id} } }, _set: { ${column}: "${value}" } }]) { affected_rows } }`,
    ),
  'by the table view': (id, column, value) =>
    admin.ask(`mutation { insert_supplier(objects: [{ id: ${id}, ${column}: "${value}" }],
      on_conflict: { constraint: supplier_pkey, update_columns: [${column}] }) { affected_rows } }`),
  'with a new one': (id, column, value) =>
    admin.ask(
      `mutation { insert_supplier_one(object: { name: "Neu ${id}", ${column}: "${value}" }) { id } }`,
    ),
  'with a new one nested in a product': (id, column, value) =>
    admin.ask(`mutation { insert_product_one(object: { name: "Ware ${id}", item_number: "W-${id}",
      supplier: { data: { name: "Neu ${id}", ${column}: "${value}" } } }) { id } }`),
};
const cases = Object.keys(values).flatMap((column) => Object.keys(ways).map((way) => [column, way] as const));

const refusalOf = (answer: unknown) => {
  const [error] = (answer as Awaited<ReturnType<WebCaller['ask']>>).errors ?? [];
  const { code, problems } = (error?.extensions ?? {}) as {
    code?: string;
    problems?: { field: string; values: object }[];
  };
  return { code, problems };
};

describe('ADM-23 identifying fields of a supplier', () => {
  test.each(cases)('%s given to another one %s is refused and names the owner', async (column, way) => {
    const other = await stored();
    const value = values[column]?.() ?? '';
    const owner = await stored({ [column]: value });
    expect(refusalOf(await ways[way]?.(other.id, column, value))).toMatchObject({
      code: 'supplier_named',
      problems: [{ field: column, values: { name: owner.name, value } }],
    });
  });

  test.each(cases)(
    '%s of an inactive one given to another one %s waits for a second person',
    async (column, way) => {
      const other = await stored();
      const value = values[column]?.() ?? '';
      await stored({ [column]: value, active: false });
      expect(await ways[way]?.(other.id, column, value)).toMatchObject({ extensions: { waiting: 1 } });
      const [change] = await two.waiting();
      expect(change).toMatchObject({ control: column });
      expect(await two.decide(admin, 'confirm', change?.id)).toBe('second_administrator_required');
      expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
      expect(await sql(`select from supplier where active and ${column} = $1`, [value])).toHaveLength(1);
    },
  );

  test.each(cases)('an unused %s is given %s at once', async (column, way) => {
    const other = await stored();
    const value = values[column]?.() ?? '';
    const answer = await ways[way]?.(other.id, column, value);
    expect(refusalOf(answer).code).toBeUndefined();
    expect(answer).not.toMatchObject({ extensions: { waiting: 1 } });
    expect(await sql(`select from supplier where active and ${column} = $1`, [value])).toHaveLength(1);
  });

  test.each(Object.keys(values))(
    '%s is refused at the confirmation if it was given away meanwhile',
    async (column) => {
      const value = values[column]?.() ?? '';
      const former = await stored({ [column]: value, active: false });
      const one = await stored();
      await ways['by key']?.(one.id, column, value);
      await sql('update supplier set active = true where id = $1', [former.id]);
      const [change] = await two.waiting();
      expect(await two.decide(two.second, 'confirm', change?.id)).toBe('supplier_named');
      expect(await two.decide(two.second, 'reject', change?.id)).toBeUndefined();
    },
  );

  test('an inactive one cannot become active beside the owner of its number', async () => {
    const number = String(76_000 + made);
    const former = await stored({ external_id: number, active: false });
    await stored({ external_id: number });
    const answer = await admin.ask(
      `mutation { update_supplier_by_pk(pk_columns: { id: ${former.id} }, _set: { active: true }) { id } }`,
    );
    expect(refusalOf(answer).code).toBe('supplier_named');
  });

  test('older duplicates are saved unchanged', async () => {
    const number = String(76_000 + made);
    await stored({ external_id: number });
    const twin = await stored({ external_id: number });
    const save = `mutation { update_supplier_by_pk(pk_columns: { id: ${twin.id} }, _set: { external_id: "${number}", notes: "Bleibt" }) { id } }`;
    expect(refusalOf(await admin.ask(save)).code).toBeUndefined();
  });

  const iban = 'DE02120300000000202051';

  test.each(Object.keys(ways).filter((way) => !way.startsWith('with a new one')))(
    'an IBAN given to another one %s is refused at the proposal',
    async (way) => {
      const [owner] = await sql<{ name: string }>('select name from supplier where iban = $1', [iban]);
      const { name } = owner ?? (await stored({ iban }));
      const other = await stored();
      expect(refusalOf(await ways[way]?.(other.id, 'iban', iban))).toMatchObject({
        code: 'supplier_named',
        problems: [{ field: 'iban', values: { name } }],
      });
      expect(
        await sql("select from supplier_bank_change where iban = $1 and state = 'pending'", [iban]),
      ).toEqual([]);
    },
  );

  test('an IBAN of another one that comes with a new one waits, is reported, and cannot be confirmed for it', async () => {
    const answer = await ways['with a new one']?.(0, 'iban', iban);
    expect(answer).toMatchObject({ extensions: { waiting: 1, twins: 1 } });
    const [change] = await sql<{ id: string }>(
      "select id from supplier_bank_change where iban = $1 and state = 'pending'",
      [iban],
    );
    const confirm = `mutation { supplier_bank_change_confirm(id: ${change?.id}) { id } }`;
    expect(refusalOf(await two.second.ask(confirm)).code).toBe('supplier_named');
  });

  test('an IBAN that waits for two is confirmed for one active supplier only', async () => {
    const waiting = 'DE89370400440532013000';
    const [owner, other] = [await stored(), await stored()];
    for (const { id } of [owner, other]) await ways['by key']?.(id, 'iban', waiting);
    const confirm = async ({ id }: { id: number }) => {
      const [change] = await sql<{ id: string }>(
        "select id from supplier_bank_change where supplier_id = $1 and state = 'pending'",
        [id],
      );
      return refusalOf(
        await two.second.ask(`mutation { supplier_bank_change_confirm(id: ${change?.id}) { id } }`),
      );
    };
    expect((await confirm(owner)).code).toBeUndefined();
    expect(await confirm(other)).toMatchObject({
      code: 'supplier_named',
      problems: [{ field: 'iban', values: { name: owner.name } }],
    });
    await sql('update supplier set active = false where id = $1', [owner.id]);
    expect((await confirm(other)).code).toBeUndefined();
  });
});

describe('ADM-23 a number in a company', () => {
  const inCompany = (id: number, column: string, value: string) =>
    admin.ask(
      `mutation { insert_supplier_client_one(object: { supplier_id: ${id}, client_id: ${client}, ${column}: "${value}" }) { id } }`,
    );
  const columns = [
    ['external_id', () => String(77_000 + made)],
    ['vendor_account', () => `V-${made}`],
  ] as const;

  test.each(columns)('%s identifies one supplier there', async (column, next) => {
    const value = next();
    const [owner, other] = [await stored(), await stored()];
    expect(refusalOf(await inCompany(owner.id, column, value)).code).toBeUndefined();
    expect(refusalOf(await inCompany(other.id, column, value))).toMatchObject({
      code: 'supplier_named',
      problems: [{ field: column, values: { name: owner.name } }],
    });
  });

  test('is that of a supplier without its own number there, too, with the zeros of the company', async () => {
    const number = String(77_000 + made);
    await stored({ external_id: number });
    const other = await stored();
    expect(refusalOf(await inCompany(other.id, 'external_id', number)).code).toBe('supplier_named');
    const [row] = await sql<{ length: number }>(
      'select ledger_account_length as length from client where id = $1',
      [client],
    );
    await sql('update client set ledger_account_length = 5 where id = $1', [client]);
    expect(refusalOf(await inCompany(other.id, 'external_id', `${number}0`)).code).toBe('supplier_named');
    await sql('update client set ledger_account_length = $2 where id = $1', [client, row?.length]);
  });

  test('a general number counts in every company without an own number for the supplier, including inactive ones', async () => {
    const number = String(77_000 + made);
    const holder = await stored({ external_id: number });
    const elsewhere = `insert into supplier_client (tenant_id, supplier_id, client_id, external_id)
      select $1, $2, id, '7' || (9000 + id) from client where tenant_id = $1 and id <> $3`;
    await sql(elsewhere, [two.tenant, holder.id, client]);
    await sql('update client set active = false where id = $1', [client]);
    const general = async () => {
      const { id } = await stored();
      return await ways['by key']?.(id, 'external_id', number);
    };
    expect(refusalOf(await general()).code).toBe('supplier_named');
    await sql('update client set active = true where id = $1', [client]);
    await sql(
      "insert into supplier_client (tenant_id, supplier_id, client_id, external_id) values ($1, $2, $3, '78999')",
      [two.tenant, holder.id, client],
    );
    expect(await general()).toMatchObject({ extensions: { waiting: 1 } });
    const [change] = await two.waiting();
    expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
  });

  test.each(columns)('%s is changed and removed by two people', async (column, next) => {
    const value = next();
    const { id } = await stored();
    await inCompany(id, column, value);
    const numbers = () => sql(`select ${column} as number from supplier_client where supplier_id = $1`, [id]);
    const where = `where: { supplier_id: { _eq: ${id} } }`;
    for (const [mutation, after] of [
      [`update_supplier_client(${where}, _set: { ${column}: "${value}9" })`, [{ number: `${value}9` }]],
      [`delete_supplier_client(${where})`, []],
    ] as const) {
      const before = await numbers();
      expect(await admin.ask(`mutation { ${mutation} { affected_rows } }`)).toMatchObject({
        extensions: { waiting: 1 },
      });
      expect(await numbers()).toEqual(before);
      const [change] = await two.waiting();
      expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
      expect(await numbers()).toEqual(after);
    }
  });

  test('one that replaces the number of the supplier needs two people', async () => {
    const { id } = await stored({ external_id: String(77_000 + made) });
    expect(await inCompany(id, 'external_id', String(78_000 + made))).toMatchObject({
      extensions: { waiting: 1 },
    });
    const [change] = await two.waiting();
    expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
    expect(await sql('select from supplier_client where supplier_id = $1', [id])).toHaveLength(1);
  });
});

describe('ADM-23 beside two thousand suppliers', () => {
  const insert = `with new as (
      insert into supplier (tenant_id, name, country, external_id, vat_number, tax_number, iban)
      select $1, 'Reihe ' || n, 'DE', (800000 + n)::text, 'DE' || (100000000 + n), 'ST' || n, 'DE' || (10000000000000000000 + n)
      from generate_series(1, 10) n returning id)
    insert into supplier_client (tenant_id, supplier_id, client_id, vendor_account)
    select $1, id, $2, 'V-' || id from new`;
  const tables = ['supplier', 'supplier_client', 'supplier_bank_change', 'control_change'];

  /** The number of rows of these tables that the database reads for each of ten new suppliers. */
  async function readForEach(): Promise<number> {
    const run = async (tx: Tx): Promise<number> => {
      const { rows } = await tx.one<{ rows: number }>(
        'select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = any ($1)',
        [tables],
      );
      return rows;
    };
    return await two.setup.demo.web.database.inTenant(
      admin.context,
      async (tx) => {
        const before = await run(tx);
        await tx.query(insert, [two.tenant, client]);
        return ((await run(tx)) - before) / 10;
      },
      { role: 'writer' },
    );
  }

  test('the database reads only a few of them for a new one', async () => {
    await sql(
      `insert into supplier (tenant_id, name, external_id, vat_number, tax_number)
       select $1, 'Masse ' || n, (900000 + n)::text, 'DE' || (200000000 + n), 'M' || n from generate_series(1, 2000) n`,
      [two.tenant],
    );
    await sql(`analyze ${tables.join(', ')}`);
    expect(await readForEach()).toBeLessThan(200);
  });
});
