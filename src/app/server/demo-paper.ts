import { addDays, type Day, dayOfInstant } from '../../base/day.ts';
import type { Paper, PaperBuyer, PaperLine, PaperSeller } from '../../features/recognition/sandbox/paper.ts';
import type { DemoInvoice, DemoInvoiceLine } from './demo/invoices.ts';
import type { DemoContext } from './demo-context.ts';
import { workingDay } from './demo-past.ts';

/** Days from the issue of a paper to its receipt, and from the delivery of the goods to the issue. */
const days = { issued: 2, delivered: 4 };

interface Seller extends PaperSeller {
  readonly payment_days: number;
  readonly tax: string;
}

/** The content of a paper: supplier and company from the records, and the charged lines. */
export async function paperOf(demo: DemoContext, invoice: DemoInvoice): Promise<Paper> {
  const { client, tenantId } = demo;
  const { rows: sellers } = await client.query<Seller>(
    `select name, address, zipcode, city, phone, email, contact_person, vat_number, tax_number, iban, bic, bank,
       discount_1_percentage::text, discount_1_days, payment_days, tax::text
     from supplier where tenant_id = $1 and id = $2`,
    [tenantId, demo.supplier(invoice.supplier)],
  );
  const { rows: buyers } = await client.query<PaperBuyer>(
    `select billing_name as name, billing_address as address, billing_zipcode as zipcode, billing_city as city, vat_number,
       einvoice_email as email
     from client where tenant_id = $1 and id = $2`,
    [tenantId, demo.company(invoice.company)],
  );
  const [[seller], [buyer]] = [sellers, buyers];
  if (!seller || !buyer) throw new Error(`seller or buyer of ${invoice.number} is missing`);
  const ordered = await orderedLines(demo, invoice);
  const received = addDays(dayOfInstant(new Date(), demo.timeZone), -invoice.daysAgo);
  const issued = daysBefore(received, days.issued);
  return {
    number: invoice.number,
    seller,
    buyer,
    issued,
    delivered: daysBefore(received, days.delivered),
    due: addDays(issued, seller.payment_days),
    order: ordered[0]?.order_number ?? null,
    contract: invoice.contract ?? null,
    corrects: invoice.corrects ?? null,
    currency: invoice.foreign?.currency ?? 'EUR',
    tax: seller.tax,
    lines: invoice.lines?.map(ownLine) ?? ordered,
  };
}

function daysBefore(day: Day, count: number): Day {
  return workingDay(addDays(day, -count));
}

interface OrderedLine extends PaperLine {
  readonly order_number: string;
}

async function orderedLines(
  { client, tenantId, supplier }: DemoContext,
  { order, supplier: seller, instead = {} }: DemoInvoice,
): Promise<readonly OrderedLine[]> {
  if (order === undefined) return [];
  const { rows } = await client.query<OrderedLine>(
    `select p.order_number_formatted as order_number, l.item_number, l.description, l.unit, trim_scale(l.quantity)::text as quantity,
       trim_scale(l.price_netto)::text as price_netto, trim_scale(l.price_unit)::text as price_unit
     from procurement p join procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
     where p.tenant_id = $1 and p.name = $2 and l.supplier_id = $3 order by l.sort_no, l.id`,
    [tenantId, order, supplier(seller)],
  );
  if (rows.length === 0) throw new Error(`the order "${order}" has no lines for ${seller}`);
  return rows.map((line) => ({ ...line, ...instead[line.item_number ?? ''] }));
}

function ownLine({ description, quantity, price }: DemoInvoiceLine): PaperLine {
  return { item_number: null, description, unit: 'Stück', quantity, price_netto: price, price_unit: '1' };
}
