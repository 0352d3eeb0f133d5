import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { earlierQuery } from '../../src/features/invoice/web/accounting/earlier-postings.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { withoutApprovals } from '../support/without-approvals.ts';
import { checkable, type Invoice, next as nextOf, save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let supplierId: number;
let own: { readonly id: number };
let other: { readonly id: number };
let brought = 0;

beforeAll(async () => {
  demo = await demoWeb();
  // Without budgets, an invoice without a cost center raises no question (BUD-03).
  await demo.web.sql('delete from budget');
  accountant = await demo.person('accountant@demo.test');
  await withoutApprovals(demo.web);
  const { supplier, client } = await accountant.get<{ supplier: { id: number }[]; client: { id: number }[] }>(
    'query { supplier(limit: 1, order_by: { id: asc }) { id } client(limit: 2, order_by: { id: asc }) { id } }',
  );
  const [first, second] = client;
  if (!first || !second || !supplier[0]) throw new Error('the demo has two companies and a supplier');
  [own, other] = [first, second];
  supplierId = supplier[0].id;
});
afterAll(() => demo.close());
beforeEach(() => exportsTo('ms365'));

async function exportsTo(target: string): Promise<void> {
  const { tenantId } = accountant.context;
  await demo.web.sql("delete from configuration where tenant_id = $1 and key = 'invoice_export_target'", [
    tenantId,
  ]);
  await demo.web.sql(
    "insert into configuration (tenant_id, key, value, model) values ($1, 'invoice_export_target', $2, 'string')",
    [tenantId, target],
  );
}

/** Creates a dimension of a company; returns its id. */
async function dimension(type: string, clientId: number, active = true): Promise<number> {
  const [row] = await demo.web.sql<{ id: string }>(
    `insert into financial_dimension (tenant_id, code, name, client_id, dimension_type, active)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [accountant.context.tenantId, randomUUID().slice(0, 8), `${type} ${clientId}`, clientId, type, active],
  );
  return Number(row?.id);
}

/** An invoice over 119.00 with these fields. */
async function saved(head: object, lines: readonly object[] = []): Promise<Invoice> {
  brought += 1;
  return await save(accountant, {
    head: {
      number_printed: `K-${brought}`,
      supplier_id: supplierId,
      client_id: own.id,
      ...checkable,
      invoice_date: `2026-09-${String(brought).padStart(2, '0')}`,
      delivery_date: '2026-09-01',
      due_date: '2026-12-31',
      total_brutto: String(119 * brought),
      tax: '19',
      ...head,
    },
    lines,
  });
}

const next = (invoice: Invoice, confirmations?: readonly string[]) =>
  nextOf(accountant, invoice, confirmations);

/** The problems of the invoice, by field. */
async function problemsOf(invoice: Invoice): Promise<readonly string[]> {
  const [error] = (await next(invoice)).errors ?? [];
  const { problems = [] } = (error?.extensions ?? {}) as {
    problems?: readonly { field: string; code: string }[];
  };
  return problems.map(({ field, code }) => `${field} ${code}`);
}

const line = (more: object = {}) => ({
  description: 'Wartung',
  quantity: '1',
  total_netto: String(100 * (brought + 1)),
  tax_percentage: '19',
  tax_category: 'S',
  ...more,
});

it('VAL-21 INV-16 dimensions of another company or type and inactive ones are refused by field', async () => {
  const foreign = await dimension('project', other.id);
  const gone = await dimension('branch', own.id, false);
  const employee = await dimension('employee', own.id);
  const invoice = await saved({ d365_project_id: foreign, employee_id: employee }, [
    line({ branch_id: gone, d365_vehicle_id: employee }),
  ]);
  expect(await problemsOf(invoice)).toEqual([
    'd365_project_id record_of_other_company',
    'lines.0.branch_id record_inactive',
    'lines.0.d365_vehicle_id foreign_key_violation',
  ]);
  // A company that books to DATEV does not show them.
  await exportsTo('datev');
  expect((await next(invoice)).errors).toBeUndefined();
});

it('PROC-43 an invoice of a deactivated supplier or department moves on once they are active again', async () => {
  const { tenantId } = accountant.context;
  const [department] = await demo.web.sql<{ id: string }>(
    'select min(id) as id from department where tenant_id = $1',
    [tenantId],
  );
  const invoice = await saved({ department_id: Number(department?.id) });
  for (const [table, id] of [
    ['supplier', supplierId],
    ['department', Number(department?.id)],
  ] as const) {
    await demo.web.sql(`update ${table} set active = false where id = $1`, [id]);
    expect(await problemsOf(invoice)).toEqual([`${table}_id record_inactive`]);
    await demo.web.sql(`update ${table} set active = true where id = $1`, [id]);
  }
  expect((await next(invoice)).errors).toBeUndefined();
});

it('VAL-21 DATA-35 valid dimensions are stored on head and lines', async () => {
  const [project, area] = [await dimension('project', own.id), await dimension('area', own.id)];
  const invoice = await saved({ d365_project_id: project }, [line({ d365_area_id: area })]);
  expect((await next(invoice)).errors).toBeUndefined();
  const kept = await accountant.get(
    `query ($id: bigint!) { invoice_by_pk(id: $id) { d365_project { name } invoice_lines { d365_area { name } } } }`,
    { id: invoice.id },
  );
  expect(kept).toEqual({
    invoice_by_pk: {
      d365_project: { name: `project ${own.id}` },
      invoice_lines: [{ d365_area: { name: `area ${own.id}` } }],
    },
  });
});

it('INV-18 under reverse charge, leaving the check requires both VAT ids', async () => {
  await demo.web.sql('update client set vat_number = null where id = $1', [own.id]);
  const owed = line({ tax_category: 'AE', tax_percentage: '0' });
  const total = { total_brutto: owed.total_netto, tax: null };
  const invoice = await saved(total, [owed]);
  expect(await problemsOf(invoice)).toEqual([
    'vat_number specific_field_required',
    'client_id company_without_vat_id',
  ]);
  await demo.web.sql("update client set vat_number = 'DE811402776' where id = $1", [own.id]);
  const known = await saved(
    { ...total, total_brutto: String(100 * (brought + 1)), vat_number: 'ATU12345678' },
    [line({ tax_category: 'AE', tax_percentage: '0' })],
  );
  expect((await next(known)).errors).toBeUndefined();
});

it('INV-12 a negative total makes a credit note, and one that corrects nothing needs a confirmation', async () => {
  const corrected = await saved({});
  const lone = await saved({ total_brutto: '-11.90', document_type: 'final' });
  expect(lone.document_type).toBe('credit_note');
  const [asked] = (await next(lone)).errors ?? [];
  expect(asked?.extensions.code).toBe('credit_note_unlinked');
  const { data } = await next(lone, [asked?.extensions.confirm?.hash ?? '']);
  const reported = data?.invoice.timeline.timeline_entries.map(({ message_code }) => message_code);
  expect(reported).toContain('credit_note_unlinked');
  const linked = await saved({ total_brutto: '-23.80', corrects_invoice_id: corrected.id });
  expect((await next(linked)).errors).toBeUndefined();
});

it('INV-22 a final invoice with a prepaid amount needs a confirmation until its order has a prepayment invoice', async () => {
  const [order] = await demo.web.sql<{ id: string; client_id: string; supplier_id: string }>(
    `select p.id, p.client_id, (select min(l.supplier_id) from procurement_line l where l.procurement_id = p.id) as supplier_id
     from procurement p where p.tenant_id = $1 and p.status = 'ordered' and p.currency = 'EUR'
       and p.total_netto > 50 and not exists (select from invoice i where i.procurement_id = p.id)
     order by p.id limit 1`,
    [accountant.context.tenantId],
  );
  const parties = { client_id: Number(order?.client_id), supplier_id: Number(order?.supplier_id) };
  const ofOrder = { ...parties, procurement_id: Number(order?.id), total_brutto: '11.90' };
  const final = await saved({ ...ofOrder, document_type: 'final', prepaid_amount: '5.95' });
  expect((await next(final)).errors?.[0]?.extensions.code).toBe('prepaid_unlinked');
  const prepayment = await saved({ ...ofOrder, total_brutto: '5.95', document_type: 'prepayment' });
  expect(prepayment.document_type).toBe('prepayment');
  expect((await next(final)).errors).toBeUndefined();
});

it('INV-16 only its company and tenant see the accounting release of a supplier', async () => {
  const reported = async (who: WebCaller, self = 0) => {
    const variables = { supplier: supplierId, client: own.id, self, limit: 2 };
    return (await who.get<{ invoice: readonly { readonly id: number }[] }>(earlierQuery, variables)).invoice;
  };
  const released = await saved({}, [line()]);
  const [elsewhere, checked] = [await saved({ client_id: other.id }, [line()]), await saved({}, [line()])];
  for (const { id } of [released, elsewhere]) {
    await demo.web.sql("update invoice set status = 'export' where id = $1", [id]);
  }
  const ids = (await reported(accountant)).map(({ id }) => id);
  expect(ids).toContain(released.id);
  expect(ids).not.toContain(elsewhere.id);
  expect(ids).not.toContain(checked.id);
  expect((await reported(accountant, released.id)).map(({ id }) => id)).not.toContain(released.id);
  expect(await reported(await demo.person('admin@other.test'))).toEqual([]);
});
