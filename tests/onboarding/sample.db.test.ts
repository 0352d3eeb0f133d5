import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OnboardingState, SampleRemoval } from '../../src/features/onboarding/model.ts';
import { type NewTenant, type OnboardingSetup, onboardingSetup } from './setup.ts';

let onboarding: OnboardingSetup;
beforeAll(async () => {
  onboarding = await onboardingSetup();
});
afterAll(() => onboarding?.close());

/** Number of sample records (ONB-03) by table. */
const numbers = {
  ...{ client: 2, department: 4, cost_center: 6, budget: 6, ledger_account: 12, posting_key: 6 },
  ...{ supplier: 8, product_group: 5, product: 40, procurement: 3, invoice: 2 },
};

async function counts(tenant: NewTenant): Promise<Record<string, number>> {
  const entries = Object.keys(numbers).map(async (table) => [table, await tenant.count(table)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

test('ONB-01 ONB-03 API-36 full sample data has the specified number of records, in German, and is made only once', async () => {
  const tenant = await onboarding.newTenant();
  expect((await tenant.get()).json()).toMatchObject({ mode: null, has_company: false, sample: 0 });
  const answer = await tenant.post({ mode: 'full' });
  expect(answer.status, answer.body.toString()).toBe(200);
  expect(answer.json<OnboardingState>()).toMatchObject({ mode: 'full', has_company: true, sample: 88 });
  expect(await counts(tenant)).toEqual(numbers);
  const [group] = await onboarding.web.sql<{ names: string }>(
    'select string_agg(name, $2 order by name) as names from product_group where tenant_id = $1',
    [tenant.id, ', '],
  );
  expect(group?.names).toContain('Bürobedarf');
  expect(await tenant.count('billable_event')).toBe(0);
  expect((await tenant.post({ mode: 'full' })).json()).toMatchObject({ mode: 'full', sample: 88 });
  expect(await counts(tenant)).toEqual(numbers);
  const { procurement_setup: setup } = await (await tenant.admin()).get<{ procurement_setup: object }>(
    '{ procurement_setup { client department cost_center ledger_account people approver roles } }',
  );
  expect(setup).toEqual({
    ...{ client: true, department: true, cost_center: true, ledger_account: true, roles: true },
    ...{ people: false, approver: false },
  });
});

test('ONB-03 ONB-09 sample invoices are documents made and read by the product, whose check waits for the administrator', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({ mode: 'full' });
  const admin = await tenant.admin();
  const { document: shown } = await admin.get<{ document: readonly object[] }>(
    `{ document(where: { kind: { _eq: "invoice" } }, order_by: { id: asc }) { name status has_tasks
       invoice { number_printed invoice_recognitions { state } invoice_lines { description } file { name mime } } } }`,
  );
  const read = (name: string, mime: string, lines: number) => ({
    ...{ invoice_recognitions: [{ state: 'done' }], file: { name, mime } },
    invoice_lines: Array.from({ length: lines }, () => ({ description: expect.stringMatching(/./) })),
  });
  expect(shown).toMatchObject([
    {
      name: 'Beispiel: Werkzeug',
      status: 'approval',
      has_tasks: true,
      invoice: read('RE-40127.pdf', 'application/pdf', 2),
    },
    {
      name: 'Beispiel: Verpackung',
      status: 'approval',
      has_tasks: true,
      invoice: read('2026-0815.xml', 'application/xml', 2),
    },
  ]);
  expect(await tenant.count('billable_event')).toBe(0);
  const [job] = await onboarding.web.sql<{ open: number }>(
    "select count(*)::int as open from job where tenant_id = $1 and kind = 'recognise_invoice' and state <> 'done'",
    [tenant.id],
  );
  expect(job).toEqual({ open: 0 });
});

test('ONB-03 an English administrator gets English sample data', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({ mode: 'full' }, { 'accept-language': 'en' });
  const rows = await onboarding.web.sql<{ name: string }>(
    'select name from product_group where tenant_id = $1 order by name',
    [tenant.id],
  );
  expect(rows.map(({ name }) => name)).toContain('Office supplies');
});

test('ONB-03 unused sample data is removed in one step and can be made again', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({ mode: 'full' });
  const answer = await tenant.remove();
  expect(answer.status, answer.body.toString()).toBe(200);
  expect(answer.json<SampleRemoval>()).toEqual({ removed: 88, kept: [] });
  expect(Object.values(await counts(tenant)).every((count) => count === 0)).toBe(true);
  expect((await tenant.get()).json()).toMatchObject({ has_company: false, sample: 0 });
  expect((await tenant.post({ mode: 'full' })).json()).toMatchObject({ has_company: true, sample: 88 });
});

