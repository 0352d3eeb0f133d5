import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypes } from '../../../platform/server/files/files-type.ts';
import type { SentInvoice } from '../../punchout/notice.ts';
import { orderNamed } from './shop-notice.ts';

/** Makes an invoice of a file, in the name of the tenant's system person; invoices are a kind of their own. */
export type InvoiceTaker = (
  tx: Tx,
  context: Context,
  invoice: {
    readonly file: { readonly name: string; readonly mime: string; readonly bytes: Uint8Array };
    readonly documents: readonly [];
    readonly clientId: number | null;
    readonly supplierId: number;
    readonly mailboxId: null;
    readonly way: 'marketplace';
    readonly sender: string;
  },
) => Promise<{ readonly id: number }>;

/**
 * Takes the invoice of a shop as an arrival like every other: it is read, judged and matched with the order that it
 * names (PUN-17). Its company is that of its orders. Returns the request of its first order, null without one.
 */
export async function takeInvoice(
  tx: Tx,
  context: Context,
  shop: { readonly id: number; readonly name: string; readonly supplier_id: number },
  { number, orders, message }: SentInvoice,
  deliver: InvoiceTaker,
): Promise<number | null> {
  const found = [];
  for (const order of orders.slice(0, maxOrders)) {
    const row = await orderNamed(tx, context, shop.id, order);
    if (row !== null) found.push(row);
  }
  const [clientId = null, ...others] = new Set(found.map(({ client_id }) => client_id));
  const bytes = new TextEncoder().encode(message);
  await deliver(tx, context, {
    file: {
      name: safeFileName(`${number.replace(/[/\\]/g, '-')}.xml`, 'xml'),
      mime: fileTypes.xml.mime,
      bytes,
    },
    documents: [],
    clientId: others.length === 0 ? clientId : null,
    supplierId: shop.supplier_id,
    mailboxId: null,
    way: 'marketplace',
    sender: shop.name,
  });
  return found[0]?.procurement_id ?? null;
}

/** More than an invoice names. */
const maxOrders = 20;
