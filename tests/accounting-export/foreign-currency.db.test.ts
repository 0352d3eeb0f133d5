import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownBooking } from '../../src/features/invoice/shown-booking.ts';
import { RatesRefused } from '../../src/features/reference-rate/published-rate.ts';
import { fetchRates } from '../../src/features/reference-rate/server/fetch.ts';
import { keepRates } from '../../src/features/reference-rate/server/store.ts';
import { NoAnswer } from '../../src/platform/server/http-call.ts';
import { act, attempt, type Invoice, on, save } from '../invoice/invoices.ts';
import { todayInSql } from '../support/today.ts';
import { downloaded, type ExportingDemo, exportingDemo } from './exports.ts';

let fixture: ExportingDemo;

const ecb = (days: Readonly<Record<string, Readonly<Record<string, string>>>>): string => {
  const cubes = Object.entries(days).map(([time, rates]) => {
    const each = Object.entries(rates).map(
      ([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`,
    );
    return `<Cube time='${time}'>${each.join('')}</Cube>`;
  });
  return `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
    xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
};

/** A Thursday and a Friday; there are no rates on the weekend. */
const rates = {
  '2026-10-08': { USD: '1.0800', CHF: '0.9400', VND: '28735.63' },
  '2026-10-09': { USD: '1.0850', CHF: '0.9450', VND: '28735.63' },
};

beforeAll(async () => {
  fixture = await exportingDemo();
  await keepRates(fixture.demo.web.database, Buffer.from(ecb(rates)));
});
afterAll(() => fixture.close());

interface Rated {
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly rate_date: string | null;
  readonly rate_source: string | null;
}

async function rateOf({ id }: { readonly id: number }): Promise<Rated> {
  const text = `query ($id: bigint!) { invoice_by_pk(id: $id) { currency exchange_rate rate_date rate_source } }`;
  return (await fixture.accountant.get<{ invoice_by_pk: Rated }>(text, { id })).invoice_by_pk;
}

const dollars = (head: object = {}): Promise<Invoice> =>
  fixture.checked({ currency: 'USD', invoice_date: '2026-10-11', ...head });

async function change(invoice: Invoice, head: object): Promise<Invoice> {
  const { id, version } = on(invoice);
  return await save(fixture.accountant, { id, version, head });
}

describe('PRICE-04 PRICE-07 an invoice in another currency', () => {
  it('takes the reference rate of the last banking day before its date, and follows the date in its check', async () => {
    const invoice = await dollars();
    const friday = { exchange_rate: 0.921659, rate_date: '2026-10-09', rate_source: 'ecb' };
    expect(await rateOf(invoice)).toMatchObject(friday);
    const earlier = await change(invoice, { invoice_date: '2026-10-08' });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: 0.925926, rate_date: '2026-10-08' });
    // The tax point takes precedence.
    const taxed = await change(earlier, { vat_due_date: '2026-10-10' });
    expect(await rateOf(invoice)).toMatchObject(friday);
    const francs = await change(taxed, { currency: 'CHF', exchange_rate: null });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: 1.058201, rate_source: 'ecb' });
    await change(francs, { currency: 'EUR' });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: null, rate_date: null, rate_source: null });
  });

  it('keeps its rate after its check', async () => {
    const invoice = await act(fixture.accountant, 'to_accounting', await dollars());
    await change(invoice, { invoice_date: '2026-10-08' });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: 0.921659, rate_date: '2026-10-09' });
  });

  it("keeps a typed rate, which counts as the ECB's where it is equal", async () => {
    const invoice = await dollars({ exchange_rate: '0.9', rate_date: '2026-10-01' });
    expect(await rateOf(invoice)).toMatchObject({
      exchange_rate: 0.9,
      rate_source: 'typed',
      rate_date: '2026-10-01',
    });
    // A typed rate does not follow the date.
    const earlier = await change(invoice, { invoice_date: '2026-10-08' });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: 0.9, rate_source: 'typed' });
    const same = await change(earlier, { exchange_rate: '0.925926', rate_date: null });
    expect(await rateOf(invoice)).toMatchObject({ rate_source: 'ecb', rate_date: '2026-10-08' });
    await change(same, { exchange_rate: null });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: 0.925926, rate_source: 'ecb' });
  });

  it('cannot leave its check without a rate of the ECB or a typed one', async () => {
    const rates = await dollars({ invoice_date: '2026-11-20' });
    expect(await rateOf(rates)).toMatchObject({ exchange_rate: null, rate_source: null });
    const { refusal } = await attempt(fixture.accountant, 'to_accounting', rates);
    expect(refusal).toMatchObject({
      code: 'validation_failed',
      problems: [{ field: 'exchange_rate', code: 'specific_field_required' }],
    });
  });

  it('is refused with its rate where DATEV cannot represent it, in the check and before the export', async () => {
    const invoice = await dollars({ currency: 'VND' });
    expect(await rateOf(invoice)).toMatchObject({ exchange_rate: 0.000035 });
    const { refusal } = await attempt(fixture.accountant, 'to_accounting', invoice);
    const unwritable = { field: 'exchange_rate', code: 'exchange_rate_unwritable' };
    expect(refusal).toMatchObject({ problems: [unwritable] });
    // As if it had left its check before the rule existed.
    const url = `/api/invoice/export/readiness?ids=${invoice.id}`;
    const ready = (await fixture.accountant.send({ method: 'GET', url })).json<Record<string, unknown>>();
    expect(ready[invoice.id]).toMatchObject({ problems: [unwritable] });
    // Dynamics 365 accepts any rate.
    await exportsTo('ms365');
    const passed = await attempt(fixture.accountant, 'to_accounting', invoice);
    await exportsTo('datev-csv');
    expect(passed.refusal).toBeUndefined();
  });

  it('is exported to DATEV with its rate, and its parts add up to its value in euros', async () => {
    const lines = ['33.33', '33.33', '133.34'].map((total_netto, place) => ({
      description: `Teil ${place}`,
      total_netto,
      tax_percentage: '19',
      tax_category: 'S',
    }));
    const invoice = await dollars({ export_individual_items: true, total_brutto: '238.00' });
    const { id, version } = on(invoice);
    const split = await save(fixture.accountant, { id, version, lines });
    const waiting = await act(
      fixture.accountant,
      'to_export',
      await act(fixture.accountant, 'to_accounting', split),
    );
    const url = `/api/invoice/${id}/bookings`;
    const preview = (await fixture.accountant.send({ method: 'GET', url })).json<{
      problem: unknown;
      bookings: ShownBooking[];
    }>();
    expect(preview.problem).toBeNull();
    const [run] = await fixture.exported({ invoice_ids: [waiting.id] });
    expect(run).toMatchObject({ failed_count: 0, control_total: 219.35 });
    const file = run?.files.find(({ content }) => content === 'bookings')?.file.id ?? '';
    const text = new TextDecoder('windows-1252').decode(await downloaded(fixture.accountant, file));
    const rows = text
      .trimEnd()
      .split('\r\n')
      .slice(2)
      .map((row) => row.replaceAll('"', '').split(';'));
    expect(rows.map((row) => [row[2], row[3], row[5]])).toEqual(Array(3).fill(['USD', '1,085000', 'EUR']));
    const cents = (amount: string): number => Math.round(Number(amount.replace(',', '.')) * 100);
    // 238.00 USD x 0.921659
    expect(rows.reduce((sum, row) => sum + cents(row[4] ?? ''), 0)).toBe(21935);
    expect(preview.bookings.map(({ base_amount }) => base_amount?.replace('.', ','))).toEqual(
      rows.map((row) => row[4]),
    );
  });
});

