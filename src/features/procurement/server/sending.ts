import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { key } from '../../../document/server/inputs.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { mailAddress } from '../../session/address.ts';
import type { InputOf } from './input.ts';
import {
  addressOf,
  checkedAddress,
  goesToShop,
  mayChooseAddress,
  queueLetter,
  shopOf,
  type TakingShop,
} from './letter-queue.ts';
import { loadPrintableOrder } from './pdf/load-printable-order.ts';
import { proposedText } from './sending-mail.ts';
import type { StoredProcurement } from './store.ts';

/**
 * Queues the letter of an order in state `sending` (PROC-17). Its job replaces earlier ones, whose results are ignored.
 * Refuses an order without a valid recipient address.
 */
export async function startSending(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: InputOf<'send_order'>,
): Promise<void> {
  const block = { supplier_id: input.supplier_id, marketplace_id: input.marketplace_id ?? null };
  if (await goesToShop(tx, document.id, block)) return queueLetter(tx, document.id, block, { recipient: '' });
  const proposed = await addressOf(tx, context, document.id, block);
  const recipient = checkedAddress(input.recipient || proposed, 'recipient');
  if (!mayChooseAddress(context) && !isSameAddress(recipient, proposed))
    throw new Refused(refuse('permission_denied', { field: 'recipient' }));
  const { subject, text } = input;
  queueLetter(tx, document.id, block, { recipient, subject, text });
}

function isSameAddress(one: string, other: string | null): boolean {
  return other !== null && one.toLowerCase() === mailAddress(other)?.toLowerCase();
}

const proposalInput = z.object({
  id: key(),
  supplier_id: key(),
  marketplace_id: key().nullish(),
});

/** The initial values of the dialog. */
export interface OrderMailProposal {
  /** The marketplace that receives the order by cXML instead (PUN-10). */
  readonly shop: TakingShop | null;
  readonly recipient: string | null;
  readonly subject: string;
  readonly text: string;
  readonly language: Language;
}

/** `procurement_order_mail`: the proposed mail with the order (PROC-17), or the marketplace that receives it. */
export const orderMailFunction: QueryFunction = queryFunction({
  name: 'procurement_order_mail',
  description:
    'The proposed mail with the order for this supplier: recipient, subject, text, language; `shop` if the order goes to a marketplace by network instead.',
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
