import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, ids, invoice, office, openSetup, order, read, shown, together } from './setup.ts';

const columns = ['supplier', 'spent', 'spent_before', 'grown', 'unordered', 'unordered_percent'] as const;

beforeAll(async () => {
  await openSetup();
  for (const name of ['Ahlers', 'Berger']) await add(name, 'supplier', { name });
  await together(async () => {
    const ordered = await order('ordered', { number: '1', submitted_at: '2026-01-10T09:00:00Z' });
    const contract = await add('contract', 'contract', {
      ...{ timeline_id: (await office.add('timeline')).id, status: 'active', client_id: ids.company },
    });
    const of = async (name: string, supplier: string, day: string, net: string, values = {}) =>
      await invoice(name, {
        ...{ supplier_id: ids[supplier], procurement_id: null, contract_id: null },
        ...{ invoice_date: day, total_netto: net, ...values },
      });
    await of('1', 'Ahlers', '2026-02-10', '100', { procurement_id: ordered });
    await of('2', 'Ahlers', '2026-06-15', '50');
    await of('3', 'Ahlers', '2025-06-15', '80');
    // After the same day of the year before, after the day, and without effect.
    await of('4', 'Ahlers', '2025-06-16', '999');
    await of('5', 'Ahlers', '2026-06-16', '999');
    await of('6', 'Ahlers', '2026-03-01', '999', { status: 'declined' });
    await of('7', 'Ahlers', '2024-12-31', '999');
    await of('8', 'Berger', '2026-01-01', '40', { contract_id: contract });
  });
});
afterAll(() => office.close());

it('DASH-11 spend per supplier stands against the same days of the year before, with the share without an order', async () => {
  const answer = await read('supplier_spend', '2026-06-15');
  expect(shown(answer, ...columns)).toEqual([
    ['Ahlers', '150.00', '80.00', '70.00', '50.00', '33.3'],
    ['Berger', '40.00', '0.00', '40.00', '0.00', '0.0'],
  ]);
  expect(answer.totals).toMatchObject([
    {
      currency: 'EUR',
      amounts: { spent: '190.00', spent_before: '80.00', grown: '110.00', unordered: '50.00' },
    },
  ]);
});

it('DASH-11 INV-22 INV-31 a final invoice counts less its prepayment, and a credit note from its approval on', async () => {
  await add('Clausen', 'supplier', { name: 'Clausen' });
  await together(async () => {
    const procurement_id = await order('built', { number: '2', submitted_at: '2026-01-10T09:00:00Z' });
    for (const [name, document_type, total_netto, status] of [
      ['9', 'prepayment', '400', 'accounting'],
      ['10', 'final', '1000', 'accounting'],
      ['11', 'credit_note', '-50', 'accounting'],
      ['12', 'credit_note', '-70', 'financial-approval'],
    ] as const)
      await invoice(name, {
        ...{
          supplier_id: ids.Clausen,
          procurement_id: name === '9' || name === '10' ? procurement_id : null,
        },
        ...{ document_type, total_netto, status, invoice_date: '2026-04-10' },
      });
  });
  const spend = await read('supplier_spend', '2026-06-15');
  expect(shown(spend, 'supplier', 'spent')).toContainEqual(['Clausen', '950.00']);
  const rows = await read('supplier_invoices', '2026-06-15', { row: String(ids.Clausen) });
  expect(shown(rows, 'spent').flat()).toEqual(['400.00', '600.00', '-50.00']);
});

it('DASH-11 an invoice that is declined later still counts on the former day', async () => {
  const before = await read('supplier_spend', '2026-06-15');
  await office.owner.query("update invoice set status = 'declined' where invoice_number_formatted = 'RE-2'");
  expect(await read('supplier_spend', '2026-06-15')).toEqual(before);
});
