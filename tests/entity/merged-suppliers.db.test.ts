import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { callerIn } from '../support/demo-api.ts';
import { type Fixture, fillTenants } from '../support/tenants.ts';
import { openTwoAdministrators, type TwoAdministrators } from '../support/two-administrators.ts';

describe('ADM-22 all references to a merged supplier', () => {
  let db: TestDatabase;
  let fixture: Fixture;
  let owner: pg.Client;

  beforeAll(async () => {
    db = await testDatabase();
    owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    await prepareQueue(db.ownerUrl);
    fixture = await fillTenants(owner);
  }, 120_000);
  afterAll(async () => {
    await owner.end();
    await db.drop();
  });

  /** A supplier open to everyone stays open. */
  const rights = ['permission_supplier.supplier_id', 'supplier_department.supplier_id'];

  /** The columns of the catalogue that refer to suppliers, with the number of rows that refer to this one. */
  async function pointing(id: string | null | undefined): Promise<ReadonlyMap<string, number>> {
    const { rows: columns } = await owner.query<{ table: string; column: string }>(
      `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
       where c.contype = 'f' and c.confrelid = 'supplier'::regclass order by 1, 2`,
    );
    const counts = new Map<string, number>();
    for (const { table, column } of columns) {
      const { rows } = await owner.query<{ count: string }>(
        `select count(*) from ${table} where tenant_id = $1 and ${column} = $2`,
        [fixture.a.id, id],
      );
      counts.set(`${table}.${column}`, Number(rows[0]?.count));
    }
    return counts;
  }

  test('move to the other one, in every table of the catalogue', async () => {
    const from = fixture.a.row('supplier').id;
    const { rows } = await owner.query<{ id: string }>(
      "insert into supplier (tenant_id, name) values ($1, 'Bleibt GmbH') returning id",
      [fixture.a.id],
    );
    const into = rows[0]?.id;
    // A supplier merged into this one before moves with it.
    await owner.query(
      "insert into supplier (tenant_id, name, active, merged_into_id) values ($1, 'Früher GmbH', false, $2)",
      [fixture.a.id, from],
    );
    const before = await pointing(from);
    expect([...before].filter(([, count]) => count === 0)).toEqual([]);
    await owner.query('update supplier set merged_into_id = $3 where tenant_id = $1 and id = $2', [
      fixture.a.id,
      from,
      into,
    ]);
    const [left, now] = [await pointing(from), await pointing(into)];
    for (const [column, count] of before) {
      if (rights.includes(column)) {
        expect([column, left.get(column), now.get(column)]).toEqual([column, count, 0]);
      } else {
        // The merged one refers to the other one as well.
        const own = column === 'supplier.merged_into_id' ? 1 : 0;
        expect([column, left.get(column), now.get(column)]).toEqual([column, 0, count + own]);
      }
    }
    const merged = await owner.query('select active from supplier where id = $1', [from]);
    expect(merged.rows).toEqual([{ active: false }]);
  });
});

