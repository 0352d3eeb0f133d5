import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listed as listedKinds } from '../../src/app/kinds.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { noFilter, whereOf } from '../../src/features/overview/filter.ts';
import { viewOf } from '../../src/features/overview/overview-search.ts';
import { type DocumentKind, documentKinds, statusesOf } from '../../src/timeline/kinds.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { someOf } from '../support/depth.ts';
import { validRows } from '../support/entity-cases.ts';
import { switchModulesOn } from '../support/switched-modules.ts';

let demo: DemoApi;
let admin: Caller;
let tenant: number;

/** A column of documents or their lines that refers to master data, found by the foreign keys alone. */
interface Pointer {
  readonly kind: DocumentKind;
  readonly relation: string;
  readonly column: string;
  readonly table: string;
}
let pointers: readonly Pointer[] = [];

/**
 * Tables whose deactivation asks, or whose rows belong to a form: all that can be deactivated except people (ADM-10).
 */
const switched = [
  ...[...entities.values()]
    .filter(({ table, fields }) => 'active' in fields && table !== 'lb_user')
    .map(({ table }) => table),
  ...[...entities.values()].flatMap(({ children }) =>
    Object.values(children)
      .filter(({ fields }) => 'active' in fields)
      .map(({ table }) => table),
  ),
];

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  tenant = admin.context.tenantId;
  await switchModulesOn({
    query: async (text, values) => ({ rows: await demo.db.sql(text, values), rowCount: null }),
  });
  await demo.db.sql(
    `with t as (insert into timeline (tenant_id) values ($1) returning id)
     insert into invoice (tenant_id, timeline_id, creator_id, number_printed) select $1, t.id, $2, 'RE-1' from t`,
    [tenant, admin.context.userId],
  );
  const rows = await demo.db.sql<{ relation: string; column: string; table: string }>(
    `select c.relname as relation, a.attname as column, h.relname as table
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class h on h.oid = f.confrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[2]
     where f.contype = 'f' and f.confdeltype <> 'n' and h.relname = any ($2) and c.relname = any ($1) order by 1, 2`,
    [documentKinds.flatMap((kind) => [kind, `${kind}_line`]), switched],
  );
  pointers = rows.map((row) => ({ ...row, kind: row.relation.replace('_line', '') as DocumentKind }));
});
afterAll(() => demo.close());

/** A new row without references to it. */
async function rowOf(table: string): Promise<number> {
  const required = Object.entries(
    entities.get(table)?.fields ?? { client_id: { required: true, references: 'client' } },
  );
  const ids = await Promise.all(
    required.map(async ([name, field]) => {
      if (!field.required || field.references === undefined) return [];
      const [found] = await demo.db.sql<{ id: string }>(
        `select min(id) as id from ${field.references} where tenant_id = $1 and active`,
        [tenant],
      );
      return [[name, Number(found?.id)] as const];
    }),
  );
  const row = {
    ...validRows[table],
    ...Object.fromEntries(ids.flat()),
    ...(table === 'client' && { client_addresses: { data: [validRows.client_address] } }),
  };
  const { made } = await admin.get<{ made: { id: number } }>(
    `mutation ($row: ${table}_insert_input!) { made: insert_${table}_one(object: $row) { id } }`,
    { row },
  );
  return made.id;
}

const made = new Map<string, number>();

/** The same row each time, because some have a unique number. */
async function rowOnce(table: string): Promise<number> {
  const row = made.get(table) ?? (await rowOf(table));
  made.set(table, row);
  return row;
}

/** A document of the kind, with a line. */
async function documentOf(kind: DocumentKind): Promise<number> {
  const [found] = await demo.db.sql<{ id: string }>(
    `select id from ${kind} where tenant_id = $1 and status <> 'draft' order by id limit 1`,
    [tenant],
  );
  if (!found) throw new Error(`no ${kind}`);
  await demo.db.sql(
    `insert into ${kind}_line (tenant_id, ${kind}_id) select $1, $2
     where not exists (select from ${kind}_line where tenant_id = $1 and ${kind}_id = $2)`,
    [tenant, found.id],
  );
  return Number(found.id);
}

