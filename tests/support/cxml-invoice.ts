/** Amounts in cents and rates in percent, so that the invoice is computed in whole numbers, apart from the product. */
export interface CxmlLine {
  readonly orderLine: number;
  readonly quantity: bigint;
  readonly price: bigint;
  readonly per?: bigint;
  readonly rate: bigint;
  readonly item?: string;
  readonly name?: string;
}

export interface CxmlInvoice {
  readonly number: string;
  readonly orders: readonly { readonly number: string | null; readonly lines: readonly CxmlLine[] }[];
  /** With the tax of the first line. */
  readonly shipping?: bigint;
  readonly discount?: bigint;
  readonly deposit?: bigint;
  readonly purpose?: 'standard' | 'creditMemo' | 'lineLevelCreditMemo' | 'debitMemo' | 'lineLevelDebitMemo';
  /** Further attributes of the header, such as `operation="delete"`. */
  readonly attributes?: string;
  readonly corrects?: string;
  readonly taxInLine?: boolean;
  readonly seller?: { readonly name: string; readonly vatId: string };
  readonly buyer?: { readonly name: string; readonly vatId: string };
  readonly currency?: string;
}

export interface CxmlSums {
  readonly lines: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  readonly gross: bigint;
  readonly due: bigint;
  /** Base and tax by rate. */
  readonly rows: ReadonlyMap<bigint, { readonly base: bigint; readonly tax: bigint }>;
}

/** `-12.34` of -1234. */
export function inEuros(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Half a unit rounds up; for values from zero on. */
const rounded = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);

export const netOfLine = ({ quantity, price, per = 1n }: CxmlLine) => rounded(quantity * price, per);

