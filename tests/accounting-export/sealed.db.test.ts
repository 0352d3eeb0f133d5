import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportingDemo, exportingDemo } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

const another = (table: string) =>
  `(select max(o.id) from ${table} o where o.tenant_id = invoice.tenant_id and o.id is distinct from invoice.${table}_id)`;

/** Writes that bypass every form, by an administrator, a job or an interface. */
const changes: readonly (readonly [string, string, string?])[] = [
  ['total', 'total_netto = total_netto + 1000, total_brutto = total_brutto + 1000'],
  ['rounding', 'rounding_amount = 100'],
  ['supplier', `supplier_id = ${another('supplier')}`],
  ['cost center', `cost_center_id = ${another('cost_center')}`],
  ['department', `department_id = ${another('department')}`],
  ['account', `ledger_account_id = ${another('ledger_account')}`],
  [
    'bank account',
    `iban = 'DE89370400440532013000', payment_method = 'BANK_TRANSFER'`,
    'bank_data_unconfirmed',
  ],
];

describe('INV-25 APPR-18 an invoice that waits for export', () => {
  it.each(changes)(
    'is not exported with another %s than approved, and its run shows the reason',
    async (_name, set, code = 'approval_outgrown') => {
      const invoice = await fixture.waiting();
      await fixture.demo.web.sql(`update invoice set ${set} where id = $1`, [invoice.id]);
      const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
      expect(run).toMatchObject({ exported_count: 0, failed_count: 1 });
      expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code } }]);
    },
  );

  it('is not exported again with later changes either', async () => {
    const invoice = await fixture.waiting();
    await fixture.exported({ invoice_ids: [invoice.id] });
    await fixture.demo.web.sql(
      'update invoice set total_netto = total_netto + 1000, total_brutto = total_brutto + 1000 where id = $1',
      [invoice.id],
    );
    const [run] = await fixture.exported({ invoice_ids: [invoice.id], include_exported: true });
    expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code: 'approval_outgrown' } }]);
  });

  it('is not exported without an approval', async () => {
    const invoice = await fixture.waiting();
    await fixture.demo.web.sql('delete from approval_record where invoice_id = $1', [invoice.id]);
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code: 'approval_outgrown' } }]);
  });
});
