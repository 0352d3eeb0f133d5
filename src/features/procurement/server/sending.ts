import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { enqueueJob } from '../../../platform/server/jobs/jobs.ts';
import { mailAddress } from '../../session/address.ts';
import type { OrderBlock } from '../model.ts';
import type { InputOf } from './input.ts';
import { sendOrderJob } from './order-job.ts';
import { loadPrintableOrder } from './pdf/load-printable-order.ts';
import { proposedText } from './sending-mail.ts';
import type { StoredProcurement } from './store.ts';

/**
 * Queues the letter of an order that is now `sending` (PROC-17). From here on its job counts; what an earlier one may
 * still report does not. Refuses an order without a valid address to send it to.
 */
export async function startSending(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: InputOf<'send_order'>,
): Promise<void> {
  const block = { supplier_id: input.supplier_id, marketplace_id: input.marketplace_id ?? null };
  if (await goesToShop(tx, document.id, block))
    return await queueLetter(tx, document.id, block, { recipient: '' });
  const proposed = await addressOf(tx, context, document.id, block);
  const recipient = checkedAddress(input.recipient || proposed, 'recipient');
  if (!mayChooseAddress(context) && !isSameAddress(recipient, proposed))
    throw new Refused(refuse('permission_denied', { field: 'recipient' }));
  const { subject, text } = input;
  await queueLetter(tx, document.id, block, { recipient, subject, text });
}

/**
 * Whether a marketplace takes the order over the network; where it has no address for that, the order goes by mail like
 * any other (PUN-10), and so the letter is marked.
 */
async function goesToShop(tx: Tx, id: number, block: OrderBlock): Promise<boolean> {
  if (block.marketplace_id === null) return false;
  if ((await shopOf(tx, block)) !== null) return true;
  await tx.query(
    `with this as (
       update procurement_supplier_order set channel = 'email'
       where procurement_id = $1 and supplier_id = $2 and marketplace_id = $3 returning id
     )
     update procurement_order_letter set channel = 'email'
     where supplier_order_id in (select id from this) and state = 'sending'`,
    [id, block.supplier_id, block.marketplace_id],
  );
  return false;
}

interface TakingShop {
  readonly name: string;
  readonly host: string;
}

/** The marketplace that takes the orders of a block over the network; null where they go by mail. */
async function shopOf(tx: Tx, { marketplace_id }: OrderBlock): Promise<TakingShop | null> {
  const shop = await tx.maybeOne<{ name: string; order_url: string }>(
    "select name, order_url from marketplace where id = $1 and protocol = 'cxml' and order_url is not null",
    [marketplace_id],
  );
  return shop ? { name: shop.name, host: new URL(shop.order_url).host } : null;
}

/** The letter shows prices, so that only who sees them decides who else does (PROC-38). */
function mayChooseAddress(context: Context): boolean {
  return hasRole(context, 'user-price');
}

function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && one.toLowerCase() === mailAddress(other)?.toLowerCase();
}

/** Tells those suppliers of a cancelled request that their order is void (TASK-08). */
export async function sendCancellations(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  { notify_supplier_ids: supplierIds = [] }: InputOf<'cancel'>,
): Promise<void> {
  if (supplierIds.length === 0) return;
  const blocks = await tx.query<OrderBlock>(
    `select o.supplier_id, o.marketplace_id from procurement_supplier_order o
     join procurement_order_letter l on l.supplier_order_id = o.id and l.state = 'sending'
     where o.procurement_id = $1 and o.supplier_id = any ($2) order by o.id`,
    [document.id, supplierIds],
  );
  for (const block of blocks) {
    if (await goesToShop(tx, document.id, block)) {
      await queueLetter(tx, document.id, block, { recipient: '' });
      continue;
    }
    const address = await addressOf(tx, context, document.id, block);
    await queueLetter(tx, document.id, block, { recipient: checkedAddress(address, 'notify_supplier_ids') });
  }
}

interface LetterMail {
  readonly recipient: string;
  readonly subject?: string | null | undefined;
  readonly text?: string | null | undefined;
}

async function queueLetter(
  tx: Tx,
  id: number,
  block: OrderBlock,
  { recipient, subject, text }: LetterMail,
): Promise<void> {
  const job = await enqueueJob(tx, sendOrderJob, {
    procurement_id: id,
    supplier_id: block.supplier_id,
    marketplace_id: block.marketplace_id,
    recipient,
    subject: subject || null,
    text: text || null,
  });
  await tx.query(
    `with this as (
       update procurement_supplier_order set job_id = $4
       where procurement_id = $1 and supplier_id = $2 and marketplace_id is not distinct from $3 returning id
     )
     update procurement_order_letter set job_id = $4, recipient = $5
     where supplier_order_id in (select id from this) and state = 'sending'`,
    [id, block.supplier_id, block.marketplace_id, job, recipient || null],
  );
}

/** Where the last letter to the supplier went, else the address of his record, which is all that some may use. */
async function addressOf(tx: Tx, context: Context, id: number, block: OrderBlock): Promise<string | null> {
  const { email } = await tx.one<{ email: string | null }>(
    `select coalesce((
       select l.recipient from procurement_order_letter l join procurement_supplier_order o on o.id = l.supplier_order_id
       where o.procurement_id = $1 and o.supplier_id = s.id and o.marketplace_id is not distinct from $3
         and l.state = 'sent' and l.recipient is not null and $4
       order by l.id desc limit 1),
       (select m.email from marketplace m where m.id = $3), s.email) as email
     from supplier s where s.id = $2`,
    [id, block.supplier_id, block.marketplace_id, mayChooseAddress(context)],
  );
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
  marketplace_id: z.number().int().positive().meta({ scalar: 'bigint' }).nullish(),
});

/** What the dialog begins with; every part of it can be changed there. */
export interface OrderMailProposal {
  /** The marketplace that takes the order over the network instead (PUN-10). */
  readonly shop: TakingShop | null;
  readonly recipient: string | null;
  readonly subject: string;
  readonly text: string;
  readonly language: Language;
}

/** `procurement_order_mail`: the mail that would carry the order to a supplier (PROC-17), or where it goes instead. */
export const orderMailFunction: QueryFunction = queryFunction({
  name: 'procurement_order_mail',
  description:
    'The mail that would carry the order to this supplier: recipient, subject, text, language; `shop` where a marketplace takes it over the network instead.',
  input: proposalInput,
  run: async (tx, context, { id, supplier_id, marketplace_id = null }): Promise<OrderMailProposal> => {
    const { number } = await tx.one<{ number: string | null }>(
      'select order_number_formatted as number from procurement where id = $1',
      [id],
    );
    const writer = tx.as('writer');
    const block = { supplier_id, marketplace_id };
    const wish = { block, language: null, showsPrices: false, now: new Date() };
    const letter = await loadPrintableOrder(writer, id, wish);
    const shop = await shopOf(writer, block);
    const recipient = shop ? null : await addressOf(writer, context, id, block);
    return { shop, recipient, language: letter.document.language, ...proposedText({ ...letter, number }) };
  },
});
