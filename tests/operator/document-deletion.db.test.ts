import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeletionLogAnswer, DeletionPreview } from '../../src/features/deletion/model.ts';
import { wrongSums } from '../support/document-sums.ts';
import { thisYear, todayInSql } from '../support/today.ts';
import { type DeletionFixture, deletionFixture } from './deletions.ts';

let fixture: DeletionFixture;
let tenantId: number;

beforeAll(async () => {
  fixture = await deletionFixture();
  tenantId = fixture.demoTenant;
  await addInvoices();
  await addFiles();
});
afterAll(() => fixture.close());

/** Invoices for half of the first line of every other order, and some without an order. */
async function addInvoices(): Promise<void> {
  await fixture.web.sql(
    `with ordered as (
       select p.*, row_number() over (order by p.id) as place from procurement p
       where p.tenant_id = $1 and p.status in ('ordered', 'completed', 'approved') and p.client_id is not null
     ), made as (
       insert into timeline (tenant_id) select $1 from generate_series(1, (select count(*) + 20 from ordered)) returning id
     ), numbered as (select id, row_number() over (order by id) as place from made)
     insert into invoice (tenant_id, timeline_id, running_number, name, status, creator_id, client_id, cost_center_id,
       procurement_id, currency, exchange_rate, rate_date, rate_source, total_netto, total_brutto, invoice_date)
     select $1, n.id, 70000 + n.place, 'Rechnung', 'approval', s.creator_id, s.client_id, o.cost_center_id, o.id,
       coalesce(o.currency, 'EUR'), o.exchange_rate, o.rate_date, o.rate_source, coalesce(o.total_netto, 10) / 2,
       coalesce(o.total_netto, 10) / 2, ${todayInSql}
     from numbered n left join ordered o on o.place = n.place and o.place % 2 = 0 cross join (select * from ordered where place = 1) s`,
    [tenantId],
  );
  await fixture.web.sql(
    `insert into invoice_line (tenant_id, invoice_id, procurement_line_id, sort_no, description, quantity, total_netto)
     select $1, i.id, l.id, 1, 'Position', 1, i.total_netto
     from invoice i left join lateral (
       select min(id) as id from procurement_line l where l.tenant_id = $1 and l.procurement_id = i.procurement_id) l on true
     where i.tenant_id = $1 and i.running_number > 70000`,
    [tenantId],
  );
}

async function addFiles(): Promise<void> {
  await fixture.web.sql(
    `with named as (
       select gen_random_uuid() as id, 'procurement' as kind, id as document, creator_id from procurement where tenant_id = $1
       union all select gen_random_uuid(), 'invoice', id, creator_id from invoice where tenant_id = $1
     ), stored as (
       insert into file (tenant_id, id, name, mime, size, sha256, purpose, created_by_id, procurement_id, invoice_id)
       select $1, id, 'a.txt', 'text/plain', 1, sha256(id::text::bytea), 'document', creator_id,
         case kind when 'procurement' then document end, case kind when 'invoice' then document end from named
     ), pieces as (
       insert into file_chunk (tenant_id, file_id, chunk_no, bytes) select $1, id, 0, 'a' from named
     )
     insert into document_file (tenant_id, procurement_id, invoice_id, file_id, name, size, mime, created_by_id)
     select $1, case kind when 'procurement' then document end, case kind when 'invoice' then document end, id, 'a.txt', 1,
       'text/plain', creator_id
     from named`,
    [tenantId],
  );
}

const all = { from: '2000-01-01', to: '2100-01-01' };
type Kind = 'procurement' | 'invoice';
const remove = (kind: Kind, body: object = {}) =>
  fixture.remove(`${tenantId}/${kind}`, { ...all, name: 'demo', ...body });
const preview = async (kind: Kind, body: object = {}) =>
  (await remove(kind, { dry_run: true, ...body })).json<DeletionPreview>();
