import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableText } from '../../src/entity/server/table-text.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;

beforeAll(async () => {
  setup = await openImports();
});
afterAll(() => setup.close());

interface Exported {
  readonly rows: number;
  readonly bytes: Buffer;
}

async function exported(table: string, settings: object, who: WebCaller = setup.admin): Promise<Exported> {
  const payload = { format: 'csv', language: 'de', ...settings };
  const answer = await who.send({ method: 'POST', url: `/api/table/${table}/export`, payload });
  expect(answer.status).toBe(202);
  const { job_id: id } = answer.json<{ job_id: number }>();
  for (;;) {
    const job = (await who.send({ method: 'GET', url: `/api/job/${id}` })).json<{
      state: string;
      result: { file_id: string; rows: number } | null;
    }>();
    expect(job.state).not.toBe('failed');
    if (job.result !== null) {
      const { body } = await who.send({ method: 'GET', url: `/api/file/${job.result.file_id}` });
      return { rows: job.result.rows, bytes: Buffer.from(body) };
    }
    await delay(30);
  }
}

describe('SHEET-20 the download of a table view has all rows', () => {
  test('more rows than a page loads are in one file, in order, and a search covers all of them', async () => {
    const rows = Array.from({ length: 5200 }, (_, no) => `X${String(no).padStart(5, '0')};Reihe ${no}`);
    const { result } = await setup.run('cost_center', `Nummer;Name\n${rows.join('\n')}\n`);
    expect(result).toMatchObject({ added: 5200 });
    const all = await exported('cost_center', {});
    const lines = all.bytes.toString().trim().split('\r\n');
    expect(all.rows).toBeGreaterThan(5200);
    expect(lines.length).toBe(all.rows + 1);
    expect(lines[0]).toMatch(/^Nummer;Name;.*;ID$/);
    const last = await exported('cost_center', { text: 'reihe 5199' });
    expect(last.bytes.toString()).toContain('X05199;Reihe 5199;');
    expect(last.rows).toBe(1);
  });

  test('the file imports again without a change', async () => {
    const { bytes } = await exported('supplier', {});
    const { result } = await setup.run('supplier', bytes);
    expect(result).toMatchObject({ added: 0, changed: 0, problems: 0 });
  });

  test('people without the right to see prices get none', async () => {
    const header = async (who: WebCaller) =>
      (await exported('product', {}, who)).bytes.toString().split('\r\n')[0] ?? '';
    expect(await header(setup.admin)).toContain('Preis netto');
    const blind = await header(await setup.demo.person('receiver@demo.test'));
    expect(blind).toContain('Artikelnummer');
    expect(blind).not.toContain('Preis netto');
  });

  test('an unknown table is not found', async () => {
    const payload = { format: 'csv', language: 'de' };
    const answer = await setup.admin.send({ method: 'POST', url: '/api/table/audit/export', payload });
    expect(answer.status).toBe(404);
  });
});

describe('SHEET-19 spreadsheets of the product', () => {
  test('an exported spreadsheet is imported again without a change: texts stay texts', async () => {
    await setup.run('supplier', 'Name;PLZ;Telefon\nAusfuhr A;01067;0351 1\nAusfuhr B;1e5;=1+1\n', {
      right_only: true,
    });
    const { bytes } = await exported('supplier', { format: 'xlsx', text: 'ausfuhr' });
    const text = await tableText(null, bytes);
    expect(text).toContain(';01067;');
    const { result } = await setup.run('supplier', bytes);
    expect(result).toMatchObject({ added: 0, changed: 0, problems: 0 });
  });

  test('a template has the columns and no rows, and offers the choices of each', async () => {
    const { bytes, rows } = await exported('product', { format: 'xlsx', is_template: true });
    expect(rows).toBe(0);
    expect((await tableText(null, bytes)).split(';').slice(0, 2)).toEqual(['Name', 'Artikelnummer']);
  });
});
