import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewOf } from '../../src/features/accounting-export/server/check/preview.ts';
import { attempt, holderOf, type Invoice, on, save } from './invoices.ts';
import { notes, offered, openSealed, pressed, type SealedSetup, went } from './sealed-setup.ts';

let demo: SealedSetup['demo'];
let accountant: SealedSetup['accountant'];
let ids: SealedSetup['ids'];
let typed: SealedSetup['typed'];
let saved: SealedSetup['saved'];
let asked: SealedSetup['asked'];
let inAccounting: SealedSetup['inAccounting'];
let differencesOf: SealedSetup['differencesOf'];
let seen: SealedSetup['seen'];

beforeAll(async () => {
  ({ demo, accountant, ids, typed, saved, asked, inAccounting, differencesOf, seen } = await openSealed());
});
afterAll(() => demo?.close());

/** An order of the supplier without lines, so that the invoice is approved by people. */
async function ordered(): Promise<number> {
  const [row] = await demo.web.sql<{ id: string }>(
    `with begun as (insert into timeline (tenant_id) values ($1) returning id),
       made as (insert into procurement (tenant_id, timeline_id, creator_id, name, status, client_id, number, total_netto, total_brutto)
         select $1, id, $2, 'Papier', 'ordered', $3, 70000 + id, 500, 500 from begun returning id)
     insert into procurement_line (tenant_id, procurement_id, sort_no, description, supplier_id, quantity, price_netto, total_netto, total_brutto)
       select $1, id, 0, 'Papier', $4, 50, 10, 500, 500 from made returning procurement_id as id`,
    [accountant.context.tenantId, accountant.context.userId, ids.client, ids.supplier],
  );
  return Number(row?.id);
}

async function contracted(): Promise<number> {
  const [row] = await demo.web.sql<{ id: string }>(
    `update contract set supplier_id = $2, client_id = $3, start_date = null, end_date = null, currency = 'EUR', status = 'active'
     where id = (select min(id) from contract where tenant_id = $1 and status in ('active', 'inactive')) returning id`,
    [accountant.context.tenantId, ids.supplier, ids.client],
  );
  return Number(row?.id);
}

/** The e-invoice has the typed number. */
async function readFrom({ id }: Invoice, number: string): Promise<void> {
  const fields = { invoiceNumber: { value: number, sure: true, page: null, box: null } };
  await demo.web.sql(
    "insert into invoice_recognition (tenant_id, invoice_id, state, raw) values ($1, $2, 'done', $3)",
    [accountant.context.tenantId, id, JSON.stringify({ reading: 'xml', fields, lines: [], taxRows: [] })],
  );
}

const changedTo = async (invoice: Invoice, head: Record<string, unknown>) =>
  await save(accountant, { ...on(invoice), head });

interface Arising {
  readonly doubt: string;
  readonly head?: () => Promise<Record<string, unknown>>;
  readonly before?: (invoice: Invoice, number: string) => Promise<void>;
  readonly change: (invoice: Invoice) => Promise<Invoice>;
}

/** What happens after the approval, and the doubt that arises by it. */
const arising: readonly (readonly [string, Arising])[] = [
  [
    'another number than that of the e-invoice',
    {
      doubt: 'e_invoice_differs',
      before: (invoice, number) => readFrom(invoice, number),
      change: (invoice) => changedTo(invoice, { number_printed: 'Anders' }),
    },
  ],
  [
    'a date far ahead',
    { doubt: 'date_far_ahead', change: (invoice) => changedTo(invoice, { invoice_date: '2090-01-01' }) },
  ],
  [
    'a cancelled order',
    {
      doubt: 'invoice_order_void',
      head: async () => ({ procurement_id: await ordered() }),
      change: async (invoice) => {
        await demo.web.sql(
          "update procurement set status = 'declined' where id = (select procurement_id from invoice where id = $1)",
          [invoice.id],
        );
        return await seen(invoice);
      },
    },
  ],
  [
    'a contract that is no longer in force',
    {
      doubt: 'contract_not_in_force',
      head: async () => ({ contract_id: await contracted() }),
      change: async (invoice) => {
        await demo.web.sql(
          "update contract set status = 'inactive' where id = (select contract_id from invoice where id = $1)",
          [invoice.id],
        );
        return await seen(invoice);
      },
    },
  ],
];

describe('INV-25 INV-29 INV-32 CON-40 a doubt that arises after the approval', () => {
  it.each(arising)('%s brings the approval again, and its approver is asked about it', async (_, given) => {
    const { doubt, head, before, change } = given;
    const typedHead = typed(await head?.());
    const checked = await saved(typedHead);
    await before?.(checked, String(typedHead.number_printed));
    const waiting = await went(accountant, 'to_approval', checked);
    const approved = await went(await holderOf(demo, waiting), 'approve', waiting);
    expect(notes(approved)).not.toContain(doubt);
    const changed = await change(approved);
    expect((await pressed(accountant, 'to_export', changed)).refusal?.code).toBe('approval_outgrown');
    expect(offered(changed)).toBe('to_approval');
    expect(await differencesOf(accountant, changed)).toContainEqual({
      part: 'doubts',
      before: null,
      after: null,
      doubt: expect.objectContaining({ code: doubt }),
      brings_again: true,
    });
    const again = await went(accountant, 'to_approval', changed);
    expect(again.status).toBe('financial-approval');
    expect(notes(again)).toEqual(expect.arrayContaining([doubt, 'approval_outgrown']));
    const done = await went(await holderOf(demo, again), 'approve', again);
    expect((await went(accountant, 'to_export', done)).status).toBe('export');
  });

  it('stays with its approver if it arises between check and approval', async () => {
    const waiting = await asked({ procurement_id: await ordered() });
    await demo.web.sql(
      "update procurement set status = 'declined' where id = (select procurement_id from invoice where id = $1)",
      [waiting.id],
    );
    const approver = await holderOf(demo, waiting);
    expect((await attempt(approver, 'approve', waiting)).refusal?.code).toBe('invoice_order_void');
    const approved = await went(approver, 'approve', waiting);
    expect((await went(accountant, 'to_export', approved)).status).toBe('export');
  });

  it('INV-29 keeps back an invoice that was released before its order was cancelled', async () => {
    const approved = await inAccounting({ procurement_id: await ordered() });
    const released = await went(accountant, 'to_export', approved);
    const problem = async () => {
      const previews = await demo.web.database.inTenant(accountant.context, (tx) =>
        previewOf(tx.as('writer'), accountant.context, [released.id]),
      );
      return previews.get(released.id)?.problem?.code;
    };
    expect(await problem()).not.toBe('approval_outgrown');
    await demo.web.sql(
      "update procurement set status = 'declined' where id = (select procurement_id from invoice where id = $1)",
      [released.id],
    );
    expect(await problem()).toBe('approval_outgrown');
  });

  it('INV-20 asks the accountant for a reason if it is a possible duplicate, without the approval again', async () => {
    const approved = await inAccounting({ number_printed: 'Doppelt' });
    await saved(typed({ number_printed: 'Doppelt' }));
    const { refusal } = await attempt(accountant, 'to_export', approved, { comment: 'Weiter' });
    expect(refusal?.code).toBe('possible_duplicate');
    expect((await went(accountant, 'to_export', approved)).status).toBe('export');
  });
});