const codeOf = async (kind: Kind, body: object = {}) => {
  const { status, json } = await remove(kind, body);
  return [status, json<{ code: string }>().code];
};
const one = async <R extends object>(sql: string, values: unknown[] = [tenantId]): Promise<R> => {
  const [row] = await fixture.web.sql<R>(sql, values);
  if (!row) throw new Error(`nothing: ${sql}`);
  return row;
};
const idsOf = async (sql: string, values: unknown[] = [tenantId]) =>
  (await fixture.web.sql<{ id: string }>(sql, values)).map(({ id }) => Number(id));
/** Whether an invoice references order `p`. */
const isNeeded = `(exists (select from invoice i where i.tenant_id = $1 and i.procurement_id = p.id)
  or exists (select from invoice_line i join procurement_line l on l.id = i.procurement_line_id
    where i.tenant_id = $1 and l.procurement_id = p.id))`;
const start = async (kind: Kind, body: object = {}) => {
  expect((await remove(kind, body)).status).toBe(202);
  await fixture.workToTheEnd();
  const { deletions } = (await fixture.get('/api/operator/deletion')).json<DeletionLogAnswer>();
  return deletions[0];
};

/** Checks that the sums kept by triggers equal a recount. */
async function expectRightFigures(): Promise<void> {
  const { web } = fixture;
  expect(await wrongSums(web.sql, tenantId)).toEqual([]);
  const kept = async () => ({
    budget: await web.sql(
      `select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net, committed from budget_amount
       where tenant_id = $1 order by 1, 2, 3, 4, 5`,
      [tenantId],
    ),
    movements: await web.sql(
      `select procurement_id, line, kind, day, net, goods_receipt_id, invoice_id, settled_on from order_movement
       where tenant_id = $1 order by 1, 2, 3, 4, 5, 6, 7`,
      [tenantId],
    ),
    lists: await web.sql('select * from document where tenant_id = $1 order by kind, id', [tenantId]),
    persons: await web.sql(
      'select kind, document_id, lb_user_id, is_assignee from document_person where tenant_id = $1 order by 1, 2, 3',
      [tenantId],
    ),
  });
  const before = await kept();
  for (const kind of ['procurement', 'invoice', 'contract']) {
    for (const call of [
      'list_documents',
      'keep_budget_amounts',
      'keep_order_movements',
      'keep_document_persons',
    ])
      await web.sql(
        `select app.${call}($1, $2, (select coalesce(array_agg(id), '{}') from ${kind} where tenant_id = $1))`,
        [tenantId, kind],
      );
  }
  expect(await kept()).toEqual(before);
  const strays = await web.sql(
    `select kind, id from document d where tenant_id = $1 and not exists (
       select from procurement p where d.kind = 'procurement' and p.tenant_id = $1 and p.id = d.id
       union all select from invoice i where d.kind = 'invoice' and i.tenant_id = $1 and i.id = d.id
       union all select from contract c where d.kind = 'contract' and c.tenant_id = $1 and c.id = d.id)`,
    [tenantId],
  );
  expect(strays).toEqual([]);
  const withoutDocument = await web.sql(
    `select t.id from timeline t where t.tenant_id = $1
       and not exists (select from procurement p where p.tenant_id = $1 and p.timeline_id = t.id)
       and not exists (select from invoice i where i.tenant_id = $1 and i.timeline_id = t.id)
       and not exists (select from contract c where c.tenant_id = $1 and c.timeline_id = t.id)`,
    [tenantId],
  );
  expect(withoutDocument).toEqual([]);
}

