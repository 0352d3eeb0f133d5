import { checkable } from '../../invoice/invoices.ts';
import { formOf } from '../../support/demo-web.ts';
import { pdf } from '../../support/sample-files.ts';
import { today } from '../../support/today.ts';
import { withoutApprovals } from '../../support/without-approvals.ts';
import { asking } from './requests.ts';
import { type CommandSetup, type Given, group, Walked } from './setup.ts';

const known = 'DE29200505501280046915';
const changed = 'DE89370400440532013000';

let printed = 0;

async function typed(setup: CommandSetup, more: Given = {}): Promise<Walked> {
  const { context } = await setup.person('accountant');
  const [row] = await setup.sql<Record<string, string>>(
    `select c.id as client_id, (select min(id) from supplier where tenant_id = $1) as supplier_id,
       (select min(cost_center_id) from cost_center_client x where x.client_id = c.id) as cost_center_id,
       (select min(id) from ledger_account where tenant_id = $1) as ledger_account_id
     from client c where c.tenant_id = $1 order by c.id limit 1`,
    [context.tenantId],
  );
  printed += 1;
  const parties = Object.fromEntries(Object.entries(row ?? {}).map(([name, id]) => [name, Number(id)]));
  const head = {
    ...{ ...parties, ...checkable, number_printed: `RE ${printed}`, invoice_date: today(), currency: 'EUR' },
    ...{ delivery_date: today(), tax: '19', total_brutto: '119', vat_number: 'DE136695976', ...more },
  };
  return new Walked(setup, 'invoice', await setup.take('accountant', 'invoice_save', { head }));
}

async function uploaded(setup: CommandSetup, place: number): Promise<Walked> {
  const accountant = await setup.demo.person('accountant@demo.test');
  const bytes = Buffer.concat([pdf, Buffer.from(`% ${place}\n`)]);
  const form = formOf({ recognition_start: 'by_hand' }, [{ field: 'files[]', name: `r${place}.pdf`, bytes }]);
  const { invoices } = (await accountant.send({ url: '/api/invoice/upload', ...form })).json<{
    invoices: { id: number }[];
  }>();
  return new Walked(setup, 'invoice', invoices[0]?.id ?? 0);
}

/** An open arrival. */
async function arrived(setup: CommandSetup, place: number): Promise<number> {
  await uploaded(setup, place);
  return await setup.idOf(
    `update invoice_arrival set fate = 'open', invoice_id = null
     where id = (select max(id) from invoice_arrival) returning id`,
  );
}

/** The commands from the check to the release. */
async function released(setup: CommandSetup): Promise<void> {
  const invoice = await typed(setup);
  await asking(setup, invoice);
  await invoice.take('hold', {}, 'admin');
  await invoice.take('lift_hold', {}, 'admin');
  await invoice.take('send_to_clearing', { comment: 'Menge?' });
  await invoice.take('reassign', { person_id: await group(setup) }, 'admin');
  await invoice.take('accept', {}, 'buyer');
  await invoice.take('give_back', {}, 'buyer');
  const { context } = await setup.person('accountant');
  await invoice.take('reassign', { person_id: context.userId }, 'admin');
  const lines = [
    {
      kind: 'item',
      description: 'Öl',
      quantity: '1',
      total_netto: '100',
      tax_percentage: '19',
      tax_category: 'S',
    },
  ];
  const { context: approver } = await setup.person('approver1');
  await invoice.take('save', { lines, approver_ids: [approver.userId] }, 'accountant');
  await invoice.take('to_approval');
  await invoice.take('decline', { comment: 'Zu teuer.' });
  await invoice.take('to_approval');
  while ((await invoice.step()) === 'invoice-financial-approval') await invoice.take('approve');
  await invoice.take('to_export');
}

/** An account confirmed by another person, and the invoice's other data for its supplier. */
async function paid(setup: CommandSetup): Promise<void> {
  const { context } = await setup.person('accountant');
  const supplier_id = await setup.idOf(
    `insert into supplier (tenant_id, name, iban, country) values ($1, 'Neuer Lieferant', $2, 'DE') returning id`,
    [context.tenantId, known],
  );
  const invoice = await typed(setup, { supplier_id, iban: changed, payment_method: 'BANK_TRANSFER' });
  const { context: second } = await setup.person('approver2');
  await invoice.take('ask_bank_confirmation', { person_id: second.userId });
  await invoice.take('confirm_bank_data', {}, 'approver2');
  await invoice.take('change_supplier', {}, 'approver2');
  await invoice.take('reassign', { person_id: second.userId }, 'admin');
  await invoice.take('discard');
}

/** Every command of an invoice. */
export async function invoices(setup: CommandSetup): Promise<void> {
  await setup.sql(
    `update client set can_delete_document_directly = true, bank_change_second_person = true, user_invoice_clearing_id = u.id
     from lb_user u where u.email = 'accountant@demo.test' and u.tenant_id = client.tenant_id`,
  );
  await released(setup);
  await paid(setup);
  const first = await uploaded(setup, 1);
  await first.take('skip_recognition');
  await first.take('repeat_recognition');
  await (await uploaded(setup, 2)).take('start_recognition');
  await setup.take('accountant', 'invoice_arrival_take', { id: await arrived(setup, 3) });
  const assigned = { id: await arrived(setup, 4), invoice_id: first.id };
  await setup.take('accountant', 'invoice_arrival_assign', assigned);
  await setup.take('accountant', 'invoice_arrival_dismiss', { id: await arrived(setup, 5) });
  await withoutApprovals(setup);
  await (await typed(setup)).take('to_accounting');
}
