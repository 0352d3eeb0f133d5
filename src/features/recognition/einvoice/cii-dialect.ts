/** Element names that differ between CrossIndustryInvoice (D16B) and ZUGFeRD 1. */
export interface CiiDialect {
  readonly context: string;
  readonly header: string;
  readonly transaction: string;
  readonly agreement: string;
  readonly delivery: string;
  readonly settlement: string;
  readonly summation: string;
  readonly lineAgreement: string;
  readonly lineDelivery: string;
  readonly lineSettlement: string;
  readonly lineSummation: string;
  /** The rate of a tax. */
  readonly rate: string;
  /** The number of a referenced document. */
  readonly reference: string;
}

/** CrossIndustryInvoice of UN/CEFACT D16B and D22B: Factur-X, ZUGFeRD 2 and XRechnung. */
export const crossIndustryInvoice: CiiDialect = {
  context: 'ExchangedDocumentContext',
  header: 'ExchangedDocument',
  transaction: 'SupplyChainTradeTransaction',
  agreement: 'ApplicableHeaderTradeAgreement',
  delivery: 'ApplicableHeaderTradeDelivery',
  settlement: 'ApplicableHeaderTradeSettlement',
  summation: 'SpecifiedTradeSettlementHeaderMonetarySummation',
  lineAgreement: 'SpecifiedLineTradeAgreement',
  lineDelivery: 'SpecifiedLineTradeDelivery',
  lineSettlement: 'SpecifiedLineTradeSettlement',
  lineSummation: 'SpecifiedTradeSettlementLineMonetarySummation',
  rate: 'RateApplicablePercent',
  reference: 'IssuerAssignedID',
};

/** CrossIndustryDocument of ZUGFeRD 1.0 and the root of its release candidate. */
export const crossIndustryDocument: CiiDialect = {
  context: 'SpecifiedExchangedDocumentContext',
  header: 'HeaderExchangedDocument',
  transaction: 'SpecifiedSupplyChainTradeTransaction',
  agreement: 'ApplicableSupplyChainTradeAgreement',
  delivery: 'ApplicableSupplyChainTradeDelivery',
  settlement: 'ApplicableSupplyChainTradeSettlement',
  summation: 'SpecifiedTradeSettlementMonetarySummation',
  lineAgreement: 'SpecifiedSupplyChainTradeAgreement',
  lineDelivery: 'SpecifiedSupplyChainTradeDelivery',
  lineSettlement: 'SpecifiedSupplyChainTradeSettlement',
  lineSummation: 'SpecifiedTradeSettlementMonetarySummation',
  rate: 'ApplicablePercent',
  reference: 'ID',
};
