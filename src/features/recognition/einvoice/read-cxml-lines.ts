import { dividedBy, isZero } from '../../../base/money.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { adjustmentAt, combined, dayOf, modificationsIn, moneyAt, type Taxed } from './cxml-parts.ts';
import { taxedBy } from './cxml-taxes.ts';
import { decimalOf } from './decimal.ts';
import type { AllowanceCharge, Line, Price, Text } from './model.ts';

/** What the header says to be stated in each line; elsewhere such elements are ignored. */
export interface InLine {
  readonly tax: boolean;
  readonly shipping: boolean;
  readonly handling: boolean;
  readonly discount: boolean;
}

export function inLineOf(header: XmlElement | undefined): InLine {
  const indicator = first(header, 'InvoiceDetailLineIndicator');
  const is = (name: string) => attributeOf(indicator, name) === 'yes';
  return {
    tax: is('isTaxInLine'),
    shipping: is('isShippingInLine'),
    handling: is('isSpecialHandlingInLine'),
    discount: is('isDiscountInLine'),
  };
}

/** A line with the number of its order. */
interface OrderedLine {
  readonly element: XmlElement;
  readonly order: Text;
}

const lineNames = ['InvoiceDetailItem', 'InvoiceDetailServiceItem'];

/** The elements of the lines, of goods, services and of orders invoiced as a whole. */
export function lineElements(request: XmlElement): readonly OrderedLine[] {
  const ofItems = all(request, 'InvoiceDetailOrder').flatMap((order) =>
    order.children
      .filter(({ name }) => lineNames.includes(name))
      .map((element) => ({ element, order: orderNumberOf(order) })),
  );
  const ofOrders = all(request, 'InvoiceDetailHeaderOrder').flatMap((order) =>
    all(order, 'InvoiceDetailOrderSummary').map((element) => ({ element, order: orderNumberOf(order) })),
  );
  return [...ofItems, ...ofOrders];
}

/** Our number of an invoiced order. */
export function orderNumberOf(order: XmlElement): Text {
  const info = first(order, 'InvoiceDetailOrderInfo');
  return attributeOf(first(info, 'OrderReference') ?? first(info, 'OrderIDInfo'), 'orderID');
}

/**
 * The lines of the model. A group that is priced by its items is left out, as only these count.
 * @param only the tax of the document, if it has one rate
 */
export function cxmlLines(elements: readonly OrderedLine[], inLine: InLine, only: Taxed): readonly Line[] {
  const isGroup = ({ element }: OrderedLine) => attributeOf(element, 'compositeItemType') === 'itemLevel';
  const groups = new Set(
    elements.filter(isGroup).map(({ element }) => attributeOf(element, 'invoiceLineNumber')),
  );
  const counted = elements.filter((each) => !isGroup(each));
  return counted.map((each) => {
    const line = lineOf(each, inLine, only);
    return groups.has(line.parentId) ? { ...line, parentId: null } : line;
  });
}

function lineOf({ element, order }: OrderedLine, inLine: InLine, only: Taxed): Line {
  const reference =
    first(element, 'InvoiceDetailItemReference') ?? first(element, 'InvoiceDetailServiceItemReference');
  const description = first(reference, 'Description') ?? first(element, 'Comments');
  const short = textAt(description, 'ShortName');
  const long = description?.text.trim() || null;
  const tax = inLine.tax && first(element, 'Tax') ? taxedBy(first(element, 'Tax')) : only;
  const changes = adjustmentsOf(element, inLine);
  const amounts = (of: readonly AllowanceCharge[]) => of.map(({ amount }) => amount);
  return {
    id: attributeOf(element, 'invoiceLineNumber'),
    parentId: attributeOf(element, 'parentInvoiceLineNumber'),
    statusReason: null,
    notes: [],
    objectIdentifier: null,
    quantity: attributeOf(element, 'quantity'),
    unit: textAt(element, 'UnitOfMeasure') ?? textAt(element, 'UnitRate', 'UnitOfMeasure'),
    net: combined(moneyAt(element, 'SubtotalAmount'), amounts(changes.charges), amounts(changes.allowances)),
    orderReference: order,
    orderLineReference: attributeOf(reference, 'lineNumber'),
    buyerAccountingReference: null,
    period: periodOf(first(element, 'Period')),
    ...changes,
    price: priceOf(element),
    ...tax,
    name: short ?? long,
    description: short === null ? null : long,
    sellerItemNumber: textAt(reference, 'ItemID', 'SupplierPartID'),
    buyerItemNumber: textAt(reference, 'ItemID', 'BuyerPartID'),
    standardItemNumber: null,
    // Their schemes have no codes of EN 16931.
    classifications: [],
    country: attributeOf(first(reference, 'Country'), 'isoCountryCode'),
    attributes: [],
  };
}

function adjustmentsOf(element: XmlElement, inLine: InLine): Pick<Line, 'allowances' | 'charges'> {
  const untaxed: Taxed = { taxCategory: null, taxRate: null };
  const of = (name: string, kind: Parameters<typeof adjustmentAt>[1], isStated: boolean) =>
    isStated ? adjustmentAt(first(element, name), kind, untaxed) : [];
  const modified = modificationsIn(first(element, 'InvoiceItemModifications'), () => untaxed);
  return {
    allowances: [...of('InvoiceDetailDiscount', 'discount', inLine.discount), ...modified.allowances],
    charges: [
      ...of('InvoiceDetailLineShipping', 'shipping', inLine.shipping),
      ...of('InvoiceDetailLineSpecialHandling', 'handling', inLine.handling),
      ...modified.charges,
    ],
  };
}

function priceOf(element: XmlElement): Price {
  const basis = first(element, 'PriceBasisQuantity');
  return {
    net: moneyAt(element, 'UnitPrice') ?? moneyAt(element, 'UnitRate'),
    discount: null,
    gross: null,
    baseQuantity: basisOf(basis),
    baseUnit: textAt(basis, 'UnitOfMeasure'),
  };
}

/** The number of invoiced units that the price is for; the factor converts the unit of the price to theirs. */
function basisOf(basis: XmlElement | undefined): Text {
  const stated = attributeOf(basis, 'quantity');
  const [quantity, factor] = [decimalOf(stated), decimalOf(attributeOf(basis, 'conversionFactor'))];
  return quantity === null || factor === null || isZero(factor) ? stated : dividedBy(quantity, factor);
}

export function periodOf(period: XmlElement | undefined): Line['period'] {
  return period ? { start: dayOf(period, 'startDate'), end: dayOf(period, 'endDate') } : null;
}