describe('PRICE-04 PRICE-07 a request in another currency', () => {
  const saveText = `mutation ($key: uuid!, $id: bigint, $version: Int, $head: procurement_save_head_input) {
    document: procurement_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) {
      id exchange_rate rate_date rate_source timeline { content_version } } }`;
  interface Saved extends Rated {
    readonly id: number;
    readonly timeline: { readonly content_version: number };
  }
  const saved = async (head: object, before?: Saved): Promise<Saved> => {
    const version = before?.timeline.content_version;
    const variables = { key: randomUUID(), id: before?.id, version, head };
    return (await fixture.accountant.get<{ document: Saved }>(saveText, variables)).document;
  };

  it('takes the reference rate of the day it is written, and keeps a typed one', async () => {
    const { database, sql } = fixture.demo.web;
    const [{ today = '' } = {}] = await sql<{ today: string }>(`select ${todayInSql}::text as today`);
    await keepRates(database, Buffer.from(ecb({ [today]: { GBP: '0.8000' } })));
    const head = { name: 'Werkbank', client_id: fixture.client, currency: 'GBP' };
    const draft = await saved(head);
    expect(draft).toMatchObject({ exchange_rate: 1.25, rate_date: today, rate_source: 'ecb' });
    const typed = await saved({ exchange_rate: '1.2' }, draft);
    expect(typed).toMatchObject({ exchange_rate: 1.2, rate_source: 'typed' });
    expect(await saved({ exchange_rate: null }, typed)).toMatchObject({
      exchange_rate: 1.25,
      rate_source: 'ecb',
    });
  });

  it('keeps its rate after its submission', async () => {
    const { sql } = fixture.demo.web;
    const draft = await saved({ name: 'Hobel', client_id: fixture.client, currency: 'GBP' });
    await sql(`update procurement set submitted_at = '2026-10-09T10:00:00Z' where id = $1`, [draft.id]);
    await sql('update procurement set rate_date = rate_date where id = $1', [draft.id]);
    const [row] = await sql('select exchange_rate, rate_source from procurement where id = $1', [draft.id]);
    expect(row).toEqual({ exchange_rate: '1.250000', rate_source: 'ecb' });
  });
});