describe('OP-04 VAL-41 ERR-12 refusals', () => {
  test('refuses a wrong name, wrong days, days without documents, and invalid input', async () => {
    expect(await codeOf('invoice', { name: 'Demo' })).toEqual([422, 'deletion_name_wrong']);
    expect(await codeOf('invoice', { from: '2026-02-01', to: '2026-01-31' })).toEqual([
      422,
      'end_before_start',
    ]);
    expect(await codeOf('invoice', { to: '2000-01-02' })).toEqual([422, 'nothing_to_delete']);
    expect(await codeOf('procurement', { archive_sha256: 'ab'.repeat(32) })).toEqual([
      422,
      'handover_unknown',
    ]);
    for (const body of [{ from: '2026-13-01' }, { to: 7 }, { archive_sha256: 'x' }, { dry_run: 'yes' }])
      expect(await codeOf('invoice', body)).toEqual([422, 'validation_failed']);
    expect((await fixture.remove('404404/invoice', { ...all, name: 'x' })).status).toBe(404);
  });

  test('a preview counts the documents of an active tenant', async () => {
    const counts = (await preview('procurement')).counts;
    const { count } = await one<{ count: number }>(
      'select count(*)::integer as count from procurement where tenant_id = $1',
    );
    expect(counts.documents).toBe(count);
    expect(counts).toMatchObject({ held: 0, uncovered: 0 });
    expect(counts.kept).toBeGreaterThan(10);
    expect(counts.needed).toBeGreaterThan(3);
    expect(counts.lines).toBeGreaterThan(count - counts.needed);
    expect(counts.receipts).toBeGreaterThan(0);
    expect(counts.files).toBeGreaterThan(0);
  });
});

describe('ARC-03 without a handover', () => {
  test('deletes only documents without retention or past it', async () => {
    const drafts = await idsOf("select id from procurement where tenant_id = $1 and status = 'draft'");
    const oldOne = (condition: string) =>
      idsOf(
        `select id from procurement p where tenant_id = $1 and status in ('ordered', 'completed') and ${condition}
         order by id limit 1`,
      );
    const [[old], [needed]] = [await oldOne(`not ${isNeeded}`), await oldOne(isNeeded)];
    const since = thisYear() - 7;
    await fixture.web.sql(
      `with moved as (update procurement set created_at = $2 where id = any ($1) returning timeline_id)
       update document set created_at = $2 where kind = 'procurement' and id = any ($1)`,
      [[old, needed], `${since}-12-30T12:00:00Z`],
    );
    await fixture.web.sql('alter table file disable trigger keep_original');
    await fixture.web.sql(
      'update file set created_at = $2, retain_until = null where procurement_id = any ($1)',
      [[old, needed], `${since}-12-30T12:00:00Z`],
    );
    await fixture.web.sql('alter table file enable trigger keep_original');
    const before = await preview('procurement');
    expect(before.needs_handover).toBe(true);
    expect(before.counts.deletable).toBe(drafts.length + 1);
    const row = await start('procurement');
    expect(row).toMatchObject({
      kind: 'procurement',
      state: 'done',
      archive_sha256: null,
      first_day: all.from,
    });
    expect(row?.removed.documents).toBe(drafts.length + 1);
    expect(await idsOf("select id from procurement where tenant_id = $1 and status = 'draft'")).toEqual([]);
    expect(await idsOf('select id from procurement where id = any ($1)', [[old, needed]])).toEqual([needed]);
    expect((await preview('procurement')).counts.documents).toBe(before.counts.documents - drafts.length - 1);
    await expectRightFigures();
  });
});

describe('OP-04 days are in the tenant’s time zone, both included', () => {
  test('a document of the last second of a day is included', async () => {
    const [id] = await idsOf('select id from invoice where tenant_id = $1 order by id limit 1');
    const { at } = await one<{ at: string }>(
      "select (timestamp '2021-07-14 23:59:59.5' at time zone app.time_zone_of($1))::text as at",
    );
    await fixture.web.sql('update invoice set created_at = $2 where id = $1', [id, at]);
    const counted = async (from: string, to: string) =>
      (await preview('invoice', { from, to })).counts.documents;
    expect(await counted('2021-07-14', '2021-07-14')).toBe(1);
    expect(await counted('2021-07-13', '2021-07-13')).toBe(0);
    expect(await counted('2021-07-15', '2021-07-16')).toBe(0);
  });
});

