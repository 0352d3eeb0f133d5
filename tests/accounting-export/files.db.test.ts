import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export-target/targets.ts';
import { initialSettings } from '../../src/features/invoice/setting-fields.ts';
import { client } from '../../src/features/master-data/client.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { unzipped } from '../support/unzipped.ts';
import { type ExportingDemo, exportingDemo } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

const fileOf = async (jobId: unknown, who: WebCaller = fixture.accountant) =>
  await who.send({ method: 'GET', url: `/api/export/${jobId}/file` });

/** Orders an export of invoices of these days and processes it; returns its job. */
async function job(...days: readonly string[]): Promise<number> {
  const invoices = [];
  for (const invoice_date of days) invoices.push(await fixture.waiting({ invoice_date }));
  const { body } = await fixture.order({ invoice_ids: invoices.map(({ id }) => id) });
  await fixture.work(body.job_id ?? 0);
  return body.job_id ?? 0;
}

describe('API-31 EXP-23 the file of an export', () => {
  it('is the stored one with its hash, at every call', async () => {
    const id = await job('2026-03-04');
    const [first, second] = [await fileOf(id), await fileOf(id)];
    expect(first.status).toBe(200);
    expect(first.headers['content-disposition']).toMatch(/EXTF_Buchungsstapel_55003_202603_\d{14}\.csv/);
    expect(second.body).toEqual(first.body);
    const [stored] = await fixture.demo.web.sql<{ hash: string }>(
      `select encode(f.sha256, 'hex') as hash from invoice_export_run r
       join invoice_export_file e on e.invoice_export_run_id = r.id join file f on f.id = e.file_id where r.job_id = $1`,
      [id],
    );
    expect(createHash('sha256').update(first.body).digest('hex')).toBe(stored?.hash);
  });

  it('is an archive of several files, with the same bytes at every call', async () => {
    const id = await job('2026-03-05', '2026-04-06');
    const [first, second] = [await fileOf(id), await fileOf(id)];
    expect(first.headers['content-disposition']).toMatch(/EX-\d{6}\.zip/);
    expect([...unzipped(first.body).keys()]).toEqual([
      expect.stringMatching(/^EXTF_Buchungsstapel_55003_202603_\d{14}\.csv$/),
      expect.stringMatching(/^EXTF_Buchungsstapel_55003_202604_\d{14}\.csv$/),
    ]);
    expect(second.body).toEqual(first.body);
  });

  it('is not found for other people, before it is written, or for other jobs', async () => {
    const { id } = await fixture.waiting();
    const { body } = await fixture.order({ invoice_ids: [id] });
    expect((await fileOf(body.job_id)).status).toBe(404);
    await fixture.work(body.job_id ?? 0);
    expect((await fileOf(body.job_id)).status).toBe(200);
    const requester = await fixture.demo.person('requester@demo.test');
    expect((await fileOf(body.job_id, requester)).status).toBe(404);
    for (const nothing of [404_404, 'x', '1e3', `${body.job_id}.5`])
      expect((await fileOf(nothing)).status).toBe(404);
  });

  it('OVW-09 EXP-17 is also available for a list', async () => {
    const text = 'Nummer;Name\r\n';
    const [made] = await fixture.demo.web.sql<{ job: string }>(
      `with kept as (insert into file (tenant_id, name, mime, size, sha256, created_by_id, received_by)
         values ($1, 'invoice_2026-11-25.csv', 'text/csv', length($3), sha256(convert_to($3, 'UTF8')), $2, 'export') returning id),
       chunk as (insert into file_chunk (tenant_id, file_id, chunk_no, bytes) select $1, id, 0, convert_to($3, 'UTF8') from kept)
       insert into job (tenant_id, kind, state, input, lb_user_id, result)
       select $1, 'overview_export', 'done', '{}', $2, jsonb_build_object('file_id', id, 'rows', 0) from kept returning id as job`,
      [fixture.accountant.context.tenantId, fixture.accountant.context.userId, text],
    );
    const answer = await fileOf(made?.job);
    expect([answer.status, answer.body.toString()]).toEqual([200, text]);
    expect((await fileOf(made?.job, await fixture.demo.person('buyer@demo.test'))).status).toBe(404);
  });
});

describe("EXP-13 SET-05 the company's settings for DATEV CSV", () => {
  const tab = client.tabs.find(({ name }) => name === 'datev_csv_export');
  const fields = tab?.parts.flatMap((part) => ('field' in part ? [part.field] : [])) ?? [];

  it('are on their tab, without an expiring connection', () => {
    expect(fields).toEqual(
      expect.arrayContaining([
        'consultant_number',
        'client_number',
        'ledger_account_length',
        'fiscal_year_start',
        'payables_ledger',
        'datev_lock',
        'datev_service_date',
        'datev_closed_until',
        'datev_kost_length',
        'datev_kost2',
        'datev_collective_account',
      ]),
    );
    expect(tab?.parts).toContainEqual({ children: 'tax_keys' });
    expect(fields.filter((field) => /connected|valid|renew/.test(field))).toEqual([]);
  });

  it('are saved, or refused where DATEV would not accept them', async () => {
    const admin = await fixture.demo.person('admin@demo.test');
    const change = `mutation ($id: bigint!, $set: client_set_input!) {
      update_client_by_pk(pk_columns: { id: $id }, _set: $set) { datev_kost_length datev_kost2 datev_collective_account } }`;
    const good = { datev_kost_length: 10, datev_kost2: 'project', datev_collective_account: '79999' };
    const { update_client_by_pk: kept } = await admin.get<{ update_client_by_pk: object }>(change, {
      id: fixture.client,
      set: good,
    });
    expect(kept).toEqual(good);
    const wrong = {
      consultant_number: '29098a',
      client_number: '1234567890',
      ledger_account_length: 9,
      fiscal_year_start: '02-30',
      datev_kost_length: 37,
      datev_kost2: 'department',
      datev_collective_account: 'Diverse',
    };
    for (const [field, value] of Object.entries(wrong)) {
      const refusal = await admin.refusal(change, { id: fixture.client, set: { [field]: value } });
      const named = [refusal.field, ...(refusal.problems ?? []).map((problem) => problem.field)];
      expect([field, named.includes(field)]).toEqual([field, true]);
    }
  });
});

describe('EXP-01 the target of a tenant', () => {
  it('determines where its runs go, and is DATEV online by default', async () => {
    expect([initialSettings.exportTarget, exportTargets]).toEqual(['datev', ['datev', 'datev-csv', 'ms365']]);
    const { id } = await fixture.waiting();
    const { body } = await fixture.order({ invoice_ids: [id] });
    await fixture.work(body.job_id ?? 0);
    const { runs } = await fixture.accountant.get<{ runs: readonly { readonly target: string }[] }>(
      'query ($id: bigint!) { runs: invoice_export_run(where: { id: { _eq: $id } }) { target } }',
      { id: body.run_ids?.[0] },
    );
    expect(runs).toEqual([{ target: 'datev-csv' }]);
  });
});