/** The amounts of the invoice; those of a credit memo without its sign. */
export function sumsOf({ orders, shipping = 0n, discount = 0n, deposit = 0n }: CxmlInvoice): CxmlSums {
  const lines = orders.flatMap((order) => order.lines);
  const bases = new Map<bigint, bigint>();
  const add = (rate: bigint, amount: bigint) => bases.set(rate, (bases.get(rate) ?? 0n) + amount);
  for (const line of lines) add(line.rate, netOfLine(line));
  add(lines[0]?.rate ?? 0n, shipping - discount);
  const rows = new Map([...bases].map(([rate, base]) => [rate, { base, tax: rounded(base * rate, 100n) }]));
  const ofLines = lines.map(netOfLine).reduce((before, each) => before + each, 0n);
  const net = ofLines + shipping - discount;
  const tax = [...rows.values()].reduce((before, row) => before + row.tax, 0n);
  return { lines: ofLines, net, tax, gross: net + tax, due: net + tax - deposit, rows };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** An `InvoiceDetailRequest` in the order of InvoiceDetail.dtd 1.2. */
export function invoiceDetailRequest(invoice: CxmlInvoice): string {
  const { number, orders, shipping, discount, deposit, purpose = 'standard', attributes = '' } = invoice;
  const { seller = { name: 'Papierhaus GmbH', vatId: 'DE136695976' }, currency = 'EUR' } = invoice;
  const { buyer = { name: 'Muster & Co', vatId: 'DE129273398' }, taxInLine = false, corrects } = invoice;
  const sums = sumsOf(invoice);
  const sign = /creditmemo$/i.test(purpose) ? -1n : 1n;
  const money = (cents: bigint) => `<Money currency="${currency}">${inEuros(sign * cents)}</Money>`;
  const price = (cents: bigint) => `<Money currency="${currency}">${inEuros(cents)}</Money>`;
  const detail = (rate: bigint, base: bigint, tax: bigint, of = 'tax') =>
    `<TaxDetail purpose="${of}" category="vat" percentageRate="${rate}"${rate === 0n ? ' exemptDetail="zeroRated"' : ''}><TaxableAmount>${money(base)}</TaxableAmount><TaxAmount>${money(tax)}</TaxAmount></TaxDetail>`;
  const taxOf = (cents: bigint, details: readonly string[]) =>
    `<Tax>${money(cents)}<Description xml:lang="de">USt</Description>${details.join('')}</Tax>`;
  const partner = (
    role: string,
    { name, vatId }: { readonly name: string; readonly vatId: string },
    more = '',
  ) =>
    `<InvoicePartner><Contact role="${role}"><Name xml:lang="de">${escaped(name)}</Name><PostalAddress><Street>Weg 1</Street><City>Köln</City><PostalCode>50667</PostalCode><Country isoCountryCode="DE">Deutschland</Country></PostalAddress></Contact><IdReference identifier="${vatId}" domain="vatID"/>${more}</InvoicePartner>`;
  let place = 0;
  const line = (each: CxmlLine) => {
    place += 1;
    const { orderLine, quantity, per, rate, item = `A-${orderLine}`, name = `Artikel ${orderLine}` } = each;
    const net = netOfLine(each);
    return `<InvoiceDetailItem invoiceLineNumber="${place}" quantity="${sign * quantity}"><UnitOfMeasure>EA</UnitOfMeasure><UnitPrice>${price(each.price)}</UnitPrice>${
      per === undefined
        ? ''
        : `<PriceBasisQuantity quantity="${per}" conversionFactor="1"><UnitOfMeasure>EA</UnitOfMeasure></PriceBasisQuantity>`
    }<InvoiceDetailItemReference lineNumber="${orderLine}"><ItemID><SupplierPartID>${escaped(item)}</SupplierPartID></ItemID><Description xml:lang="de">${escaped(name)}</Description></InvoiceDetailItemReference><SubtotalAmount>${money(net)}</SubtotalAmount>${
      taxInLine ? taxOf(rounded(net * rate, 100n), [detail(rate, net, rounded(net * rate, 100n))]) : ''
    }</InvoiceDetailItem>`;
  };
  const ofOrder = ({ number: order, lines }: CxmlInvoice['orders'][number]) =>
    `<InvoiceDetailOrder><InvoiceDetailOrderInfo><OrderReference${order === null ? '' : ` orderID="${order}"`}><DocumentReference payloadID="unknown"/></OrderReference></InvoiceDetailOrderInfo>${lines.map(line).join('')}</InvoiceDetailOrder>`;
  const summary = [
    `<SubtotalAmount>${money(sums.lines)}</SubtotalAmount>`,
    taxOf(
      sums.tax,
      [...sums.rows].map(([rate, { base, tax }]) => detail(rate, base, tax)),
    ),
    shipping === undefined ? '' : `<ShippingAmount>${money(shipping)}</ShippingAmount>`,
    `<GrossAmount>${money(sums.gross + (discount ?? 0n))}</GrossAmount>`,
    discount === undefined ? '' : `<InvoiceDetailDiscount>${money(discount)}</InvoiceDetailDiscount>`,
    `<NetAmount>${money(sums.gross)}</NetAmount>`,
    deposit === undefined ? '' : `<DepositAmount>${money(deposit)}</DepositAmount>`,
    `<DueAmount>${money(sums.due)}</DueAmount>`,
  ];
  return `<InvoiceDetailRequest><InvoiceDetailRequestHeader invoiceID="${escaped(number)}" purpose="${purpose}" invoiceDate="2026-11-20T10:00:00+01:00" ${attributes}><InvoiceDetailHeaderIndicator/><InvoiceDetailLineIndicator${taxInLine ? ' isTaxInLine="yes"' : ''}/>${partner(
    'from',
    seller,
    '<IdReference identifier="DE89370400440532013000" domain="ibanID"/><IdReference identifier="COBADEFFXXX" domain="swiftID"/>',
  )}${partner('billTo', buyer)}${
    corrects === undefined
      ? ''
      : `<InvoiceIDInfo invoiceID="${corrects}" invoiceDate="2026-11-01T00:00:00+01:00"/>`
  }<PaymentTerm payInNumberOfDays="10"><Discount><DiscountPercent percent="2"/></Discount></PaymentTerm><PaymentTerm payInNumberOfDays="30"/></InvoiceDetailRequestHeader>${orders
    .map(ofOrder)
    .join('')}<InvoiceDetailSummary>${summary.join('')}</InvoiceDetailSummary></InvoiceDetailRequest>`;
}

/** A whole message around a request. */
export function cxmlMessage(request: string, deployment = 'production'): string {
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/InvoiceDetail.dtd">
<cXML payloadID="1@shop" timestamp="2026-11-20T10:00:00+01:00" version="1.2.050"><Header><From><Credential domain="NetworkId"><Identity>Shop</Identity></Credential></From><To><Credential domain="NetworkId"><Identity>Kontor</Identity></Credential></To><Sender><Credential domain="NetworkId"><Identity>Shop</Identity><SharedSecret>s3cr3t</SharedSecret></Credential><UserAgent>Shop</UserAgent></Sender></Header><Request deploymentMode="${deployment}">${request}</Request></cXML>`;
}