describe('ARC-03 OP-04 after a handover', () => {
  let held: number;
  let changed: number;
  let linked: Awaited<ReturnType<typeof linksOfInvoices>>;
  let files: readonly string[];
  const linksOfInvoices = () =>
    fixture.web.sql<{ id: string; procurement_id: string; lines: string[] }>(
      `select i.id, i.procurement_id, i.order_reference,
         array(select l.procurement_line_id from invoice_line l where l.invoice_id = i.id order by l.id) as lines
       from invoice i where i.tenant_id = $1 order by i.id`,
      [tenantId],
    );

  beforeEach(async () => {
    await expectRightFigures();
  });

  test('INV-29 deletes orders with all their parts, but not held ones, later changed ones and those with invoices', async () => {
    const needed = await idsOf(
      `select id from procurement p where tenant_id = $1 and ${isNeeded} order by id`,
    );
    expect(needed.length).toBeGreaterThan(3);
    linked = await linksOfInvoices();
    const without = await idsOf(
      `select id from procurement p where tenant_id = $1 and not ${isNeeded}
         and not exists (select from goods_receipt r where r.procurement_id = p.id) order by id limit 2`,
    );
    [held = 0, changed = 0] = without;
    await fixture.web.sql("update procurement set legal_hold = 'a lawsuit' where id = $1", [held]);
    const sha256 = await fixture.handOver(tenantId);
    await fixture.web.sql("update procurement set name = 'changed since' where id = $1", [changed]);
    const shown = await preview('procurement', { archive_sha256: sha256 });
    expect(shown.counts).toMatchObject({ held: 1, uncovered: 1, needed: needed.length });
    files = (
      await fixture.web.sql<{ id: string }>(
        'select id from file where tenant_id = $1 and procurement_id is not null and procurement_id <> all ($2)',
        [tenantId, [held, changed, ...needed]],
      )
    ).map(({ id }) => id);
    const totals = await fixture.web.sql(
      'select id, total_netto, total_brutto, number, status from invoice where tenant_id = $1 order by id',
      [tenantId],
    );
    const row = await start('procurement', { archive_sha256: sha256 });
    expect(row).toMatchObject({
      archive_sha256: sha256,
      done: shown.counts.deletable,
      total: shown.counts.deletable,
    });
    expect(shown.counts.receipts).toBeGreaterThan(0);
    expect(row?.removed.receipts).toBe(shown.counts.receipts);
    expect(row?.removed.lines).toBeGreaterThan(0);
    expect(await idsOf('select id from procurement where tenant_id = $1 order by id')).toEqual(
      [held, changed, ...needed].toSorted((a, b) => a - b),
    );
    expect(
      await fixture.web.sql(
        'select id, total_netto, total_brutto, number, status from invoice where tenant_id = $1 order by id',
        [tenantId],
      ),
    ).toEqual(totals);
    await expectRightFigures();
  });

  test('INV-29 keeps the links of invoices to their orders', async () => {
    expect(await linksOfInvoices()).toEqual(linked);
  });

  test('ARC-01 deletes their files and bytes', async () => {
    expect(files.length).toBeGreaterThan(0);
    expect(await fixture.web.sql('select id from file where id = any ($1)', [files])).toEqual([]);
    expect(await fixture.web.sql('select file_id from file_chunk where file_id = any ($1)', [files])).toEqual(
      [],
    );
  });

  test('OP-12 the audit of the tenant names the operator', async () => {
    const rows = await fixture.web.sql<{ info: string; lb_user_id: string | null }>(
      `select distinct info, lb_user_id from audit_log
       where tenant_id = $1 and "table" = 'procurement' and type = 'delete'`,
      [tenantId],
    );
    expect(rows).toEqual([{ info: expect.stringMatching(/^operator /), lb_user_id: null }]);
  });
});

