import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnArchiveList } from '../../src/features/archive/model.ts';
import { rowsOf, unpackedArchive } from '../archive/archives.ts';
import { type AuditedFixture, type AuditorCaller, auditedFixture, period } from './auditors.ts';

let fixture: AuditedFixture;
let auditor: AuditorCaller;

beforeAll(async () => {
  fixture = await auditedFixture();
  auditor = await fixture.auditor();
});
afterAll(() => fixture?.close());

const invoice = (day: string): number => fixture.invoices.get(day) ?? 0;
/** Two invoices dated in the period, and one booked in it. */
const within = (): number[] => ['01-31', '02-01', '02-04'].map(invoice);
const ids = (rows: readonly { readonly id: number }[]): number[] =>
  rows.map(({ id }) => id).toSorted((a, b) => a - b);

interface Rows {
  readonly rows: readonly { readonly id: number; readonly total_netto: string | null }[];
}

async function addFile(invoiceId: number): Promise<string> {
  const [row] = await fixture.web.sql<{ id: string }>(
    `with f as (
       insert into file (tenant_id, name, mime, size, sha256, invoice_id, received_by)
       select tenant_id, 'r.pdf', 'application/pdf', 8, sha256('%PDF 1.7'), id, 'upload' from invoice where id = $1
       returning tenant_id, id), c as (
       insert into file_chunk (tenant_id, file_id, chunk_no, bytes) select tenant_id, id, 0, '%PDF 1.7' from f)
     select id from f`,
    [invoiceId],
  );
  return row?.id ?? '';
}

describe('ARC-04 an auditor sees the documents of one company and period', () => {
  test('invoices by invoice or booking day, with prices, lines and figures', async () => {
    const { rows } = await auditor.ask<Rows>('{ rows: invoice { id total_netto } }');
    expect(ids(rows)).toEqual(within());
    expect(rows.every(({ total_netto }) => total_netto !== null)).toBe(true);
    const listed = await auditor.ask<Rows>(
      '{ rows: document(where: { kind: { _eq: "invoice" } }) { id total_netto } }',
    );
    expect(ids(listed.rows)).toEqual(within());
    const lines = await auditor.ask<{ rows: { invoice_id: number }[] }>(
      '{ rows: invoice_line { invoice_id } }',
    );
    expect(lines.rows.map(({ invoice_id }) => invoice_id).toSorted()).toEqual(within().toSorted());
    const { all } = await auditor.ask<{ all: { aggregate: { count: number } } }>(
      '{ all: invoice_aggregate { aggregate { count } } }',
    );
    expect(all.aggregate.count).toBe(3);
  });

  test('no other ones by key, search, file, history or page', async () => {
    for (const id of [invoice('01-30'), invoice('02-03'), fixture.foreignInvoice]) {
      const { one } = await auditor.ask<{ one: object | null }>(`{ one: invoice_by_pk(id: ${id}) { id } }`);
      expect(one).toBeNull();
      const file = await addFile(id);
      for (const url of [
        `/api/file/${file}`,
        `/api/audit/history/invoice/${id}`,
        `/api/invoice/${id}/document`,
      ]) {
        const { status, body } = await auditor.get(url);
        expect([status, body.toString()], url).not.toEqual([200, expect.stringMatching(/RE-|PDF/)]);
      }
    }
    const found = await auditor.ask<Rows>(
      '{ rows: document(where: { number: { _ilike: "%RE-%" } }) { id } }',
    );
    expect(ids(found.rows)).toEqual(within());
  });

  test('originals and history of visible invoices', async () => {
    const id = invoice('02-01');
    const file = await auditor.get(`/api/file/${await addFile(id)}`);
    expect([file.status, file.body.toString()]).toEqual([200, '%PDF 1.7']);
    expect((await auditor.get(`/api/audit/history/invoice/${id}`)).status).toBe(200);
  });

  test('orders by creation day without drafts, and contracts in force', async () => {
    const { web, audited, other, demoTenant } = fixture;
    const [request] = await web.sql<{ id: string }>(
      `update procurement set client_id = $2, created_at = '2026-01-31 23:30+01', status = 'ordered'
       where id = (select min(id) from procurement where tenant_id = $1 and status <> 'draft') returning id`,
      [demoTenant, audited],
    );
    await web.sql(
      `update procurement set client_id = $2, created_at = '2026-02-01 10:00+01', status = 'draft'
       where id = (select max(id) from procurement where tenant_id = $1)`,
      [demoTenant, audited],
    );
    const [contract] = await web.sql<{ id: string }>(
      `update contract set client_id = $2, created_at = '2020-01-01', end_date = '2026-01-31'
       where id = (select min(id) from contract where tenant_id = $1) returning id`,
      [demoTenant, audited],
    );
    await web.sql(
      "update contract set client_id = $2, created_at = '2020-01-01', end_date = null where id = (select max(id) from contract where tenant_id = $1)",
      [demoTenant, other],
    );
    const seen = await auditor.ask<Record<'orders' | 'contracts', { id: number }[]>>(
      '{ orders: procurement { id } contracts: contract { id } }',
    );
    expect(ids(seen.orders)).toEqual([Number(request?.id)]);
    expect(ids(seen.contracts)).toContain(Number(contract?.id));
    const { rows } = await auditor.ask<{ rows: { client_id: number; kind: string }[] }>(
      '{ rows: document { client_id kind } }',
    );
    expect(new Set(rows.map(({ client_id }) => client_id))).toEqual(new Set([audited]));
    expect(rows.filter(({ kind }) => kind === 'procurement')).toHaveLength(1);
  });

  test('master data of all companies as far as it explains documents, and only names of people', async () => {
    const seen = await auditor.ask<Record<'client' | 'supplier' | 'lb_user' | 'refresh_token', object[]>>(
      '{ client { id } supplier { id } lb_user { id name } refresh_token { id } }',
    );
    expect(seen.client).toEqual([{ id: fixture.audited }]);
    expect(seen.supplier.length).toBeGreaterThan(0);
    expect(seen.lb_user.length).toBeGreaterThan(3);
    expect(seen.refresh_token).toEqual([]);
  });

  test('documents the person owned before becoming an auditor are not visible', async () => {
    await fixture.web.sql('update invoice set creator_id = $1 where id = $2', [
      auditor.id,
      fixture.foreignInvoice,
    ]);
    const { one } = await auditor.ask<{ one: object | null }>(
      `{ one: invoice_by_pk(id: ${fixture.foreignInvoice}) { id } }`,
    );
    expect(one).toBeNull();
  });
});

