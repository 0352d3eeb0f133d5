import { batchesOf } from '../../../../base/batches.ts';
import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { requireMeans } from '../../../../platform/means.ts';
import { minutes } from '../../../../platform/server/clock.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { keptNumber } from '../../account-number.ts';
import type {
  ChangedEntry,
  MasterDataPlan,
  MissingEntry,
  NewEntry,
  Values,
} from '../../master-data/model.ts';
import type { ChosenEntries, MasterDataResult } from '../../master-data/preview.ts';
import type { LoadedCompany } from '../content/load-company.ts';
import { rememberCreditors, writtenCreditors } from './known-creditors.ts';
import { companyOf, markOf, planOf, type ReadFile } from './planning.ts';
import { supplierFields } from './present.ts';

/** Rows per statement: enough to make its cost negligible, few enough to finish in time on a busy machine. */
const rowsAtOnce = 200;
/** Thousands of rows are written in one transaction of short statements (TECH-21). */
const longest = minutes(2);
/** The number of concurrently changed rows that a refusal lists. */
const maxNamed = 5;

interface Chosen {
  readonly added: readonly NewEntry[];
  readonly changed: readonly ChangedEntry[];
  readonly missing: readonly MissingEntry[];
}

/**
 * Executes the chosen entries of an import, all or nothing (EXP-25). The plan is computed again: entries that are
 * already done are skipped, and rows that another person has changed are refused with `extf_rows_changed`. Bank data
 * of suppliers wait for a second person as usual (INV-33).
 */
export async function applyMasterData(
  tx: Tx,
  context: Context,
  {
    file,
    clientId,
    chosen,
  }: {
    readonly file: ReadFile;
    readonly clientId: number;
    readonly chosen: ChosenEntries;
  },
): Promise<MasterDataResult> {
  // Bank data cannot be entered while acting as another person (AUTH-29).
  requireMeans(context, 'four_eyes');
  tx.allow(longest);
  await lockMasterData(tx, context);
  const company = await companyOf(tx, context, clientId);
  const plan = await planOf(tx, file, company);
  const wanted = chosenOf(plan, chosen);
  const writer = tx.as('writer');
  const write = file.subject === 'supplier' ? writeSuppliers : writeAccounts;
  await write(writer, context, company, wanted);
  if (file.subject === 'ledger_account') await keepChart(writer, context, company, file);
  const reported = file.subject === 'supplier' ? await noteKnown(tx, context, company, plan, wanted) : 0;
  return {
    added: wanted.added.length,
    changed: wanted.changed.length,
    deactivated: wanted.missing.length,
    waiting: reported,
  };
}

/** Serialises imports and exports of a tenant's master data, so that two of them do not add the same rows. */
export async function lockMasterData(tx: Tx, { tenantId }: Context): Promise<void> {
  await tx.fixed(`select pg_advisory_xact_lock(hashtextextended('master-data', $1))`, [tenantId]);
}

function chosenOf(plan: MasterDataPlan, chosen: ChosenEntries): Chosen {
  const others: string[] = [];
  const wanted = <Entry extends NewEntry | ChangedEntry | MissingEntry>(entries: readonly Entry[]): Entry[] =>
    entries.filter((entry) => {
      const mark = chosen[entry.key];
      if (mark !== undefined && mark !== markOf(entry)) others.push(`${entry.account} ${entry.name}`);
      return mark !== undefined;
    });
  const found = { added: wanted(plan.added), changed: wanted(plan.changed), missing: wanted(plan.missing) };
  if (others.length > 0) throw rowsChanged(others);
  return found;
}

function rowsChanged(names: readonly string[]): Refused {
  const values = { rows: names.slice(0, maxNamed).join(', '), count: names.length };
  return new Refused(refuse('extf_rows_changed', { values }));
}

async function writeSuppliers(
  tx: Tx,
  { tenantId }: Context,
  company: LoadedCompany,
  { added, changed, missing }: Chosen,
): Promise<void> {
  const columns = supplierFields.join(', ');
  const values = supplierFields.map((field) =>
    field === 'country' ? "coalesce(r.country, 'DE')" : `r.${field}`,
  );
  for (const batch of batchesOf(added, rowsAtOnce)) {
    await tx.fixed(
      `with wanted as (select ordinality as place, row ->> 'account' as account, row -> 'values' as reported
         from jsonb_array_elements($2::jsonb) with ordinality as w (row, ordinality)),
       made as (insert into supplier (tenant_id, ${columns})
         select $1, ${values.join(', ')} from wanted w, jsonb_populate_record(null::supplier, w.reported) r order by w.place
         returning id),
       numbered as (select id, row_number() over (order by id) as place from made)
       insert into supplier_client (tenant_id, supplier_id, client_id, external_id)
       select $1, n.id, $3, w.account from numbered n join wanted w on w.place = n.place`,
      [
        tenantId,
        JSON.stringify(batch.map(({ account, values: reported }) => ({ account, values: reported }))),
        company.id,
      ],
    );
  }
  await update(tx, 'supplier', supplierFields, changed, missing);
  const numbers = changed.filter(({ changes }) => changes.some(({ field }) => field === 'external_id'));
  for (const batch of batchesOf(numbers, rowsAtOnce)) {
    await tx.fixed(
      `with wanted as (select id, account from unnest($3::bigint[], $4::text[]) as w (id, account)),
       reported as (update supplier_client c set external_id = w.account from wanted w where c.supplier_id = w.id and c.client_id = $2)
       insert into supplier_client (tenant_id, supplier_id, client_id, external_id)
       select $1, w.id, $2, w.account from wanted w
       where not exists (select from supplier_client c where c.supplier_id = w.id and c.client_id = $2)`,
      [tenantId, company.id, batch.map(({ id }) => id), batch.map(({ account }) => account)],
    );
  }
}