async function inStatus(kind: DocumentKind, id: number, status: string): Promise<void> {
  await demo.db.sql('update document set status = $4 where tenant_id = $1 and kind = $2 and id = $3', [
    tenant,
    kind,
    id,
    status,
  ]);
}

/** Runs while documents refer to a row in this way. */
async function whilePointing(
  { kind, relation, column }: Pointer,
  { document, row }: { readonly document: number; readonly row: number },
  run: () => Promise<void>,
): Promise<void> {
  const of = `tenant_id = $1 and ${relation === kind ? 'id' : `${kind}_id`} = $2`;
  const [before] = await demo.db.sql<{ value: string | null }>(
    `select ${column} as value from ${relation} where ${of} limit 1`,
    [tenant, document],
  );
  const point = (to: number | string | null | undefined) =>
    demo.db.sql(`update ${relation} set ${column} = $3 where ${of}`, [tenant, document, to]);
  await point(row);
  await run();
  await point(before?.value);
}

/** The statuses of finished documents. */
const closed: Readonly<Record<DocumentKind, readonly string[]>> = {
  procurement: ['draft', 'declined', 'completed'],
  invoice: ['completed', 'declined', 'declined-exported'],
  contract: ['cancelled', 'expired', 'incorporated'],
};

interface Waiting {
  readonly kind: string;
  readonly statuses: readonly string[];
  readonly count: number;
  readonly held: readonly string[];
  readonly documents: readonly { readonly id: number }[];
}

const waitingOn = (caller: Caller, table: string, id: number) =>
  waitingOnRows(caller, [{ table, ids: [id] }]);

async function waitingOnRows(caller: Caller, rows: readonly object[]): Promise<readonly Waiting[]> {
  const { waiting } = await caller.get<{ waiting: readonly Waiting[] }>(
    `query ($rows: [documents_waiting_on_rows_input!]!) { waiting: documents_waiting_on(rows: $rows) {
      kind statuses count held documents { id number name } } }`,
    { rows },
  );
  return waiting;
}

/** The result of a list with the filter of the link. */
async function listed({ kind, statuses, held }: Waiting): Promise<readonly unknown[]> {
  const where = whereOf(
    kind,
    { ...noFilter, held: viewOf({ held: held.join(',') }, listedKinds).filter.held, status: statuses },
    {
      ...{
        userId: 0,
        persons: [],
        today: '2026-10-01',
        timeZone: 'UTC',
        seesPrices: true,
        listed: listedKinds,
      },
      modules: ['procurement', 'invoice', 'contract'],
    },
  );
  const { document } = await admin.get<{ document: readonly unknown[] }>(
    'query ($where: document_bool_exp!) { document(where: $where) { kind id } }',
    { where },
  );
  return document;
}

async function setActive(table: string, id: number, active: boolean): Promise<number | undefined> {
  const answer = await admin.ask(
    `mutation ($id: bigint!, $active: Boolean!) {
      update_${table}_by_pk(pk_columns: { id: $id }, _set: { active: $active }) { id } }`,
    { id, active },
  );
  expect(answer.errors).toBeUndefined();
  return (answer as { extensions?: { documents_waiting?: number } }).extensions?.documents_waiting;
}