/** Makes credit notes and a final invoice reference invoices other than `except`, and holds the last of them. */
async function hangOn(orderId: number, except: number) {
  const [first = 0, second = 0, third = 0, prepayment = 0, final = 0, free = 0, corrected = 0] = await idsOf(
    'select id from invoice where tenant_id = $1 and id <> $2 and corrects_invoice_id is null order by id limit 7',
    [tenantId, except],
  );
  await fixture.web.sql(
    `update invoice set corrects_invoice_id = case id when $2 then $1 when $3 then $2 when $4 then $5 end::bigint
     where id = any (array[$2, $3, $4]::bigint[])`,
    [first, second, third, free, corrected],
  );
  await fixture.web.sql(
    "update invoice set document_type = 'prepayment', status = 'completed', procurement_id = $2 where id = $1",
    [prepayment, orderId],
  );
  await fixture.web.sql(
    "update invoice set document_type = 'final', status = 'completed', procurement_id = $2 where id = $1",
    [final, orderId],
  );
  const hanging = [third, final];
  await fixture.web.sql("update invoice set legal_hold = 'a lawsuit' where id = any ($1)", [hanging]);
  return { hanging, under: [first, second, prepayment] };
}

describe('OP-04 invoices', () => {
  test('are deleted after a handover; their orders stay settled', async () => {
    const { id } = await one<{ id: string }>(
      'select id from procurement where tenant_id = $1 order by id desc limit 1',
    );
    const [invoiceId] = await idsOf('select id from invoice where tenant_id = $1 order by id desc limit 1');
    await fixture.web.sql('update invoice set procurement_id = $2 where id = $1', [invoiceId, id]);
    const { hanging, under } = await hangOn(Number(id), Number(invoiceId));
    await fixture.web.sql('update procurement set completely_invoiced = true, open_value = 0 where id = $1', [
      id,
    ]);
    const sha256 = await fixture.handOver(tenantId);
    expect((await preview('invoice')).needs_handover).toBe(true);
    const shown = await preview('invoice', { archive_sha256: sha256 });
    expect(shown.counts).toMatchObject({ held: hanging.length, needed: under.length });
    const row = await start('invoice', { archive_sha256: sha256 });
    expect(row?.removed.documents).toBeGreaterThan(50);
    expect(row).toMatchObject({ done: shown.counts.deletable, total: shown.counts.deletable });
    const stayed = await idsOf('select id from invoice where tenant_id = $1 order by id');
    expect(stayed).toEqual([...hanging, ...under].toSorted((one, other) => one - other));
    expect(
      await one('select completely_invoiced, open_value from procurement where id = $1', [id]),
    ).toMatchObject({ completely_invoiced: true, open_value: '0.00' });
    const facts = await one<{ count: number }>(
      "select count(*)::integer as count from billable_event where tenant_id = $1 and source_kind = 'invoice'",
    );
    expect(facts.count).toBeGreaterThan(50);
    await expectRightFigures();
  });

  test('INV-22 INV-31 are deleted together with referencing invoices', async () => {
    await fixture.web.sql('update invoice set legal_hold = null where tenant_id = $1', [tenantId]);
    const archive_sha256 = await fixture.handOver(tenantId);
    expect((await preview('invoice', { archive_sha256 })).counts).toMatchObject({ needed: 0, deletable: 5 });
    await start('invoice', { archive_sha256 });
    expect(await idsOf('select id from invoice where tenant_id = $1')).toEqual([]);
    await expectRightFigures();
  });

  test('INV-29 orders can be deleted after their invoices', async () => {
    await fixture.web.sql('update procurement set legal_hold = null where tenant_id = $1', [tenantId]);
    const archive_sha256 = await fixture.handOver(tenantId);
    expect((await preview('procurement', { archive_sha256 })).counts).toMatchObject({ needed: 0 });
    await start('procurement', { archive_sha256 });
    expect(await idsOf('select id from procurement where tenant_id = $1')).toEqual([]);
    await expectRightFigures();
  });

  test('deletes nothing of another tenant', async () => {
    const { count } = await one<{ count: number }>(
      'select count(*)::integer as count from audit_log where tenant_id <> $1 and type = $2',
      [tenantId, 'delete'],
    );
    expect(count).toBe(0);
  });
});