describe('ADM-22 AUTH-37 merging suppliers', () => {
  let two: TwoAdministrators;
  let sql: TwoAdministrators['setup']['demo']['web']['sql'];
  beforeAll(async () => {
    two = await openTwoAdministrators();
    sql = two.setup.demo.web.sql;
  }, 120_000);
  afterAll(() => two?.close());

  const merging = (from: number, into: number) =>
    `mutation { update_supplier_by_pk(pk_columns: { id: ${from} }, _set: { merged_into_id: ${into} }) { id active } }`;
  async function stored(name: string, columns = '', values = ''): Promise<number> {
    const [row] = await sql<{ id: string }>(
      `insert into supplier (tenant_id, name${columns}) values ($1, $2${values}) returning id`,
      [two.tenant, name],
    );
    return Number(row?.id);
  }
  const merged = async (id: number) =>
    (
      await sql<{ merged_into_id: string | null; active: boolean }>(
        'select merged_into_id::int, active from supplier where id = $1',
        [id],
      )
    )[0];
  const codeOf = (answer: { errors?: readonly { extensions: { code: string } }[] | undefined }) =>
    answer.errors?.[0]?.extensions.code;

  test('waits for a second administrator; documents follow, and their history stays', async () => {
    const [from] = await sql<{ id: string }>(
      `select supplier_id as id from procurement_line where supplier_id is not null group by 1
       order by count(*) desc limit 1`,
    );
    const id = Number(from?.id);
    const into = await stored('Nimmt auf GmbH', ', external_id', ", '79111'");
    const lines = () =>
      sql('select id from procurement_line where supplier_id = any ($1) order by id', [[id, into]]);
    const before = await lines();
    const history = () => sql('select id, message_code, completed_at from timeline_entry order by id');
    const reported = await history();
    expect(await two.admin.ask(merging(id, into))).toMatchObject({ extensions: { waiting: 1 } });
    expect(await merged(id)).toEqual({ merged_into_id: null, active: true });
    const [change] = await two.waiting();
    expect(change).toMatchObject({ control: 'merged_into_id' });
    expect(await two.decide(two.admin, 'confirm', change?.id)).toBe('second_administrator_required');
    expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
    expect(await merged(id)).toEqual({ merged_into_id: into, active: false });
    expect(await lines()).toEqual(before);
    expect(await sql('select from procurement_line where supplier_id = $1', [id])).toEqual([]);
    expect(await history()).toEqual(reported);
    const audited = await sql(
      `select from audit_log where "table" = 'procurement_line' and data_after ->> 'supplier_id' = $1`,
      [String(into)],
    );
    expect(audited).toHaveLength(before.length);
    // Rows listed for the one are found for the other.
    const listed = await sql('select from document where $1 = any (supplier_ids)', [into]);
    expect(listed.length).toBeGreaterThan(0);
    expect(await sql('select from document where $1 = any (supplier_ids)', [id])).toEqual([]);
    // Its numbers stay where the other one has some.
    const numbers = await sql(
      'select from supplier_client where supplier_id = $1 and external_id is not null',
      [into],
    );
    expect(numbers).toEqual([]);
  });

  test('is refused for an inactive, merged or identical supplier, and cannot be undone', async () => {
    const [one, other] = [await stored('Eins GmbH'), await stored('Andere GmbH')];
    const inactive = await stored('Ruht GmbH', ', active', ', false');
    expect(codeOf(await two.admin.ask(merging(one, one)))).toBe('not_selectable');
    expect(codeOf(await two.admin.ask(merging(one, inactive)))).toBe('not_selectable');
    expect(codeOf(await two.admin.ask(merging(one, 999_999_999)))).toBe('foreign_key_violation');
    await sql('update supplier set merged_into_id = $2 where id = $1', [one, other]);
    expect(codeOf(await two.admin.ask(merging(one, inactive)))).toBe('permission_denied');
    const back = `mutation { update_supplier_by_pk(pk_columns: { id: ${one} }, _set: { merged_into_id: null }) { id } }`;
    expect(codeOf(await two.admin.ask(back))).toBe('permission_denied');
    const active = `mutation { update_supplier_by_pk(pk_columns: { id: ${one} }, _set: { active: true }) { id } }`;
    expect(codeOf(await two.admin.ask(active))).toBe('check_violation');
  });

  test('needs the logged-in person, and is refused with a new supplier or while acting as another', async () => {
    const [one, other] = [await stored('Drei GmbH'), await stored('Vier GmbH')];
    const withNew = `mutation { insert_supplier_one(object: { name: "Neu", merged_into_id: ${other} }) { id } }`;
    expect(codeOf(await two.admin.ask(withNew))).toBe('permission_denied');
    const acting = await two.actAsSecond();
    expect(await acting(merging(one, other))).toBe('permission_denied');
    const { database, configuration } = two.setup.demo.web;
    const log = { error: (...details: unknown[]) => console.error(...details) };
    const graphql = await openGraphql(database, log, deriveSecrets(configuration.secretKey));
    const byToken = callerIn(graphql, { ...two.admin.context, means: 'token' });
    expect(codeOf(await byToken.ask(merging(one, other)))).toBe('permission_denied');
    expect(await merged(one)).toEqual({ merged_into_id: null, active: true });
  });

  /** A request with one line and one order in this state at each of two suppliers. */
  async function shared(status: string, state: string, stateOfOther = state) {
    made += 1;
    const [from, into] = [await stored(`Geht ${made}`), await stored(`Bleibt ${made}`)];
    const [source] = await sql<{ id: string }>(
      'select procurement_id as id from procurement_supplier_order order by id offset $1 limit 1',
      [made],
    );
    const id = source?.id;
    await sql('delete from procurement_supplier_order where procurement_id = $1', [id]);
    await sql('update procurement set status = $2 where id = $1', [id, status]);
    await sql(
      'insert into procurement_supplier_order (tenant_id, procurement_id, supplier_id, state) values ($1, $2, $3, $4), ($1, $2, $5, $6)',
      [two.tenant, id, from, state, into, stateOfOther],
    );
    await sql(
      'update procurement_line set supplier_id = $2, marketplace_id = null where procurement_id = $1',
      [id, from],
    );
    const suppliersOf = async (table: string) => {
      const rows = await sql<{ id: string }>(
        `select distinct supplier_id as id from ${table} where procurement_id = $1`,
        [id],
      );
      return rows.map((row) => Number(row.id)).toSorted();
    };
    const merge = async () => {
      const code = codeOf(await two.admin.ask(merging(from, into)));
      const [change] = code === undefined ? await two.waiting() : [];
      if (change) expect(await two.decide(two.second, 'confirm', change.id)).toBeUndefined();
      return code;
    };
    const states = () => sql('select state from procurement_supplier_order where procurement_id = $1', [id]);
    const lines = () =>
      sql(
        `select distinct data_before ->> 'supplier_id' as before, data_after ->> 'supplier_id' as after from audit_log
         where "table" = 'procurement_line' and data_after ->> 'supplier_id' = $1`,
        [String(into)],
      );
    const name = async () => {
      const [row] = await sql<{ name: string }>(
        "select concat_ws(' ', coalesce(order_number_formatted, draft_number_formatted), name) as name from procurement where id = $1",
        [id],
      );
      return row?.name;
    };
    return { from, into, suppliersOf, merge, states, lines, name };
  }
  let made = 0;

  test('makes one order from the open orders of a request to both', async () => {
    const { into, suppliersOf, merge } = await shared('approved', 'open');
    expect(await merge()).toBeUndefined();
    expect(await suppliersOf('procurement_supplier_order')).toEqual([into]);
    expect(await suppliersOf('procurement_line')).toEqual([into]);
  });

  test('leaves a finished request with both orders', async () => {
    const { from, into, suppliersOf, merge } = await shared('completed', 'sent');
    expect(await merge()).toBeUndefined();
    expect(await merged(from)).toEqual({ merged_into_id: into, active: false });
    expect(await suppliersOf('procurement_supplier_order')).toEqual([from, into]);
    expect(await suppliersOf('procurement_line')).toEqual([from]);
  });

  test.each([
    ['the remaining supplier', 'open', 'sent'],
    ['the merged supplier', 'sent', 'open'],
  ])(
    'keeps the orders of a running request to %s, and adds the lines of the other order',
    async (_, state, stateOfOther) => {
      const { from, into, suppliersOf, merge, states, lines } = await shared('approved', state, stateOfOther);
      expect(await merge()).toBeUndefined();
      expect(await states()).toEqual([{ state: 'sent' }]);
      expect(await suppliersOf('procurement_supplier_order')).toEqual([into]);
      expect(await suppliersOf('procurement_line')).toEqual([into]);
      expect(await lines()).toEqual([{ before: String(from), after: String(into) }]);
    },
  );

  test('is refused while a running request has ordered from both, and names the request', async () => {
    const { from, into, merge, name } = await shared('ordered', 'sent');
    const refusal = await two.admin.refusal(merging(from, into));
    expect(refusal.values).toEqual({ name: await name() });
    expect(await merge()).toBe('suppliers_share_request');
    expect(await merged(from)).toEqual({ merged_into_id: null, active: true });
  });

  test.each(['permission', 'department'])(
    'adds every %s that may choose it to those of the remaining supplier; an open one stays open',
    async (right) => {
      const table = right === 'permission' ? 'permission_supplier' : 'supplier_department';
      const rights = await sql<{ id: string }>(
        `insert into ${right} (tenant_id, name) values ($1, 'Recht eins'), ($1, 'Recht zwei') returning id`,
        [two.tenant],
      );
      const [one, other] = rights.map(({ id }) => id);
      const held = async (id: number) =>
        (
          await sql<{ id: string }>(
            `select ${right}_id as id from ${table} where supplier_id = $1 order by 1`,
            [id],
          )
        ).map((row) => row.id);
      const give = (id: number, which: string | undefined) =>
        sql(`insert into ${table} (tenant_id, supplier_id, ${right}_id) values ($1, $2, $3)`, [
          two.tenant,
          id,
          which,
        ]);
      const [from, into] = [await stored(`Recht ${right}`), await stored(`Rechte ${right}`)];
      await give(from, one);
      await give(into, other);
      await sql('update supplier set merged_into_id = $2 where id = $1', [from, into]);
      expect(await held(into)).toEqual([one, other]);
      const open = await stored(`Offen ${right}`);
      await sql('update supplier set merged_into_id = $2 where id = $1', [into, open]);
      expect(await held(open)).toEqual([]);
    },
  );
});
