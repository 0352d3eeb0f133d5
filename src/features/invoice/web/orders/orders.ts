import { queryOptions } from '@tanstack/react-query';
import { amountOf, amountOrNull, minus, sum } from '../../../../base/money.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import type { ProcurementStatus } from '../../../../timeline/kinds.ts';
import type { OrderLine } from '../../matching/order-line.ts';
import { exactly, type Tolerances } from '../../matching/tolerances.ts';
import type { InvoiceDocument } from '../kind.ts';

/** An order with the data that an invoice takes over (INV-03). */
export interface OrderRow {
  readonly id: number;
  readonly number: string;
  readonly name: string | null;
  readonly status: ProcurementStatus;
  readonly currency: string;
  /** In the currency of the order; null if prices are hidden. */
  readonly open_value: number | null;
  readonly payment_in_advance: boolean;
  readonly client_id: number | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
  readonly procurement_lines: readonly OrderLineRow[];
}

export interface OrderLineRow {
  readonly id: number;
  readonly kind: OrderLine['kind'];
  readonly item_number: string | null;
  readonly description: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly quantity_received: number;
  readonly invoiced_quantity: number;
  readonly price_netto: number | null;
  readonly price_unit: number;
  readonly total_netto: number | null;
  readonly tax: number | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

/** Number of orders offered; a search finds more. */
const optionLimit = 50;

/**
 * Orders of the company from the supplier that are not fully invoiced, newest first; searched as in the document
 * list.
 */
export async function findOrders(
  { supplierId, clientId }: { readonly supplierId: number; readonly clientId: number },
  text: string,
  signal: AbortSignal,
): Promise<readonly SelectOption[]> {
  const query = `query ($where: procurement_bool_exp!, $limit: Int!) {
    procurement(where: $where, order_by: { id: desc }, limit: $limit) { id number: order_number_formatted name }
  }`;
  const found = searchedFor(text);
  const where = {
    _and: [
      ...(found.length === 0 ? [] : [{ documents: { _and: found } }]),
      { client_id: { _eq: clientId } },
      { status: { _in: ['approved', 'ordered', 'completed', 'clearing'] } },
      { completely_invoiced: { _eq: false } },
      { procurement_lines: { supplier_id: { _eq: supplierId } } },
    ],
  };
  type Row = Pick<OrderRow, 'id' | 'number' | 'name'>;
  const { procurement: rows } = await gql<{ procurement: readonly Row[] }>(
    query,
    { where, limit: optionLimit },
    { signal },
  );
  return rows.map(({ id, number, name }) => ({ id, number, name: name ?? '' }));
}

/** IDs of the records that an invoice refers to. */
export interface Linked {
  readonly orderIds: readonly number[];
  readonly lineIds: readonly number[];
  readonly supplierId: number | null;
  readonly clientId: number | null;
}

export interface LinkedOrders {
  readonly orders: readonly OrderRow[];
  readonly tolerances: Tolerances;
}

const orderFields = `id number: order_number_formatted name status currency open_value payment_in_advance client_id
  department { id name: shown_name } cost_center { id number name: shown_name } ledger_account { id number name }
  procurement_lines(where: $lines, order_by: [{ sort_no: asc }, { id: asc }]) {
    id kind item_number description quantity unit quantity_received invoiced_quantity price_netto price_unit total_netto tax
    cost_center { id number name: shown_name } ledger_account { id number name }
  }`;

interface ToleranceRow {
  readonly match_price_tolerance: number;
  readonly match_price_tolerance_amount: number;
  readonly match_quantity_tolerance: number;
  readonly match_quantity_tolerance_amount: number;
  readonly match_freight_tolerance_amount: number;
}

/** The invoiced orders that the person may see, with the tolerances of the company (INV-23). */
export function ordersQuery({ orderIds, lineIds, supplierId, clientId }: Linked) {
  return queryOptions({
    queryKey: ['invoice-orders', orderIds, lineIds, supplierId, clientId],
    queryFn: async ({ signal }): Promise<LinkedOrders> => {
      const query = `query ($where: procurement_bool_exp!, $lines: procurement_line_bool_exp!, $client: bigint!) {
        procurement(where: $where, order_by: { id: asc }) { ${orderFields} }
        client_by_pk(id: $client) { match_price_tolerance match_price_tolerance_amount
          match_quantity_tolerance match_quantity_tolerance_amount match_freight_tolerance_amount }
      }`;
      const where = {
        _or: [{ id: { _in: orderIds } }, { procurement_lines: { id: { _in: lineIds } } }],
      };
      const lines = supplierId === null ? {} : { supplier_id: { _eq: supplierId } };
      const answer = await gql<{
        procurement: readonly OrderRow[];
        client_by_pk: ToleranceRow | null;
      }>(query, { where, lines, client: clientId ?? 0 }, { signal });
      const { procurement: orders, client_by_pk: company } = answer;
      return { orders, tolerances: company === null ? exactly : tolerancesOf(company) };
    },
  });
}

function tolerancesOf(company: ToleranceRow): Tolerances {
  return {
    pricePercent: amountOf(company.match_price_tolerance),
    priceAmount: amountOf(company.match_price_tolerance_amount),
    quantityPercent: amountOf(company.match_quantity_tolerance),
    quantityAmount: amountOf(company.match_quantity_tolerance_amount),
    freightAmount: amountOf(company.match_freight_tolerance_amount),
  };
}

/** The order lines for the rules, without the quantities that this invoice itself charges as saved. */
export function orderLinesOf(
  orders: readonly OrderRow[],
  document: InvoiceDocument | null,
): readonly OrderLine[] {
  const own = document === null || document.status === 'open' ? [] : document.invoice_lines;
  return orders.flatMap((order) =>
    order.procurement_lines.map((line): OrderLine => {
      const charged = own
        .filter(({ kind, procurement_line_id }) => kind === 'item' && procurement_line_id === line.id)
        .map(({ quantity }) => amountOrNull(quantity) ?? '0');
      return {
        id: line.id,
        procurement_id: order.id,
        order_number: order.number,
        kind: line.kind,
        item_number: line.item_number,
        description: line.description,
        quantity: amountOrNull(line.quantity),
        unit: line.unit,
        quantity_received: amountOf(line.quantity_received),
        quantity_invoiced: minus(amountOf(line.invoiced_quantity), sum(charged)),
        price_netto: amountOrNull(line.price_netto),
        price_unit: amountOf(line.price_unit),
        currency: order.currency,
      };
    }),
  );
}
