import type { Reading } from '../../src/features/recognition/reading.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { emptyReading, noLine, read } from '../support/readings.ts';

export interface OrderLine {
  readonly id: number;
  readonly item_number: string | null;
  readonly description: string;
  readonly quantity: string;
  readonly price: string;
  readonly net: string;
}

/** An order of one supplier without invoices. */
export interface Order {
  readonly id: number;
  readonly client_id: number;
  readonly number: string;
  readonly supplier_id: number;
  readonly net: string;
  readonly lines: readonly OrderLine[];
}

/** All such orders, oldest first. */
export async function openOrders(demo: DemoWeb, accountant: WebCaller): Promise<readonly Order[]> {
  return await demo.web.sql<Order>(
    `select p.id, p.client_id, p.order_number_formatted as number, min(l.supplier_id) as supplier_id,
       p.total_netto::text as net, json_agg(json_build_object('id', l.id, 'item_number', l.item_number,
         'description', l.description, 'quantity', l.quantity::text, 'price', l.price_netto::text,
         'net', l.total_netto::text) order by l.sort_no, l.id) as lines
     from procurement p join procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
     where p.tenant_id = $1 and p.status = 'ordered' and p.currency = 'EUR'
       and not exists (select from invoice i where i.tenant_id = p.tenant_id and i.procurement_id = p.id)
     group by p.tenant_id, p.id having count(distinct l.supplier_id) = 1 and count(*) = count(l.supplier_id)
     order by p.id`,
    [accountant.context.tenantId],
  );
}

/** The reading of an invoice over the whole order. */
export async function readingOf(demo: DemoWeb, order: Order, named: string | null): Promise<Reading> {
  const [supplier] = await demo.web.sql<{ name: string }>('select name from supplier where id = $1', [
    order.supplier_id,
  ]);
  const [company] = await demo.web.sql<{ name: string }>('select name from client where id = $1', [
    order.client_id,
  ]);
  const reading = emptyReading({
    sellerName: read(supplier?.name ?? ''),
    buyerName: read(company?.name ?? ''),
    invoiceNumber: read(`M-${order.number}-${named ?? ''}`),
    totalNet: read(order.net),
    totalTax: read('0.00'),
    totalGross: read(order.net),
    currency: read('EUR'),
    ...(named === null ? {} : { orderReference: read(named) }),
  });
  const lines = order.lines.map((line) => ({
    ...noLine,
    articleNumber: line.item_number === null ? null : read(line.item_number),
    description: read(line.description),
    quantity: read(line.quantity),
    unitNetPrice: read(line.price),
    lineNet: read(line.net),
    taxPercent: read('0'),
  }));
  return { ...reading, lines };
}
