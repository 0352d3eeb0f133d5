import { cancelledList } from '../../../document/server/cancelled.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { CorrectedInvoice } from '../check-facts.ts';

/** Makes the later of several concurrent credit notes of one invoice see the others. */
const holdCorrected = `select pg_advisory_xact_lock(hashtextextended('credit notes of ' || $1::text, app.tenant_id()))`;

const left = (
  column: string,
) => `round(c.${column} * app.known_rate(c.tenant_id, c.client_id, c.currency, c.exchange_rate), 2) + coalesce((
    select sum(round(o.${column} * app.known_rate(o.tenant_id, o.client_id, o.currency, o.exchange_rate), 2)) from invoice o
    where o.tenant_id = c.tenant_id and o.corrects_invoice_id = c.id and o.id <> i.id and o.total_brutto < 0
      and o.status not in ${cancelledList('invoice')}), 0)`;

const selectCorrected = `select i.id as invoice_id, c.supplier_id, c.client_id,
    c.status in ${cancelledList('invoice')} as is_discarded,
    case when app.taken_off_by(i) is null then app.taken_off_by(c) end as taken_off_by,
    i.procurement_id is null or i.procurement_id in (select app.orders_of_invoices(c.tenant_id, array[c.id])) as is_of_order,
    ${left('total_netto')} as net_left, ${left('total_brutto')} as gross_left,
    (select k.currency from client k where k.tenant_id = c.tenant_id and k.id = c.client_id) as company_currency,
    (select jsonb_build_object('id', k.id, 'name', k.name) from app.given_beyond(i, true) g join cost_center k on k.id = g
      order by k.number, k.id limit 1) as beyond
  from invoice i join invoice c on c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id where i.id = any ($1)`;

/** An invoice with the invoice that it corrects. */
export interface Correcting {
  readonly id: number;
  readonly head: { readonly corrects_invoice_id: number | null };
}

/** The corrected invoices by the ids of their credit notes (INV-31). Runs as writer. */
export async function loadCorrectedOf(
  tx: Tx,
  invoices: readonly Correcting[],
): Promise<ReadonlyMap<number, CorrectedInvoice>> {
  const ids = invoices.filter(({ head }) => head.corrects_invoice_id !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await tx.fixed<CorrectedInvoice & { readonly invoice_id: number }>(selectCorrected, [ids]);
  return new Map(rows.map(({ invoice_id, ...corrected }) => [invoice_id, corrected]));
}

/** The invoice corrected by one credit note; a writer locks it after the orders and the contract. */
export async function loadCorrected(
  tx: Tx,
  invoice: Correcting,
  isLocking: boolean,
): Promise<CorrectedInvoice | null> {
  const { corrects_invoice_id: corrected } = invoice.head;
  if (isLocking && corrected !== null) tx.send(holdCorrected, [corrected]);
  return (await loadCorrectedOf(tx, [invoice])).get(invoice.id) ?? null;
}
