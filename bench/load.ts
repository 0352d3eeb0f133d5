import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** One tenant of the bench. Its documents and timelines have consecutive numbers from `firstDocument`. */
export interface LoadedTenant {
  readonly number: number;
  readonly tenantId: number;
  readonly documents: number;
  readonly firstDocument: number;
}

export type Progress = (sentence: string) => void;

const directory = join(import.meta.dirname, 'data');

/** The tables whose indexes are built after loading, which is several times faster. */
const loadedTables = [
  'procurement',
  'procurement_line',
  'procurement_approver',
  'invoice',
  'invoice_line',
  'timeline_entry',
];

/** Their tables kept by triggers, which are filled once the indexes exist. */
const listTables = ['document', 'document_person'];

/** A step needed by few figures. */
const invoices = '05-invoices.sql';

/** The number of documents whose list rows are written by one statement. */
const listedAtOnce = 10_000;

/** The number of orders whose movements are written by one statement. */
const movedAtOnce = 1000;

/** The number of requests: in the first tenant, which is the largest, and in all others together. */
export interface Size {
  readonly tenants: number;
  readonly largest: number;
  readonly others: number;
}

/**
 * Fills the database: the others share the remaining requests evenly. Triggers and foreign keys are off meanwhile;
 * data kept by triggers is filled set-wise.
 *
 * @param size in requests; each has three lines on average
 * @param hasInvoices whether the first tenant has as many invoices, which doubles the time
 */
export async function load(
  owner: pg.Client,
  { size, hasInvoices }: { readonly size: Size; readonly hasInvoices: boolean },
  progress: Progress,
): Promise<LoadedTenant[]> {
  const plan = planTenants(size);
  await owner.query("set session_replication_role = 'replica'; set synchronous_commit = off");
  const [words = '', ...all] = readdirSync(directory).sort();
  const steps = hasInvoices ? all : all.filter((step) => step !== invoices);
  await run(owner, words, progress);
  await owner.query(
    `insert into load.tenant (k, tenant_id, name, documents, first_document)
     select number, "tenantId", 'tenant' || number, documents, "firstDocument"
     from json_to_recordset($1) as t (number int, "tenantId" bigint, documents int, "firstDocument" bigint)`,
    [JSON.stringify(plan)],
  );
  const indexes = await dropIndexes(owner, loadedTables);
  const indexesOfLists = await dropIndexes(owner, listTables);
  for (const step of steps) await run(owner, step, progress);
  await timed('indexes', progress, () => inTurn(owner, [...indexes, 'analyze']));
  await timed('lists', progress, () => fillLists(owner));
  await timed('indexes of the lists', progress, () => inTurn(owner, indexesOfLists));
  await timed('sums of the lists', progress, () => addSums(owner));
  await timed('movements of orders', progress, () => fillMovements(owner));
  await timed('states of invoices and contracts', progress, () => fillStates(owner));
  await owner.query(moveSequences);
  await owner.query(
    "drop schema load cascade; set session_replication_role = 'origin'; set synchronous_commit = on",
  );
  await timed('vacuum and analyze', progress, async () => {
    await owner.query('vacuum (analyze)');
    await owner.query('checkpoint');
  });
  return plan;
}

function planTenants({ tenants, largest, others }: Size): LoadedTenant[] {
  const first = Math.max(Math.round(largest), tenants);
  const rest = Math.max(Math.round(others), tenants);
  const before = (index: number) =>
    index === 0 ? 0 : first + Math.round((rest * (index - 1)) / (tenants - 1));
  return Array.from({ length: tenants }, (_, index) => ({
    number: index + 1,
    tenantId: index + 1,
    documents: before(index + 1) - before(index),
    firstDocument: before(index) + 1,
  }));
}

async function run(owner: pg.Client, file: string, progress: Progress): Promise<void> {
  await timed(file, progress, () => owner.query(readFileSync(join(directory, file), 'utf8')));
}

async function timed(what: string, progress: Progress, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  progress(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function inTurn(owner: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await owner.query(statement);
}

async function fillLists(owner: pg.Client): Promise<void> {
  for (const kind of ['contract', 'procurement', 'invoice']) {
    for (const { tenant_id, ids } of await inParts(owner, kind, listedAtOnce))
      await owner.query('select app.keep_documents($1, $2, $3)', [tenant_id, kind, ids]);
  }
}

async function addSums(owner: pg.Client): Promise<void> {
  await owner.query('select app.rebuild_document_totals(id) from tenant');
}

/** Movements are looked up among existing ones, so the planner needs statistics each time their number doubles. */
async function fillMovements(owner: pg.Client): Promise<void> {
  const ordered = `(select tenant_id, id from procurement where status in ('ordered', 'completed'))`;
  for (const [place, { tenant_id, ids }] of (await inParts(owner, ordered, movedAtOnce)).entries()) {
    await owner.query(`select app.keep_order_movements($1, 'procurement', $2)`, [tenant_id, ids]);
    if (Number.isInteger(Math.log2(place + 1))) await owner.query('analyze order_movement');
  }
}

async function fillStates(owner: pg.Client): Promise<void> {
  for (const kind of ['contract', 'invoice']) {
    for (const { tenant_id, ids } of await inParts(owner, kind, listedAtOnce))
      await owner.query('select app.keep_states($1, $2, $3)', [tenant_id, kind, ids]);
  }
}

interface Part {
  readonly tenant_id: string;
  readonly ids: readonly string[];
}

async function inParts(owner: pg.Client, documents: string, maxRows: number): Promise<readonly Part[]> {
  const { rows } = await owner.query<Part>(
    `select tenant_id, array_agg(id order by id) as ids
     from (select tenant_id, id, (row_number() over (partition by tenant_id order by id) - 1) / $1 as part from ${documents} o) d
     group by tenant_id, part order by min(id)`,
    [maxRows],
  );
  return rows;
}

/** Fills the lists of documents without indexes, which is several times faster. */
export async function filledLists(owner: pg.Client, fill: () => Promise<void>): Promise<void> {
  const indexes = await dropIndexes(owner, listTables);
  await fill();
  await inTurn(owner, indexes);
  await addSums(owner);
}

/** Returns the statements that recreate the indexes. */
async function dropIndexes(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select x.indexrelid::regclass::text as name, pg_get_indexdef(x.indexrelid) as definition
     from pg_index x
     where x.indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Rows were loaded with ids; later ones need higher ids. */
const moveSequences = `
  do $$
  declare
    target record;
  begin
    for target in
      select attrelid::regclass as tablename, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
      from pg_attribute where attidentity <> '' and attname = 'id' and attrelid::regclass::text not like 'load.%'
        and attrelid in (select oid from pg_class where relkind = 'r')
    loop
      execute format('select setval(%L, coalesce((select max(id) from %s), 0) + 1)', target.sequence, target.tablename);
    end loop;
  end
  $$`;
