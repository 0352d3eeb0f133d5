import { xmlText } from '../../../base/xml-text.ts';
import { goods } from './goods.ts';
import type { Promised, TakenOrder } from './order.ts';

/** Percent. */
const rate = 19;

/** An `InvoiceDetailRequest` about the given quantities at the prices of the shop, with German tax. */
export function invoice(
  { number: order, payloadId, shop, company }: TakenOrder,
  { number, promised }: { readonly number: string; readonly promised: readonly Promised[] },
  now: Date,
): string {
  const sold = promised.filter(({ quantity }) => quantity > 0);
  const net = sold.map(netOf).reduce((before, each) => before + each, 0);
  const tax = Math.round((net * rate) / 100);
  return `<InvoiceDetailRequest><InvoiceDetailRequestHeader invoiceID="${xmlText(number)}" purpose="standard" operation="new"
invoiceDate="${now.toISOString()}"><InvoiceDetailHeaderIndicator/><InvoiceDetailLineIndicator/>
${partner('from', shop.identity, '<IdReference identifier="DE136695976" domain="vatID"/>')}${partner('billTo', company)}
<PaymentTerm payInNumberOfDays="30"/></InvoiceDetailRequestHeader>
<InvoiceDetailOrder><InvoiceDetailOrderInfo><OrderReference orderID="${xmlText(order)}"><DocumentReference payloadID="${xmlText(payloadId)}"/></OrderReference></InvoiceDetailOrderInfo>
${sold.map(invoicedItem).join('')}</InvoiceDetailOrder>
<InvoiceDetailSummary><SubtotalAmount>${money(net)}</SubtotalAmount><Tax>${money(tax)}<Description xml:lang="de">USt</Description>
<TaxDetail purpose="tax" category="vat" percentageRate="${rate}"><TaxableAmount>${money(net)}</TaxableAmount><TaxAmount>${money(tax)}</TaxAmount></TaxDetail></Tax>
<GrossAmount>${money(net + tax)}</GrossAmount><NetAmount>${money(net + tax)}</NetAmount><DueAmount>${money(net + tax)}</DueAmount></InvoiceDetailSummary></InvoiceDetailRequest>`;
}

function partner(role: string, name: string, id = ''): string {
  return `<InvoicePartner><Contact role="${role}"><Name xml:lang="de">${xmlText(name)}</Name><PostalAddress><Street>Marktplatz 1</Street>
<City>Köln</City><PostalCode>50667</PostalCode><Country isoCountryCode="DE">Deutschland</Country></PostalAddress></Contact>${id}</InvoicePartner>`;
}

function invoicedItem(sold: Promised, place: number): string {
  const { lineNumber, item, name, unit } = sold.line;
  const { price, per } = priceOf(sold);
  return `<InvoiceDetailItem invoiceLineNumber="${place + 1}" quantity="${sold.quantity}"><UnitOfMeasure>${xmlText(unit)}</UnitOfMeasure>
<UnitPrice><Money currency="EUR">${price}</Money></UnitPrice><PriceBasisQuantity quantity="${per}" conversionFactor="1"><UnitOfMeasure>${xmlText(unit)}</UnitOfMeasure></PriceBasisQuantity>
<InvoiceDetailItemReference lineNumber="${xmlText(lineNumber)}"><ItemID><SupplierPartID>${xmlText(item)}</SupplierPartID></ItemID>
<Description xml:lang="de">${xmlText(name || item)}</Description></InvoiceDetailItemReference>
<SubtotalAmount>${money(netOf(sold))}</SubtotalAmount></InvoiceDetailItem>`;
}

/** In cents. */
function netOf(sold: Promised): number {
  const { price, per } = priceOf(sold);
  return Math.round((100 * sold.quantity * Number(price)) / Number(per));
}

/** A line of something else than goods of the shop costs nothing. */
function priceOf({ line }: Promised): { readonly price: string; readonly per: string } {
  return goods.find(({ number }) => number === line.item) ?? { price: '0.00', per: '1' };
}

function money(cents: number): string {
  return `<Money currency="EUR">${(cents / 100).toFixed(2)}</Money>`;
}