describe('PROC-43 deactivating master data reports waiting documents', () => {
  test('in the form and in the answer, for every referring column of an open document or its lines', async () => {
    expect(new Set(pointers.map(({ kind }) => kind))).toEqual(new Set(documentKinds));
    for (const pointer of someOf(pointers, 3)) {
      const { kind, relation, column, table } = pointer;
      const where = `${relation}.${column}`;
      const row = await rowOnce(table);
      const document = await documentOf(kind);
      await whilePointing(pointer, { document, row }, async () => {
        await inStatus(kind, document, 'clearing');
        expect(await waitingOn(admin, table, row), where).toEqual([
          expect.objectContaining({ kind, count: 1, documents: [expect.objectContaining({ id: document })] }),
        ]);
        const [waiting] = await waitingOn(admin, table, row);
        expect(waiting && (await listed(waiting)), where).toEqual([{ kind, id: document }]);
        expect(await setActive(table, row, false), where).toBe(1);
        expect(await setActive(table, row, true), where).toBeUndefined();
      });
      expect(await waitingOn(admin, table, row), where).toEqual([]);
      expect(await setActive(table, row, false), where).toBeUndefined();
      await setActive(table, row, true);
    }
  });

  test('of each kind in every status except drafts and finished ones', async () => {
    for (const kind of documentKinds) {
      const pointer = pointers.find((each) => each.relation === kind && each.column === 'department_id');
      if (!pointer) throw new Error(kind);
      const row = await rowOf('department');
      const document = await documentOf(kind);
      const reported: string[] = [];
      await whilePointing(pointer, { document, row }, async () => {
        for (const status of statusesOf[kind]) {
          await inStatus(kind, document, status);
          const [waiting] = await waitingOn(admin, 'department', row);
          if (waiting === undefined) continue;
          expect(waiting.statuses).toContain(status);
          reported.push(status);
        }
      });
      expect(statusesOf[kind].filter((status: string) => !reported.includes(status))).toEqual(closed[kind]);
    }
  });

  test('for rows of several tables at once, each document once', async () => {
    const document = await documentOf('procurement');
    const pointersOf = ['department_id', 'cost_center_id'].map((column) =>
      pointers.find((each) => each.relation === 'procurement' && each.column === column),
    );
    const [first, second] = pointersOf;
    if (!first || !second) throw new Error('an order has both');
    const rows = [await rowOnce(first.table), await rowOnce(second.table)] as const;
    await whilePointing(first, { document, row: rows[0] }, () =>
      whilePointing(second, { document, row: rows[1] }, async () => {
        await inStatus('procurement', document, 'approval');
        const asked = [first, second].map(({ table }, place) => ({ table, ids: [rows[place]] }));
        expect(await waitingOnRows(admin, asked)).toMatchObject([{ kind: 'procurement', count: 1 }]);
      }),
    );
  });

  test('with a link to all of them, however many', async () => {
    const row = await rowOnce('cost_center');
    await demo.db.sql(
      `with begun as (insert into timeline (tenant_id) select $1 from generate_series(1, 120) returning id),
         made as (insert into invoice (tenant_id, timeline_id, creator_id, number_printed, status, cost_center_id)
           select $1, id, $2, 'V-' || id, 'clearing', case when id % 2 = 0 then $3::bigint end from begun returning id)
       insert into invoice_line (tenant_id, invoice_id, cost_center_id) select $1, id, $3 from made`,
      [tenant, admin.context.userId, row],
    );
    const [waiting] = await waitingOn(admin, 'cost_center', row);
    expect(waiting).toMatchObject({ kind: 'invoice', count: 120 });
    expect(waiting && (await listed(waiting))).toHaveLength(120);
  });

  test('for no one else', async () => {
    const requester = await demo.person('requester@demo.test');
    await expect(waitingOn(requester, 'supplier', 1)).rejects.toThrow('documents_waiting_on');
  });

  test('in the answer about many rows, in which a document counts once', async () => {
    const suppliers = [await rowOf('supplier'), await rowOf('supplier')];
    const document = await documentOf('procurement');
    await demo.db.sql(
      'insert into procurement_line (tenant_id, procurement_id, supplier_id) values ($1, $2, $3), ($1, $2, $4)',
      [tenant, document, ...suppliers],
    );
    await inStatus('procurement', document, 'approval');
    const answer = await admin.ask(
      `mutation ($ids: [bigint!]!) {
        update_supplier(where: { id: { _in: $ids } }, _set: { active: false }) { affected_rows } }`,
      { ids: suppliers },
    );
    expect(answer).toMatchObject({
      data: { update_supplier: { affected_rows: 2 } },
      extensions: { documents_waiting: 1 },
    });
  });
});
