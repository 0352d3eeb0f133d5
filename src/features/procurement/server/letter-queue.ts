import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { mailAddress } from '../../session/address.ts';
import type { OrderBlock } from '../model.ts';
import { sendOrderJob } from './order-attempt.ts';

/** Whom an order is handed to over the network. */
export interface TakingShop {
  readonly name: string;
  readonly host: string;
}

/** The marketplace that takes the orders of a block over the network; null where they go by mail. */
export async function shopOf(tx: Tx, { marketplace_id }: OrderBlock): Promise<TakingShop | null> {
  const shop = await tx.maybeOne<{ name: string; order_url: string }>(
    "select name, order_url from marketplace where id = $1 and protocol = 'cxml' and order_url is not null",
    [marketplace_id],
  );
  return shop ? { name: shop.name, host: new URL(shop.order_url).host } : null;
}

/**
 * Whether a marketplace takes the order over the network; where it has no address for that, the order goes by mail like
 * any other (PUN-10), and so the letter is marked.
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

/** The letter shows prices, so that only who sees them decides who else does (PROC-38). */
export function mayChooseAddress(context: Context): boolean {
  return hasRole(context, 'user-price');
}

/**
 * Queues the cancellations that were begun and have no job yet: to suppliers of a cancelled request, and to marketplaces of
 * which a request wants nothing any more (TASK-08, TASK-14). Runs as writer.
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

/** Queues the job that brings a letter, which is noted as `sending`, to its supplier or marketplace. Runs as writer. */
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

/** Where the last letter to the supplier went, else the address of his record, which is all that some may use. */
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

/** The address as mails take it; refuses none at all, and what is no address, naming the field. */
export function checkedAddress(given: string | null, field: string): string {
  if (!given) throw new Refused(refuse('specific_field_required', { field, values: { field } }));
  const address = mailAddress(given);
  if (address === null) throw new Refused(refuse('invalid_type', { field, values: { type: 'email' } }));
  return address;
}
