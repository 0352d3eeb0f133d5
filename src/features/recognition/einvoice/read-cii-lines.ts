import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt, textsAt } from '../../../base/xml-tree.ts';
import type { CiiDialect } from './cii-dialect.ts';
import { allowancesAndChargesOf, periodOf } from './cii-parts.ts';
import type { Identifier, Line, Price } from './model.ts';
import { amountAt, classificationIn, identifierAt } from './xml-values.ts';

/** The type code of the reference to the object of a line (BT-128). */
const invoicedObject = '130';

/** The lines of a transaction in document order; sub-lines name their parent (BT-X-304). */
export function ciiLines(transaction: XmlElement | undefined, dialect: CiiDialect): readonly Line[] {
  return all(transaction, 'IncludedSupplyChainTradeLineItem').map((line) => lineOf(line, dialect));
}

function lineOf(element: XmlElement, dialect: CiiDialect): Line {
  const document = first(element, 'AssociatedDocumentLineDocument');
  const agreement = first(element, dialect.lineAgreement);
  const settlement = first(element, dialect.lineSettlement);
  const quantity = first(element, dialect.lineDelivery, 'BilledQuantity');
  const tax = first(settlement, 'ApplicableTradeTax');
  const parentId = textAt(document, 'ParentLineID');
  return {
    id: textAt(document, 'LineID'),
    parentId,
    // Unlike in UBL, a line within another one adds to the totals unless its status (BT-X-8) says otherwise.
    statusReason: textAt(document, 'LineStatusReasonCode') ?? (parentId === null ? null : 'DETAIL'),
    notes: textsAt(document, 'IncludedNote', 'Content'),
    objectIdentifier: objectOf(settlement, dialect),
    quantity: quantity?.text.trim() ?? null,
    unit: attributeOf(quantity, 'unitCode'),
    net: amountAt(settlement, dialect.lineSummation, 'LineTotalAmount'),
    orderLineReference: textAt(agreement, 'BuyerOrderReferencedDocument', 'LineID'),
    buyerAccountingReference: textAt(settlement, 'ReceivableSpecifiedTradeAccountingAccount', 'ID'),
    period: periodOf(first(settlement, 'BillingSpecifiedPeriod')),
    ...allowancesAndChargesOf(settlement, dialect),
    price: priceOf(agreement),
    taxCategory: textAt(tax, 'CategoryCode'),
    taxRate: textAt(tax, dialect.rate),
    ...itemOf(first(element, 'SpecifiedTradeProduct')),
  };
}

function objectOf(settlement: XmlElement | undefined, dialect: CiiDialect): Identifier | null {
  const object = all(settlement, 'AdditionalReferencedDocument').find(
    (reference) => textAt(reference, 'TypeCode') === invoicedObject,
  );
  const value = textAt(object, dialect.reference);
  return value === null ? null : { value, scheme: textAt(object, 'ReferenceTypeCode') };
}

function priceOf(agreement: XmlElement | undefined): Price {
  const net = first(agreement, 'NetPriceProductTradePrice');
  const gross = first(agreement, 'GrossPriceProductTradePrice');
  // BT-149 may be beside either price and applies to both.
  const base = first(net, 'BasisQuantity') ?? first(gross, 'BasisQuantity');
  return {
    net: amountAt(net, 'ChargeAmount'),
    discount: amountAt(gross, 'AppliedTradeAllowanceCharge', 'ActualAmount'),
    gross: amountAt(gross, 'ChargeAmount'),
    baseQuantity: base?.text.trim() ?? null,
    baseUnit: attributeOf(base, 'unitCode'),
  };
}

function itemOf(product: XmlElement | undefined) {
  return {
    name: textAt(product, 'Name'),
    description: textAt(product, 'Description'),
    sellerItemNumber: textAt(product, 'SellerAssignedID'),
    buyerItemNumber: textAt(product, 'BuyerAssignedID'),
    standardItemNumber: identifierAt(product, 'GlobalID'),
    classifications: all(product, 'DesignatedProductClassification', 'ClassCode').map(classificationIn),
    country: textAt(product, 'OriginTradeCountry', 'ID'),
    attributes: all(product, 'ApplicableProductCharacteristic').map((characteristic) => ({
      name: textAt(characteristic, 'Description'),
      value: textAt(characteristic, 'Value'),
    })),
  };
}
