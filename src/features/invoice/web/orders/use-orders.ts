import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrderLine } from '../../matching/order-line.ts';
import { exactly, type Tolerances } from '../../matching/tolerances.ts';
import type { InvoiceDraft } from '../draft.ts';
import type { InvoiceDocument } from '../kind.ts';
import { type Linked, type OrderRow, orderLinesOf, ordersQuery } from './orders.ts';

/** The orders of an invoice draft, shared by all parts of the page. */
export interface InvoiceOrders {
  readonly orders: readonly OrderRow[];
  readonly lines: readonly OrderLine[];
  readonly tolerances: Tolerances;
}

const none: readonly OrderRow[] = [];

/** Loads the orders that the head or a line of an invoice refers to (INV-23). */
export function useOrders(document: InvoiceDocument | null, draft: InvoiceDraft): InvoiceOrders {
  const linked = linkedOf(draft);
  const isLinked = linked.orderIds.length > 0 || linked.lineIds.length > 0;
  const { data } = useQuery({ ...ordersQuery(linked), enabled: isLinked, placeholderData: keepPreviousData });
  const orders = isLinked ? (data?.orders ?? none) : none;
  const lines = useMemo(() => orderLinesOf(orders, document), [orders, document]);
  return { orders, lines, tolerances: data?.tolerances ?? exactly };
}

/** IDs of the records that a draft refers to. */
export function linkedOf({ head, lines }: InvoiceDraft): Linked {
  const lineIds = lines.flatMap((line) => line.procurement_line_id ?? []);
  return {
    orderIds: head.procurement === null ? [] : [head.procurement.id],
    lineIds: [...new Set(lineIds)].toSorted((one, other) => one - other),
    supplierId: head.supplier?.id ?? null,
    clientId: head.client?.id ?? null,
  };
}
