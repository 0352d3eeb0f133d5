import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepReadiness } from '../../src/features/accounting-export/server/check/keep-readiness.ts';
import { invoiceFilters } from '../../src/features/invoice/listed-filter.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { act } from '../invoice/invoices.ts';
import { type ExportingDemo, exportingDemo } from './exports.ts';

let world: ExportingDemo;
let tenantId: number;

beforeAll(async () => {
  world = await exportingDemo();
  ({ tenantId } = world.accountant.context);
});
afterAll(() => world.close());

const look = () => keepReadiness(world.demo.web.database, systemContext(tenantId));

/** The invoices that a list shows of which these words of the filter are chosen. */
async function listed(...words: readonly string[]): Promise<readonly number[]> {
  const filter = invoiceFilters.find(({ key }) => key === 'readiness');
  const where = { _and: [{ kind: { _eq: 'invoice' } }, ...(filter?.whereOf(words, '2026-01-01') ?? [])] };
  const text = 'query ($where: document_bool_exp!) { document(where: $where) { id } }';
  const { document } = await world.accountant.get<{ document: { id: number }[] }>(text, { where });
  return document.map(({ id }) => id);
}

const queuedLooks = async (): Promise<number> => {
  await world.demo.web.sql('select app.enqueue_readiness()');
  const rows = await world.demo.web.sql(
    `delete from job where tenant_id = $1 and kind = 'export_readiness' returning id`,
    [tenantId],
  );
  return rows.length;
};

it('EXP-27 lists are narrowed to what is ready, and to what is not by where it is set right', async () => {
  const ready = await world.waiting();
  const inAccounting = await act(world.accountant, 'to_accounting', await world.checked());
  const supplier = await world.demo.web.sql<{ id: string }>(
    `insert into supplier (tenant_id, name) values ($1, 'Ohne Konto GmbH') returning id`,
    [tenantId],
  );
  const refused = await world.waiting({ supplier_id: Number(supplier[0]?.id) });
  await look();
  const ids = [ready.id, inAccounting.id, refused.id];
  const among = async (...words: readonly string[]) =>
    (await listed(...words)).filter((id) => ids.includes(id)).toSorted((one, other) => one - other);
  expect(await among('ready')).toEqual([ready.id, inAccounting.id]);
  expect(await among('not_ready')).toEqual([refused.id]);
  expect(await among('supplier')).toEqual([refused.id]);
  expect(await among('client', 'datev', 'invoice')).toEqual([]);
  expect(await among('ready', 'supplier')).toEqual(ids);
});

it('EXP-27 readiness is worked out anew where anything of the tenant was written, by whatever it changes', async () => {
  const invoice = await world.waiting();
  await look();
  expect(await listed('client')).not.toContain(invoice.id);
  expect(await queuedLooks()).toBe(0);
  const admin = await world.demo.person('admin@demo.test');
  await admin.get(
    `mutation ($id: bigint!) { update_client_by_pk(pk_columns: { id: $id }, _set: { payables_ledger: false }) { id } }`,
    { id: world.client },
  );
  expect(await queuedLooks()).toBe(1);
  await look();
  expect(await listed('client')).toContain(invoice.id);
  await world.demo.web.sql('update client set payables_ledger = true where id = $1', [world.client]);
  await look();
  expect(await listed('ready')).toContain(invoice.id);
  await world.exported({ invoice_ids: [invoice.id] });
  await look();
  expect(await listed('ready', 'not_ready')).not.toContain(invoice.id);
});
