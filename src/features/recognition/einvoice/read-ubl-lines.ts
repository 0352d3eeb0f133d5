import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt, textsAt } from '../../../base/xml-tree.ts';
import type { Line, Price, Text } from './model.ts';
import { allowancesAndChargesOf, periodOf } from './ubl-parts.ts';
import { amountAt, classificationIn, identifierAt } from './xml-values.ts';

/** The type code of the reference to the object of a line (BT-128). */
const invoicedObject = '130';

/** The lines in document order, each followed by its sub-lines (XRechnung extension). */
export function ublLines(root: XmlElement, kind: 'Invoice' | 'CreditNote'): readonly Line[] {
  return all(root, `${kind}Line`).flatMap((line) => withParts(line, kind, null));
}

function withParts(element: XmlElement, kind: string, parentId: Text): readonly Line[] {
  const line = lineOf(element, parentId);
  const parts = all(element, `Sub${kind}Line`);
  return [line, ...parts.flatMap((part) => withParts(part, kind, line.id ?? ''))];
}

function lineOf(element: XmlElement, parentId: Text): Line {
  const quantity = first(element, 'InvoicedQuantity') ?? first(element, 'CreditedQuantity');
  const item = first(element, 'Item');
  const tax = first(item, 'ClassifiedTaxCategory');
  const object = all(element, 'DocumentReference').find(
    (reference) => textAt(reference, 'DocumentTypeCode') === invoicedObject,
  );
  return {
    id: textAt(element, 'ID'),
    parentId,
    statusReason: null,
    notes: textsAt(element, 'Note'),
    objectIdentifier: identifierAt(object, 'ID'),
    quantity: quantity?.text.trim() ?? null,
    unit: attributeOf(quantity, 'unitCode'),
    net: amountAt(element, 'LineExtensionAmount'),
    orderLineReference: textAt(element, 'OrderLineReference', 'LineID'),
    buyerAccountingReference: textAt(element, 'AccountingCost'),
    period: periodOf(first(element, 'InvoicePeriod')),
    ...allowancesAndChargesOf(element),
    price: priceOf(first(element, 'Price')),
    taxCategory: textAt(tax, 'ID'),
    taxRate: textAt(tax, 'Percent'),
    name: textAt(item, 'Name'),
    description: textAt(item, 'Description'),
    sellerItemNumber: textAt(item, 'SellersItemIdentification', 'ID'),
    buyerItemNumber: textAt(item, 'BuyersItemIdentification', 'ID'),
    standardItemNumber: identifierAt(item, 'StandardItemIdentification', 'ID'),
    classifications: all(item, 'CommodityClassification', 'ItemClassificationCode').map(classificationIn),
    country: textAt(item, 'OriginCountry', 'IdentificationCode'),
    attributes: all(item, 'AdditionalItemProperty').map((property) => ({
      name: textAt(property, 'Name'),
      value: textAt(property, 'Value'),
    })),
  };
}

function priceOf(price: XmlElement | undefined): Price {
  return {
    net: amountAt(price, 'PriceAmount'),
    discount: amountAt(price, 'AllowanceCharge', 'Amount'),
    gross: amountAt(price, 'AllowanceCharge', 'BaseAmount'),
    baseQuantity: textAt(price, 'BaseQuantity'),
    baseUnit: attributeOf(first(price, 'BaseQuantity'), 'unitCode'),
  };
}
