import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../../src/base/day.ts';
import { today as currentDay } from '../support/today.ts';
import { add, ids, invoice, office, openSetup, order, read, together } from './setup.ts';

/** Contracts of 100 a month for five years from the beginning of last month, counted again without the product. */
const today = currentDay();
const start = `${addMonths(today, -1).slice(0, 7)}-01`;
const yesterday = addDays(today, -1);
const steps = ['approval', 'financial-approval', 'clearing', 'accounting', 'export', 'completed'];
const approved = ['accounting', 'export', 'completed'];

async function contract(name: string): Promise<string> {
  const id = await add(name, 'contract', {
    ...{ timeline_id: (await office.add('timeline')).id, name, status: 'active' },
    ...{ client_id: ids.company, exchange_rate: null, renewal_type: 'none', usage_type: 'monthly' },
    ...{ term_type: 'fixed', start_date: start, contract_date: start, duration: '60' },
    ...{ duration_unit_type: 'month', payment_direction: 'outgoing', payment_timing: 'postpaid' },
    created_at: `${start}T09:00:00Z`,
  });
  await add(`${name} line`, 'contract_line', { contract_id: id, total: '100' });
  return id;
}

beforeAll(async () => {
  await openSetup();
  await together(async () => {
    for (const status of steps) {
      const contract_id = await contract(status);
      const corrected = await invoice(`${status} year`, {
        ...{ contract_id, invoice_date: start, total_netto: '6000', status: 'completed' },
      });
      await invoice(`${status} credit`, {
        ...{ contract_id, invoice_date: yesterday, total_netto: '-300', status: 'approval' },
        ...{ document_type: 'credit_note', corrects_invoice_id: corrected },
      });
    }
  });
});
afterAll(() => office.close());

async function openOf(name: string, day: string): Promise<number> {
  const { rows } = await read('commitments', day);
  return Number(rows.find((row) => row.name === name)?.net ?? 0);
}

async function invoicedOf(name: string, day: string): Promise<number> {
  const [row] = await office.as(await office.person(['user-price']), (tx) =>
    tx.query<{ invoiced: string }>(
      'select invoiced::text from app.charged_of_contracts(array[$1::bigint], $2)',
      [ids[name], day],
    ),
  );
  return Number(row?.invoiced);
}

describe('DASH-09 the invoices of a contract take off its commitment once', () => {
  it('BUD-04 INV-31 a credit note that waits for its approval opens nothing of a contract', async () => {
    for (const status of steps) expect([status, await openOf(status, today)]).toEqual([status, 0]);
  });

  it.each(steps)(
    'BUD-04 INV-31 a credit note in %s opens the contract from its approval on',
    async (status) => {
      await office.owner.query('update invoice set status = $2 where id = $1', [
        ids[`${status} credit`],
        status,
      ]);
      const expected = approved.includes(status) ? 300 : 0;
      expect(await openOf(status, today)).toBe(expected);
      expect(await openOf(status, yesterday), 'a past day keeps what stood (DASH-07)').toBe(0);
      expect(await invoicedOf(status, today)).toBe(6000 - expected);
    },
  );

  it('INV-22 a final invoice counts less the prepayment that it lists', async () => {
    await together(async () => {
      const contract_id = await contract('built');
      const procurement_id = await order('built order', {
        ...{ number: '971', contract_id, submitted_at: `${start}T09:00:00Z` },
        ...{ total_netto: '1000', total_brutto: '1000' },
      });
      await add('built order line', 'procurement_line', {
        ...{ procurement_id, created_at: `${start}T09:00:00Z`, quantity: '1', total_netto: '1000' },
      });
      for (const [name, document_type, total_netto] of [
        ['first', 'prepayment', '400'],
        ['last', 'final', '1000'],
      ] as const)
        await invoice(name, { procurement_id, document_type, total_netto, invoice_date: yesterday });
    });
    expect(await invoicedOf('built', today)).toBe(1000);
    await office.owner.query("update invoice set status = 'declined' where id = $1", [ids.first]);
    expect(await invoicedOf('built', today)).toBe(1000);
    expect(await invoicedOf('built', yesterday)).toBe(1000);
  });
});
