import type { Tx } from '../../../platform/server/database.ts';
import { directionOf } from '../../recognition/direction.ts';
import type { Reading } from '../../recognition/reading.ts';
import type { FoundParties } from '../recognised-form.ts';

/** Our order numbers anywhere in the supplier's reference: `PO-57`, `Bestellung PO-000057`. */
const orderNumbers = /\bPO\W?0*(\d{1,9})\b/gi;

/** The maximum of linked orders per invoice. */
const maxOrders = 20;

/**
 * UNTDID 1001 code of a correction, which replaces or changes an invoice; credit notes are detected by their
 * direction.
 */
const correction = '384';

type FoundLinks = Pick<FoundParties, 'links' | 'orderIds'>;

/**
 * The referenced documents of the same supplier (REC-11): orders (BT-13), contract (BT-12), and for a credit note or
 * correction the corrected invoice (BT-25). A number of another supplier is not linked. Runs as writer.
 */
export async function findLinks(tx: Tx, reading: Reading, supplierId: number): Promise<FoundLinks> {
  const [orderIds, contract, corrected] = await Promise.all([
    findOrders(tx, reading, supplierId),
    findContract(tx, reading, supplierId),
    findCorrected(tx, reading, supplierId),
  ]);
  const [order] = orderIds;
  const links = {
    ...(order !== undefined && { procurement_id: order }),
    ...(contract && { contract_id: contract.id }),
    ...(corrected && { corrects_invoice_id: corrected.id }),
  };
  return { links, orderIds };
}

interface Linked {
  readonly id: number;
}

/** The order ids, in the sequence of the document. */
async function findOrders(tx: Tx, { fields }: Reading, supplierId: number): Promise<readonly number[]> {
  const named = (fields.orderReference?.value ?? '').matchAll(orderNumbers);
  const numbers = [...named].map(([, number]) => number).slice(0, maxOrders);
  if (numbers.length === 0) return [];
  const orders = await tx.query<Linked>(
    `select p.id from procurement p where p.number = any ($1::bigint[])
       and exists (select from procurement_line l where l.procurement_id = p.id and l.supplier_id = $2)
     order by array_position($1::bigint[], p.number)`,
    [numbers, supplierId],
  );
  return orders.map(({ id }) => id);
}

/**
 * Whether an order has prepayment invoices in this currency, which a later invoice with a prepaid amount deducts
 * (INV-22).
 */
export async function hasPrepayments(tx: Tx, orderId: number, currency: string): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    `select exists (select from invoice where procurement_id = $1 and currency = $2 and document_type = 'prepayment'
       and app.counts_in_budgets('invoice', status)) as found`,
    [orderId, currency],
  );
  return found;
}

async function findContract(tx: Tx, { fields }: Reading, supplierId: number): Promise<Linked | undefined> {
  const named = fields.contractReference?.value ?? null;
  if (named === null) return undefined;
  return await tx.maybeOne<Linked>(
    `select id from contract where supplier_id = $2 and amends_id is null
       and app.number_key($1) in (app.number_key(external_contract_number), app.number_key(contract_number_formatted))
     order by id desc limit 1`,
    [named, supplierId],
  );
}

async function findCorrected(tx: Tx, { fields }: Reading, supplierId: number): Promise<Linked | undefined> {
  const named = fields.precedingInvoice?.value ?? null;
  const code = fields.documentTypeCode?.value ?? null;
  const { kind } = directionOf(code, fields.totalGross?.value ?? null);
  if (named === null || (kind === 'invoice' && code !== correction)) return undefined;
  return await tx.maybeOne<Linked>(
    `select id from invoice where supplier_id = $2 and number_key = app.number_key($1) and document_type <> 'credit_note'
     order by id desc limit 1`,
    [named, supplierId],
  );
}
