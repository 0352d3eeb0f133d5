import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import { readerRole, type Tx } from '../../../platform/server/database.ts';
import { enqueueJob } from '../../../platform/server/jobs.ts';
import { mailAddress } from '../../session/address.ts';
import type { OrderBlock } from '../ordering.ts';
import type { InputOf } from './input.ts';
import { cancelOrderJob, sendOrderJob } from './order-job.ts';
import { loadPrintableOrder } from './pdf/load-printable-order.ts';
import { proposedText } from './sending-mail.ts';
import type { StoredProcurement } from './store.ts';

/**
 * Queues the mail of an order that is now `sending` (PROC-17). From here on the job of the order counts; what an
 * earlier one may still report does not. Refuses an order without a valid address to send it to.
 */
export async function startSending(
  tx: Tx,
  _context: Context,
  document: StoredProcurement,
  input: InputOf<'send_order'>,
): Promise<void> {
  const block = { supplier_id: input.supplier_id, marketplace_id: input.marketplace_id ?? null };
  if (block.marketplace_id !== null) throw new Refused(refuse('module_off', { field: 'marketplace_id' }));
  const given = input.recipient || (await addressOf(tx, input.supplier_id));
  const job = await enqueueJob(tx, sendOrderJob, {
    procurement_id: document.id,
    ...block,
    recipient: checkedAddress(given, 'recipient'),
    subject: input.subject || null,
    text: input.text || null,
  });
  await tx.query(
    `update procurement_supplier_order set job_id = $4
     where procurement_id = $1 and supplier_id = $2 and marketplace_id is not distinct from $3`,
    [document.id, block.supplier_id, block.marketplace_id, job],
  );
}

/** Tells those suppliers of a cancelled request that their order is void (TASK-08). */
export async function cancelAtSuppliers(
  tx: Tx,
  _context: Context,
  document: StoredProcurement,
  { notify_supplier_ids: supplierIds = [] }: InputOf<'cancel'>,
): Promise<void> {
  if (supplierIds.length === 0) return;
  const orders = await tx.query<OrderBlock & { recipient: string | null }>(
    `select o.supplier_id, o.marketplace_id, coalesce(m.recipient, s.email) as recipient
     from procurement_supplier_order o
     join supplier s on s.id = o.supplier_id
     left join lateral (
       select recipient from mail where supplier_order_id = o.id and kind = 'order' and state = 'sent' order by id desc limit 1
     ) m on true
     where o.procurement_id = $1 and o.supplier_id = any ($2) and o.state in ('sent', 'confirmed')`,
    [document.id, supplierIds],
  );
  for (const { supplier_id, marketplace_id, recipient } of orders) {
    await enqueueJob(tx, cancelOrderJob, {
      procurement_id: document.id,
      supplier_id,
      marketplace_id,
      recipient: checkedAddress(recipient, 'notify_supplier_ids'),
    });
  }
}

async function addressOf(tx: Tx, supplierId: number): Promise<string | null> {
  const { email } = await tx.one<{ email: string | null }>('select email from supplier where id = $1', [
    supplierId,
  ]);
  return email;
}

function checkedAddress(given: string | null, field: string): string {
  if (!given) throw new Refused(refuse('specific_field_required', { field, values: { field } }));
  const address = mailAddress(given);
  if (address === null) throw new Refused(refuse('invalid_type', { field, values: { type: 'email' } }));
  return address;
}

const proposalInput = z.object({
  id: z.number().int().positive().meta({ scalar: 'bigint' }),
  supplier_id: z.number().int().positive().meta({ scalar: 'bigint' }),
});

/** What the dialog begins with; every part of it can be changed there. */
export interface OrderMailProposal {
  readonly recipient: string | null;
  readonly subject: string;
  readonly text: string;
  readonly language: Language;
}

/** `procurement_order_mail`: the mail that would carry the order to a supplier (PROC-17). */
export const orderMailFunction: QueryFunction = queryFunction({
  name: 'procurement_order_mail',
  description: 'The mail that would carry the order to this supplier: recipient, subject, text, language.',
  input: proposalInput,
  run: async (tx, context, { id, supplier_id }): Promise<OrderMailProposal> => {
    const { number } = await tx.one<{ number: string | null }>(
      'select order_number_formatted as number from procurement where id = $1',
      [id],
    );
    await tx.as('writer');
    const { document } = await loadPrintableOrder(tx, id, {
      block: { supplier_id, marketplace_id: null },
      language: null,
      showsPrices: false,
      kind: { kind: 'order' },
      now: new Date(),
    });
    const recipient = await addressOf(tx, supplier_id);
    await tx.as(readerRole(context));
    return { recipient, language: document.language, ...proposedText({ document, number }, 'order') };
  },
});