async function writeAccounts(
  tx: Tx,
  { tenantId }: Context,
  company: LoadedCompany,
  { added, changed, missing }: Chosen,
): Promise<void> {
  for (const batch of batchesOf(added, rowsAtOnce)) {
    await tx.fixed(
      `insert into ledger_account (tenant_id, number, name)
       select $1, w.number, w.name from unnest($2::text[], $3::text[]) with ordinality as w (number, name, place) order by place`,
      [tenantId, batch.map(({ account }) => keptNumber(account) ?? account), batch.map(({ name }) => name)],
    );
  }
  await update(tx, 'ledger_account', ['name'], changed, missing);
  const linked = changed.filter(({ changes }) => changes.some(({ field }) => field === 'clients'));
  await tx.fixed(
    `insert into client_ledger_account (tenant_id, client_id, ledger_account_id)
     select $1, $2, w.id from unnest($3::bigint[]) as w (id) on conflict do nothing`,
    [tenantId, company.id, linked.map(({ id }) => id)],
  );
}

/** Stores the chart, which completes accounts typed without zeros (EXP-10), in place of the previous import's. */
async function keepChart(
  tx: Tx,
  { tenantId }: Context,
  { id }: LoadedCompany,
  { reader }: ReadFile,
): Promise<void> {
  const accounts = reader.rows.map(({ account }) => account);
  await tx.fixed('delete from client_chart_account where client_id = $1', [id]);
  await tx.fixed(
    `insert into client_chart_account (tenant_id, client_id, account) select $1, $2, unnest($3::text[])`,
    [tenantId, id, accounts],
  );
}

/** Updates and deactivates stored rows; one row that was changed concurrently refuses all. */
async function update(
  tx: Tx,
  table: 'supplier' | 'ledger_account',
  fields: readonly string[],
  changed: readonly ChangedEntry[],
  missing: readonly MissingEntry[],
): Promise<void> {
  const names = [...fields, 'active'];
  const reported = changed.map((entry) => ({
    entry,
    values: Object.fromEntries(
      entry.changes.flatMap(({ field, after }) => (fields.includes(field) ? [[field, after]] : [])),
    ) as Values,
  }));
  const all = [
    ...reported.filter(({ values }) => Object.keys(values).length > 0),
    ...missing.map((entry) => ({ entry, values: { active: false } satisfies Values })),
  ];
  // In one order for all writers (decision 0230).
  for (const batch of batchesOf(
    all.toSorted((one, other) => one.entry.id - other.entry.id),
    rowsAtOnce,
  )) {
    const met = await tx.fixed<{ id: number }>(
      `update ${table} t set (${names.join(', ')}) =
         (select ${names.map((name) => `r.${name}`).join(', ')} from jsonb_populate_record(t, w.reported) r)
       from (select (row ->> 'id')::bigint as id, (row ->> 'stamp')::timestamptz as stamp, row -> 'values' as reported
         from jsonb_array_elements($1::jsonb) as e (row)) w
       where t.id = w.id and t.updated_at = w.stamp returning t.id`,
      [JSON.stringify(batch.map(({ entry: { id, stamp }, values }) => ({ id, stamp, values })))],
    );
    const written = new Set(met.map(({ id }) => id));
    const others = batch.filter(({ entry }) => !written.has(entry.id));
    if (others.length > 0) throw rowsChanged(others.map(({ entry }) => `${entry.account} ${entry.name}`));
  }
}

/** Marks imported values as known to the accounting; returns the number of changes that wait for a second person. */
async function noteKnown(
  tx: Tx,
  context: Context,
  company: LoadedCompany,
  plan: MasterDataPlan,
  { added, changed }: Chosen,
): Promise<number> {
  const writer = tx.as('writer');
  const accounts = new Set(added.map(({ account }) => account));
  const ids = new Set([...plan.agreeing, ...changed.map(({ id }) => id)]);
  const { creditors } = await writtenCreditors(tx, company);
  await rememberCreditors(
    writer,
    context,
    company,
    creditors.filter(({ supplierId, account }) => ids.has(supplierId) || accounts.has(account)),
  );
  const { count } = await writer.one<{ count: number }>(
    "select coalesce(nullif(current_setting('app.waiting', true), '')::integer, 0) as count",
  );
  return count;
}