async function exportsTo(target: string): Promise<void> {
  const { tenantId } = fixture.accountant.context;
  await fixture.demo.web.sql(
    "update configuration set value = $2 where tenant_id = $1 and key = 'invoice_export_target'",
    [tenantId, target],
  );
}

describe('PRICE-07 the daily rates', () => {
  it("are fetched from the operator's address, and invalid answers are not stored", async () => {
    const { database } = fixture.demo.web;
    const answers: [status: number, text: string][] = [
      [200, ecb({ '2026-10-12': { USD: '1.1000' } })],
      [200, ecb({ '2026-10-12': { USD: '-1' } })],
      [200, 'x'.repeat(6 * 1024 * 1024)],
      [302, ''],
      [500, ''],
    ];
    const server = createServer((_, response) => {
      const [status, text] = answers.shift() ?? [404, ''];
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const fetch = fetchRates(
      database,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-daily.xml`,
    );
    try {
      await fetch();
      await expect(fetch()).rejects.toThrow(RatesRefused);
      await expect(fetch()).rejects.toThrow(NoAnswer);
      await expect(fetch()).rejects.toThrow('answered 302');
      await expect(fetch()).rejects.toThrow('answered 500');
    } finally {
      server.close();
    }
    const url = '/api/reference-rate?own=EUR&currency=USD&day=2026-10-13';
    const { found } = (await fixture.accountant.send({ method: 'GET', url })).json<{ found: unknown }>();
    expect(found).toEqual({ rate: '0.909091', day: '2026-10-12' });
  });

  it.each([
    [
      'between two currencies other than the euro',
      'own=CHF&currency=USD&day=2026-10-09',
      { rate: '0.870968', day: '2026-10-09' },
    ],
    [
      'of the euro for a company with another currency',
      'own=CHF&currency=EUR&day=2026-10-09',
      { rate: '0.945', day: '2026-10-09' },
    ],
    ['are missing more than a week later', 'own=EUR&currency=CHF&day=2026-10-17', null],
    ['are missing for a currency unknown to the ECB', 'own=EUR&currency=XYZ&day=2026-10-09', null],
  ])('%s', async (_, asked, expected) => {
    const { json } = await fixture.accountant.send({ method: 'GET', url: `/api/reference-rate?${asked}` });
    expect(json<{ found: unknown }>().found).toEqual(expected);
  });
});
