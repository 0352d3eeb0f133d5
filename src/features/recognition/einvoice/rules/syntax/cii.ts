import { all, first, textsAt } from '../../../../../base/xml-tree.ts';
import { isExtended } from '../editions.ts';
import { those } from '../places.ts';
import { type Rule, rule, type Term } from '../rule.ts';
import { anywhere, at, linesAt, named, once, one, rootIf, same, some } from './elements.ts';

/** Factur-X EXTENDED has more elements than EN 16931 and rules of its own. */
export const root = rootIf((subject) => subject.syntax === 'cii' && !isExtended(subject));
const transaction = at(root, 'SupplyChainTradeTransaction');
const agreement = at(transaction, 'ApplicableHeaderTradeAgreement');
const settlement = at(transaction, 'ApplicableHeaderTradeSettlement');
const summation = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
export const lines = linesAt(
  at(transaction, 'IncludedSupplyChainTradeLineItem'),
  'AssociatedDocumentLineDocument',
  'LineID',
);
const products = at(lines, 'SpecifiedTradeProduct');
const attributes = at(products, 'ApplicableProductCharacteristic');
const prices = at(lines, 'SpecifiedLineTradeAgreement');
const adjustments = anywhere(root, ({ name }) => name === 'SpecifiedTradeAllowanceCharge');
const discounts = anywhere(
  root,
  ({ name }, parent) =>
    name === 'AppliedTradeAllowanceCharge' && parent.name === 'GrossPriceProductTradePrice',
);
const context = at(root, 'ExchangedDocumentContext');

function inEach(name: string, child: string) {
  return anywhere(root, (element, parent) => element.name === child && parent.name === name);
}

const inDocument: readonly Rule[] = [
  ...one('CII-SR-009', 'BT-24', context, 'GuidelineSpecifiedDocumentContextParameter'),
  ...one('CII-SR-010', 'BT-24', context, 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
  ...one('CII-SR-014', 'BT-3', at(root, 'ExchangedDocument'), 'TypeCode'),
  once('CII-SR-455', 'BT-41', agreement, 'SellerTradeParty', 'DefinedTradeContact'),
  once('CII-SR-456', 'BT-56', agreement, 'BuyerTradeParty', 'DefinedTradeContact'),
  once('CII-SR-459', 'BT-34', agreement, 'SellerTradeParty', 'URIUniversalCommunication'),
  once('CII-SR-460', 'BT-49', agreement, 'BuyerTradeParty', 'URIUniversalCommunication'),
  once('CII-SR-461', 'BT-7', settlement, 'ApplicableTradeTax', 'TaxPointDate'),
  same('CII-SR-462', 'BT-8', root, inEach('ApplicableTradeTax', 'DueDateTypeCode')),
  same('CII-SR-467', 'BT-81', root, inEach('SpecifiedTradeSettlementPaymentMeans', 'TypeCode')),
  same('CII-SR-468', 'BT-82', root, inEach('SpecifiedTradeSettlementPaymentMeans', 'Information')),
  once('CII-SR-469', 'BT-83', settlement, 'PaymentReference'),
  rule({
    id: 'CII-SR-470',
    terms: ['BT-84'],
    text: 'accountMissing',
    at: at(settlement, 'SpecifiedTradeSettlementPaymentMeans'),
    fault: (means) => {
      const isTransfer = textsAt(means, 'TypeCode').some((code) => code === '30' || code === '58');
      const accounts = all(means, 'PayeePartyCreditorFinancialAccount');
      return isTransfer && !accounts.some((own) => first(own, 'IBANID') ?? first(own, 'ProprietaryID'));
    },
  }),
];

const inLines: readonly Rule[] = [
  rule({
    id: 'CII-SR-046',
    terms: ['BT-157'],
    text: 'schemeMissing',
    at: products,
    fault: (product) => {
      const ids = all(product, 'GlobalID');
      return ids.length > 0 && !ids.some((id) => id.attributes.has('schemeID'));
    },
  }),
  ...one('CII-SR-069', 'BT-160', attributes, 'Description'),
  ...one('CII-SR-072', 'BT-161', attributes, 'Value'),
  ...one(
    'CII-SR-090',
    'BT-159',
    those(products, (product) => all(product, 'OriginTradeCountry').length > 0),
    'OriginTradeCountry',
    'ID',
  ),
  some('CII-SR-439', 'BT-146', prices, 'NetPriceProductTradePrice', 'ChargeAmount'),
  once('CII-SR-440', 'BT-147', discounts, 'ActualAmount'),
  once('CII-SR-441', 'BT-146', prices, 'NetPriceProductTradePrice', 'ChargeAmount'),
];

const inAdjustments: readonly Rule[] = [
  named('CII-SR-463', 'lacking', adjustments, (adjustment) =>
    first(adjustment, 'ChargeIndicator') ? null : `${adjustment.name}/ChargeIndicator`,
  ),
  ...[
    ['CII-SR-471', 'RateApplicablePercent'],
    ['CII-SR-472', 'CategoryTradeTax'],
    ['CII-SR-473', 'ActualAmount'],
  ].map(([id = '', child = '']) => repeated(id, child)),
];

function repeated(id: string, child: string): Rule {
  return named(id, 'repeated', adjustments, (adjustment) =>
    all(adjustment, child).length > 1 ? `${adjustment.name}/${child}` : null,
  );
}

const totals: readonly (readonly [id: string, name: string, term: Term])[] = [
  ['CII-SR-477', 'LineTotalAmount', 'BT-106'],
  ['CII-SR-478', 'ChargeTotalAmount', 'BT-108'],
  ['CII-SR-479', 'AllowanceTotalAmount', 'BT-107'],
  ['CII-SR-480', 'TaxBasisTotalAmount', 'BT-109'],
  ['CII-SR-481', 'RoundingAmount', 'BT-114'],
  ['CII-SR-482', 'GrandTotalAmount', 'BT-112'],
  ['CII-SR-484', 'TotalPrepaidAmount', 'BT-113'],
  ['CII-SR-487', 'DuePayableAmount', 'BT-115'],
];

/** Totals outside of EN 16931, which are errors only when repeated. */
const otherTotals: readonly (readonly [id: string, name: string])[] = [
  ['CII-SR-483', 'InformationAmount'],
  ['CII-SR-485', 'TotalDiscountAmount'],
  ['CII-SR-486', 'TotalAllowanceChargeAmount'],
  ['CII-SR-488', 'RetailValueExcludingTaxInformationAmount'],
  ['CII-SR-489', 'TotalDepositFeeInformationAmount'],
  ['CII-SR-490', 'ProductValueExcludingTobaccoTaxInformationAmount'],
  ['CII-SR-491', 'TotalRetailValueInformationAmount'],
  ['CII-SR-492', 'GrossLineTotalAmount'],
  ['CII-SR-493', 'NetLineTotalAmount'],
  ['CII-SR-494', 'NetIncludingTaxesLineTotalAmount'],
];

/**
 * The binding rules of EN 16931 to CII that an invoice must keep (CII-SR-*), as published with the validation
 * artefacts of CEN/TC 434.
 */
export const ciiBindingRules: readonly Rule[] = [
  ...inDocument,
  ...inLines,
  ...inAdjustments,
  ...totals.map(([id, name, term]) => once(id, term, summation, name)),
  ...otherTotals.map(([id, name]) =>
    named(id, 'repeated', summation, (sums) => (all(sums, name).length > 1 ? name : null)),
  ),
];
