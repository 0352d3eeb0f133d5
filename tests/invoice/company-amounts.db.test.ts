import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { netQuery } from '../../src/features/overview/documents-query.ts';
import { orderOf } from '../../src/features/overview/filter.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
const names = new Map<number, string>();

/** An untaxed invoice, whose net total is also its gross total. */
async function invoice(name: string, head: Record<string, unknown>, client: unknown): Promise<void> {
  const { id } = await save(accountant, { head: { name, tax: 0, client_id: client, ...head } });
  names.set(id, name);
}

beforeAll(async () => {
  demo = await demoWeb();
  accountant = await demo.person('accountant@demo.test');
  const { client } = await accountant.get<{ client: { id: number }[] }>(
    '{ client(order_by: { id: asc }, limit: 1) { id } }',
  );
  const day = { invoice_date: '2026-01-05' };
  await invoice('euros', { ...day, total_brutto: '100.00' }, client[0]?.id);
  const rate = { exchange_rate: '0.5', rate_date: '2026-01-05' };
  await invoice('dollars', { ...day, ...rate, currency: 'USD', total_brutto: '300.00' }, client[0]?.id);
  await invoice('without a rate', { ...day, currency: 'JPY', total_brutto: '90000.00' }, client[0]?.id);
});
afterAll(() => demo.close());

async function listed(where: object, isDescending: boolean): Promise<readonly (string | undefined)[]> {
  const answer = await accountant.get<{ document: { id: number }[] }>(
    `query ($where: document_bool_exp!, $order: [document_order_by!]) {
       document(where: { _and: [{ kind: { _eq: "invoice" } }, $where] }, order_by: $order) { id } }`,
    { where, order: orderOf('invoice', { key: 'amount', isDescending }, true) },
  );
  return answer.document.map(({ id }) => names.get(id));
}

describe('PRICE-04 PRICE-07 lists of amounts in several currencies', () => {
  it('are sorted by the value in the company currency, with unknown values last or first', async () => {
    expect(await listed({}, true)).toEqual(['dollars', 'euros', 'without a rate']);
    expect(await listed({}, false)).toEqual(['without a rate', 'euros', 'dollars']);
  });

  it('are filtered by it, and no limit finds unknown values', async () => {
    expect(await listed({ company_netto_cents: { _gte: '12000' } }, true)).toEqual(['dollars']);
    expect(await listed({ company_netto_cents: { _lte: '99999999' } }, true)).toEqual(['dollars', 'euros']);
  });

  it('are added up without unknown values, whose number is shown beside the sum', async () => {
    const { document_aggregate: all } = await accountant.get<{
      document_aggregate: { aggregate: Record<string, unknown> };
    }>(netQuery, { where: { kind: { _eq: 'invoice' } } });
    expect(all.aggregate).toMatchObject({ count: 3, known: 2, sum: { company_netto: 250 } });
  });

  it('count in the dashboard figures by it, with unknown values as zero', async () => {
    const [row] = await demo.web.sql<{ net: string; count: number }>(
      `select sum(net) as net, sum(count)::int as count from document_total where kind = 'invoice' and dimension = 'status'`,
    );
    expect(row).toEqual({ net: '250.00', count: 3 });
  });
});
