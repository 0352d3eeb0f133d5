import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { mailAddress } from '../../session/address.ts';
import type { OrderBlock } from '../model.ts';
import { sendOrderJob } from './order-attempt.ts';

/** A marketplace that receives orders by cXML. */
export interface TakingShop {
  readonly name: string;
  readonly host: string;
}

/** The marketplace that receives the orders of a block by cXML; null if they are sent by mail. */
export async function shopOf(tx: Tx, { marketplace_id }: OrderBlock): Promise<TakingShop | null> {
  const shop = await tx.maybeOne<{ name: string; order_url: string }>(
    "select name, order_url from marketplace where id = $1 and protocol = 'cxml' and order_url is not null",
    [marketplace_id],
  );
  return shop ? { name: shop.name, host: new URL(shop.order_url).host } : null;
}

/**
 * Whether the order is sent to a marketplace by cXML. Without an order address the letter is switched to mail
 * (PUN-10).
 */
export async function goesToShop(tx: Tx, id: number, block: OrderBlock): Promise<boolean> {
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

/** Letters contain prices, so that only people with `user-price` choose the recipient (PROC-38). */
export function mayChooseAddress(context: Context): boolean {
  return hasRole(context, 'user-price');
}

/**
 * Queues cancellations without a job: to suppliers of a cancelled request, and to marketplaces whose lines were removed
 * (TASK-08, TASK-14). Runs as writer.
 */
export async function queueCancellations(tx: Tx, context: Context, id: number): Promise<void> {
  const blocks = await tx.query<OrderBlock>(
    `select o.supplier_id, o.marketplace_id from procurement_supplier_order o
     join procurement_order_letter l on l.supplier_order_id = o.id
     where o.procurement_id = $1 and l.kind = 'cancellation' and l.state = 'sending' and l.job_id is null order by o.id`,
    [id],
  );
  for (const block of blocks) {
    if (await goesToShop(tx, id, block)) {
      queueLetter(tx, id, block, { recipient: '' });
      continue;
    }
    const address = await addressOf(tx, context, id, block);
    queueLetter(tx, id, block, { recipient: checkedAddress(address, 'notify_supplier_ids') });
  }
}

interface LetterMail {
  readonly recipient: string;
  readonly subject?: string | null | undefined;
  readonly text?: string | null | undefined;
}

/** Queues the job that sends a letter in state `sending` to its supplier or marketplace. Runs as writer. */
export function queueLetter(
  tx: Tx,
  id: number,
  block: OrderBlock,
  { recipient, subject, text }: LetterMail,
): void {
  const input = {
    procurement_id: id,
    supplier_id: block.supplier_id,
    marketplace_id: block.marketplace_id,
    recipient,
    subject: subject || null,
    text: text || null,
  };
  tx.send(
    `with queued as materialized (select app.enqueue($4, $6, null) as id), this as (
       update procurement_supplier_order set job_id = (select id from queued)
       where procurement_id = $1 and supplier_id = $2 and marketplace_id is not distinct from $3 returning id
     )
     update procurement_order_letter set job_id = (select id from queued), recipient = $5
     where supplier_order_id in (select id from this) and state = 'sending'`,
    [
      ...[id, block.supplier_id, block.marketplace_id],
      ...[sendOrderJob, recipient || null, JSON.stringify(input)],
    ],
  );
}

/** The recipient of the last letter, for people who may choose it, else the address in the master data. */
export async function addressOf(
  tx: Tx,
  context: Context,
  id: number,
  block: OrderBlock,
): Promise<string | null> {
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

/** The normalized mail address; refuses missing and malformed ones with the field. */
export function checkedAddress(given: string | null, field: string): string {
  if (!given) throw new Refused(refuse('specific_field_required', { field, values: { field } }));
  const address = mailAddress(given);
  if (address === null) throw new Refused(refuse('invalid_type', { field, values: { type: 'email' } }));
  return address;
}
