import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { withoutApprovals } from '../support/without-approvals.ts';
import { type Invoice, next as nextOf, save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let contract: { readonly id: string; readonly client_id: string; readonly supplier_id: string };

/** A contract over 100.00 per quarter from the start of the year. */
beforeAll(async () => {
  demo = await demoWeb();
  // Without budgets, an invoice without a cost center raises no question (BUD-03).
  await demo.web.sql('delete from budget');
  accountant = await demo.person('accountant@demo.test');
  const { tenantId } = accountant.context;
  const [found] = await demo.web.sql<typeof contract>(
    `select k.id, k.client_id, k.supplier_id from contract k join client c on c.id = k.client_id and c.currency = 'EUR'
     where k.tenant_id = $1 and k.status = 'active' and k.supplier_id is not null order by k.id limit 1`,
    [tenantId],
  );
  if (!found) throw new Error('the demo has no active contract');
  contract = found;
  await demo.web.sql('update invoice set contract_id = null where contract_id = $1', [found.id]);
  await demo.web.sql('delete from contract_line where contract_id = $1', [found.id]);
  await demo.web.sql(
    `update contract set usage_type = 'quarterly', start_date = '2026-01-01' where id = $1`,
    [found.id],
  );
  await demo.web.sql(
    `insert into contract_line (tenant_id, contract_id, sort_no, name, type, quantity, total, tax)
     values ($1, $2, 0, 'Wartung', 'maintenance', 1, 100, 0)`,
    [tenantId, found.id],
  );
  await withoutApprovals(demo.web);
});
afterAll(() => demo.close());

let brought = 0;

async function linked(gross: string, day: string): Promise<Invoice> {
  brought += 1;
  const invoice = await save(accountant, {
    head: {
      number_printed: `V-${brought}`,
      supplier_id: Number(contract.supplier_id),
      payment_method: 'ONLINE_PAYMENT',
      client_id: Number(contract.client_id),
      invoice_date: day,
      delivery_date: day,
      due_date: '2026-12-31',
      total_brutto: gross,
      tax: '0',
    },
  });
  await demo.web.sql('update invoice set contract_id = $2 where id = $1', [invoice.id, contract.id]);
  return invoice;
}

const next = (invoice: Invoice, confirmations?: readonly string[]) =>
  nextOf(accountant, invoice, confirmations);

it('INV-14 an excess over the agreed value of the interval needs a confirmation and appears in the timeline', async () => {
  expect((await next(await linked('60', '2026-04-03'))).errors).toBeUndefined();
  // Each quarter has its own value.
  expect((await next(await linked('100', '2026-07-01'))).errors).toBeUndefined();
  const beyond = await linked('60.50', '2026-06-30');
  const asked = (await next(beyond)).errors?.[0]?.extensions;
  expect(asked).toMatchObject({ code: 'invoice_exceeds_contract', values: { amount: '20.50' } });
  const { data, errors } = await next(beyond, [asked?.confirm?.hash ?? '']);
  expect(errors).toBeUndefined();
  const reported = data?.invoice.timeline.timeline_entries.map(({ message_code }) => message_code);
  expect(reported).toContain('invoice_exceeds_contract');
});

it('CON-40 a contract that has ended or has another supplier or company needs a recorded confirmation', async () => {
  const [other] = await demo.web.sql<{ id: string }>(
    'select id from supplier where tenant_id = $1 and id <> $2 order by id limit 1',
    [accountant.context.tenantId, contract.supplier_id],
  );
  const changes = [
    ["end_date = '2026-01-31'", 'contract_not_in_force', '2026-02-01'],
    [`end_date = null, supplier_id = ${other?.id}`, 'contract_other_supplier', '2026-02-02'],
    ['end_date = null, client_id = null', 'contract_other_company', '2026-02-03'],
  ] as const;
  for (const [change, code, day] of changes) {
    const invoice = await linked('10', day);
    const [before] = await demo.web.sql<{ client_id: string; supplier_id: string; end_date: string | null }>(
      'select client_id, supplier_id, end_date::text from contract where id = $1',
      [contract.id],
    );
    await demo.web.sql(`update contract set ${change} where id = $1`, [contract.id]);
    const asked = (await next(invoice)).errors?.[0]?.extensions;
    expect([change, asked?.code]).toEqual([change, code]);
    const { data, errors } = await next(invoice, [asked?.confirm?.hash ?? '']);
    expect(errors).toBeUndefined();
    const reported = data?.invoice.timeline.timeline_entries.map(({ message_code }) => message_code);
    expect(reported).toContain(code);
    await demo.web.sql('update contract set client_id = $2, supplier_id = $3, end_date = $4 where id = $1', [
      contract.id,
      before?.client_id,
      before?.supplier_id,
      before?.end_date,
    ]);
  }
});

it('INV-14 of several concurrently forwarded invoices none exceeds the value without a confirmation', async () => {
  const several = await Promise.all([
    linked('60', '2026-10-01'),
    linked('60', '2026-10-02'),
    linked('60', '2026-10-03'),
  ]);
  const answers = await Promise.all(several.map((invoice) => next(invoice)));
  expect(answers.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual(
    several.map(() => 'invoice_exceeds_contract'),
  );
});

it('INV-14 PRICE-07 invoices are compared in the contract currency and reported in the company currency', async () => {
  await demo.web.sql("update contract set currency = 'USD', exchange_rate = 0.8 where id = $1", [
    contract.id,
  ]);
  const inDollars = async (gross: string, day: string, rate: number): Promise<Invoice> => {
    const invoice = await linked(gross, day);
    await demo.web.sql("update invoice set currency = 'USD', exchange_rate = $2 where id = $1", [
      invoice.id,
      rate,
    ]);
    return invoice;
  };
  // 30 EUR (37.50 USD) are charged; with 40 USD at any rate and 18 EUR the agreed value is reached.
  expect((await next(await inDollars('40', '2026-01-05', 0.95))).errors).toBeUndefined();
  expect((await next(await linked('18', '2026-02-10'))).errors).toBeUndefined();
  const asked = (await next(await inDollars('10', '2026-03-01', 0.5))).errors?.[0]?.extensions;
  expect(asked).toMatchObject({
    code: 'invoice_exceeds_contract',
    values: { amount: '8.00', currency: 'EUR' },
  });
  await demo.web.sql("update contract set currency = 'EUR' where id = $1", [contract.id]);
});

it('INV-14 CON-40 an excess over the expected yearly value of a contract billed by usage needs a confirmation', async () => {
  await demo.web.sql(
    `update contract set usage_type = 'usage_based', start_date = '2025-01-01', end_date = null where id = $1`,
    [contract.id],
  );
  expect((await next(await linked('100', '2025-01-05'))).errors).toBeUndefined();
  const asked = (await next(await linked('0.50', '2025-12-31'))).errors?.[0]?.extensions;
  expect(asked).toMatchObject({ code: 'invoice_exceeds_contract', values: { amount: '0.50' } });
});