describe('ARC-04 ARC-05 an auditor’s export', () => {
  const path = '/api/archive-export';
  const order = (change: object = {}) => ({
    client_id: fixture.audited,
    from: period.from,
    to: period.until,
    ...change,
  });
  const ask = (payload: object) => auditor.send({ method: 'POST', url: path, payload });

  test('is refused beyond the company and period', async () => {
    for (const change of [
      { client_id: null },
      { client_id: fixture.other },
      { from: null },
      { to: '2026-02-02' },
      { from: '2026-01-30' },
    ])
      expect((await ask(order(change))).status, JSON.stringify(change)).toBe(403);
  });

  test('contains visible documents and those they refer to', async () => {
    const answer = await ask(order());
    expect(answer.status, answer.body.toString()).toBe(202);
    const { id } = answer.json<{ id: string }>();
    await fixture.work();
    const list = (await auditor.get(path)).json<OwnArchiveList>();
    expect(list.archives.map((one) => one.id)).toEqual([id]);
    expect(list.clients.map((one) => one.id)).toEqual([fixture.audited]);
    expect(list.audited).toEqual({ from: period.from, to: period.until });
    const { url } = (await auditor.send({ method: 'POST', url: `${path}/${id}/ticket` })).json<{
      url: string;
    }>();
    const { status, body } = await fixture.send({ method: 'GET', url });
    expect(status).toBe(200);
    const files = unpackedArchive(body);
    const exported = rowsOf(files, 'invoice').map((row) => Number(row.id));
    // The last one corrects the first, which is exported only for this reason.
    expect(exported.toSorted((a, b) => a - b)).toEqual([invoice('01-30'), ...within()]);
    expect(rowsOf(files, 'auditor_access')).toEqual([]);
  });

  test('archives of others are neither listed nor downloadable', async () => {
    const { id } = await fixture.made({ client_id: fixture.other, from: period.from, to: period.until });
    const list = (await auditor.get(path)).json<OwnArchiveList>();
    expect(list.archives.map((one) => one.id)).not.toContain(id);
    expect((await auditor.send({ method: 'POST', url: `${path}/${id}/ticket` })).status).toBe(404);
    expect((await auditor.get(`${path}/${id}/file`)).status).toBe(404);
  });
});