test('ONB-03 ARC-03 records used by own documents are kept with the reason, others removed', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({ mode: 'full' });
  const { sql } = onboarding.web;
  const [place] = await sql<Record<'product' | 'client' | 'department', number>>(
    `select p.id::int as product, c.id::int as client, d.id::int as department
     from product p, client c, department d
     where p.tenant_id = $1 and c.tenant_id = $1 and d.tenant_id = $1 order by p.id, c.id, d.id limit 1`,
    [tenant.id],
  );
  await (await tenant.admin()).get(
    `mutation($key: uuid!, $head: procurement_save_head_input, $lines: [procurement_save_lines_input!]) {
       procurement_save(idempotency_key: $key, head: $head, lines: $lines) { id }
     }`,
    {
      key: crypto.randomUUID(),
      head: { name: 'Eigene', client_id: place?.client, department_id: place?.department },
      lines: [{ description: 'Eigenes', quantity: '1', product_id: place?.product }],
    },
  );
  const { removed, kept } = (await tenant.remove()).json<SampleRemoval>();
  const reasons = kept.map(({ table, reason }) => `${table} ${reason}`);
  expect(reasons).toEqual([
    'product documents',
    'product_group records',
    'supplier records',
    'department documents',
    'client documents',
  ]);
  expect(kept.every(({ name }) => name !== '')).toBe(true);
  expect(removed).toBe(88 - kept.length);
  expect(await tenant.count('procurement')).toBe(1);
  expect(await tenant.count('product')).toBe(1);
  expect(await tenant.count('sample_record')).toBe(kept.length);
});

test('ONB-03 ARC-03 a continued sample document counts as a normal document', async () => {
  const tenant = await onboarding.newTenant();
  await tenant.post({ mode: 'full' });
  const [order] = await onboarding.web.sql<{ id: number }>(
    "select id::int from procurement where tenant_id = $1 and name like '%Schutz%'",
    [tenant.id],
  );
  await (await tenant.admin()).get(
    `mutation($key: uuid!, $id: bigint!) {
       procurement_save(idempotency_key: $key, id: $id, expected_version: 2, head: { name: "Unser Schutz" }) { id }
     }`,
    { key: crypto.randomUUID(), id: order?.id },
  );
  const { kept } = (await tenant.remove()).json<SampleRemoval>();
  expect(kept[0]).toEqual({ table: 'procurement', id: order?.id, name: 'Unser Schutz', reason: 'continued' });
  expect(kept.map(({ table }) => table)).toContain('client');
  expect(await tenant.count('procurement')).toBe(1);
  expect(await tenant.count('invoice')).toBe(0);
});

test('ONB-01 ONB-04 concurrent choices of two administrators make one set of sample data', async () => {
  const tenant = await onboarding.newTenant();
  const answers = await Promise.all([tenant.post({ mode: 'full' }), tenant.post({ mode: 'full' })]);
  for (const answer of answers) {
    expect(answer.status, answer.body.toString()).toBe(200);
    expect(answer.json()).toMatchObject({ mode: 'full', sample: 88 });
  }
  expect(await counts(tenant)).toEqual(numbers);
});

test('ONB-03 refuses sample data next to own companies', async () => {
  const tenant = await onboarding.newTenant();
  const company = { name: 'Eigene GmbH', address: 'Weg 1', zipcode: '10115', city: 'Berlin' };
  expect((await tenant.post({ mode: 'custom', selection: { company } })).status).toBe(200);
  const refused = await tenant.post({ mode: 'full' });
  expect(refused.json()).toMatchObject({ code: 'already_exists' });
  expect(await tenant.count('client')).toBe(1);
});
