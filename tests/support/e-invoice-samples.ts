/** Sample invoices in both syntaxes with the same content, with every group that the product reads. */

export const ublSample = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID> R-2025-17 </cbc:ID>
  <cbc:IssueDate>2025-03-03</cbc:IssueDate>
  <cbc:DueDate>2025-04-02</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:Note>#AAI#Danke für den Auftrag</cbc:Note>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:TaxCurrencyCode>CZK</cbc:TaxCurrencyCode>
  <cbc:BuyerReference>04011000-12345-67</cbc:BuyerReference>
  <cac:InvoicePeriod><cbc:StartDate>2025-02-01</cbc:StartDate><cbc:EndDate>2025-02-28</cbc:EndDate></cac:InvoicePeriod>
  <cac:OrderReference><cbc:ID>B-815</cbc:ID><cbc:SalesOrderID>AB-4</cbc:SalesOrderID></cac:OrderReference>
  <cac:BillingReference><cac:InvoiceDocumentReference>
    <cbc:ID>R-2025-3</cbc:ID><cbc:IssueDate>2025-01-09</cbc:IssueDate>
  </cac:InvoiceDocumentReference></cac:BillingReference>
  <cac:ContractDocumentReference><cbc:ID>RV-77</cbc:ID></cac:ContractDocumentReference>
  <cac:AdditionalDocumentReference><cbc:ID schemeID="AEP">Z-5</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
  <cac:AdditionalDocumentReference>
    <cbc:ID>Anlage 1</cbc:ID><cbc:DocumentDescription>Stundenzettel</cbc:DocumentDescription>
    <cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="stunden.csv">YTti
      Cg==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>
  </cac:AdditionalDocumentReference>
  <cac:AccountingSupplierParty><cac:Party>
    <cbc:EndpointID schemeID="EM">rechnung@holz.example</cbc:EndpointID>
    <cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ00000000001</cbc:ID></cac:PartyIdentification>
    <cac:PartyIdentification><cbc:ID schemeID="0088">4000001000005</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Holz &amp; Mehr</cbc:Name></cac:PartyName>
    <cac:PostalAddress><cbc:StreetName>Am Sägewerk 1</cbc:StreetName><cbc:CityName>Waldstadt</cbc:CityName>
      <cbc:PostalZone>01234</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>DE123456788</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyTaxScheme><cbc:CompanyID>201/123/45678</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>Holzhandel Muster GmbH</cbc:RegistrationName><cbc:CompanyID>HRB 1</cbc:CompanyID></cac:PartyLegalEntity>
    <cac:Contact><cbc:Name>Eva Ast</cbc:Name><cbc:Telephone>0351 1</cbc:Telephone><cbc:ElectronicMail>ast@holz.example</cbc:ElectronicMail></cac:Contact>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyLegalEntity><cbc:RegistrationName>Käufer AG</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:PayeeParty><cac:PartyName><cbc:Name>Inkasso Beispiel</cbc:Name></cac:PartyName></cac:PayeeParty>
  <cac:Delivery><cbc:ActualDeliveryDate>2025-02-28</cbc:ActualDeliveryDate>
    <cac:DeliveryParty><cac:PartyName><cbc:Name>Lager Nord</cbc:Name></cac:PartyName></cac:DeliveryParty></cac:Delivery>
  <cac:PaymentMeans><cbc:PaymentMeansCode name="SEPA">58</cbc:PaymentMeansCode><cbc:PaymentID>R-2025-17</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>DE02 1203 0000 0000 2020 51</cbc:ID><cbc:Name>Holz</cbc:Name>
      <cac:FinancialInstitutionBranch><cbc:ID>BYLADEM1001</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:PaymentTerms><cbc:Note>#SKONTO#TAGE=10#PROZENT=2.00#
</cbc:Note></cac:PaymentTerms>
  <cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Treue</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">10.00</cbc:Amount><cbc:BaseAmount currencyID="EUR">100.00</cbc:BaseAmount>
    <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>
  <cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Fracht</cbc:AllowanceChargeReason>
    <cbc:Amount currencyID="EUR">5.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>
  <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">18.05</cbc:TaxAmount>
    <cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">95.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">18.05</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:TaxTotal><cbc:TaxAmount currencyID="CZK">450.10</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">95.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">113.05</cbc:TaxInclusiveAmount>
    <cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount><cbc:ChargeTotalAmount currencyID="EUR">5.00</cbc:ChargeTotalAmount>
    <cbc:PrepaidAmount currencyID="EUR">13.00</cbc:PrepaidAmount><cbc:PayableRoundingAmount currencyID="EUR">-0.05</cbc:PayableRoundingAmount>
    <cbc:PayableAmount currencyID="EUR">100.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:Note>gehobelt</cbc:Note><cbc:InvoicedQuantity unitCode="MTR">200</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cac:OrderLineReference><cbc:LineID>30</cbc:LineID></cac:OrderLineReference>
    <cac:Item><cbc:Description>Fichte, 24 mm</cbc:Description><cbc:Name>Brett</cbc:Name>
      <cac:SellersItemIdentification><cbc:ID>BR-24</cbc:ID></cac:SellersItemIdentification>
      <cac:StandardItemIdentification><cbc:ID schemeID="0160">4000001000012</cbc:ID></cac:StandardItemIdentification>
      <cac:CommodityClassification><cbc:ItemClassificationCode listID="TST" listVersionID="1">44</cbc:ItemClassificationCode></cac:CommodityClassification>
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:ClassifiedTaxCategory>
      <cac:AdditionalItemProperty><cbc:Name>Länge</cbc:Name><cbc:Value>4 m</cbc:Value></cac:AdditionalItemProperty></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">50.00</cbc:PriceAmount><cbc:BaseQuantity unitCode="MTR">100</cbc:BaseQuantity>
      <cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">5.00</cbc:Amount><cbc:BaseAmount currencyID="EUR">55.00</cbc:BaseAmount></cac:AllowanceCharge></cac:Price>
  </cac:InvoiceLine>
</Invoice>`;

export const ciiSample = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
  xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID> R-2025-17 </ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20250303</udt:DateTimeString></ram:IssueDateTime>
    <ram:IncludedNote><ram:Content>Danke für den Auftrag</ram:Content><ram:SubjectCode>AAI</ram:SubjectCode></ram:IncludedNote>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID><ram:IncludedNote><ram:Content>gehobelt</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:GlobalID schemeID="0160">4000001000012</ram:GlobalID><ram:SellerAssignedID>BR-24</ram:SellerAssignedID>
        <ram:Name>Brett</ram:Name><ram:Description>Fichte, 24 mm</ram:Description>
        <ram:ApplicableProductCharacteristic><ram:Description>Länge</ram:Description><ram:Value>4 m</ram:Value></ram:ApplicableProductCharacteristic>
        <ram:DesignatedProductClassification><ram:ClassCode listID="TST" listVersionID="1">44</ram:ClassCode></ram:DesignatedProductClassification>
      </ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement><ram:BuyerOrderReferencedDocument><ram:LineID>30</ram:LineID></ram:BuyerOrderReferencedDocument>
        <ram:GrossPriceProductTradePrice><ram:ChargeAmount currencyID="EUR">55.00</ram:ChargeAmount>
          <ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount currencyID="EUR">5.00</ram:ActualAmount></ram:AppliedTradeAllowanceCharge></ram:GrossPriceProductTradePrice>
        <ram:NetPriceProductTradePrice><ram:ChargeAmount currencyID="EUR">50.00</ram:ChargeAmount><ram:BasisQuantity unitCode="MTR">100</ram:BasisQuantity></ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="MTR">200</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount currencyID="EUR">100.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement><ram:BuyerReference>04011000-12345-67</ram:BuyerReference>
      <ram:SellerTradeParty><ram:GlobalID schemeID="0088">4000001000005</ram:GlobalID><ram:Name>Holzhandel Muster GmbH</ram:Name>
        <ram:SpecifiedLegalOrganization><ram:ID>HRB 1</ram:ID><ram:TradingBusinessName>Holz &amp; Mehr</ram:TradingBusinessName></ram:SpecifiedLegalOrganization>
        <ram:DefinedTradeContact><ram:PersonName>Eva Ast</ram:PersonName>
          <ram:TelephoneUniversalCommunication><ram:CompleteNumber>0351 1</ram:CompleteNumber></ram:TelephoneUniversalCommunication>
          <ram:EmailURIUniversalCommunication><ram:URIID>ast@holz.example</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>
        <ram:PostalTradeAddress><ram:PostcodeCode>01234</ram:PostcodeCode><ram:LineOne>Am Sägewerk 1</ram:LineOne><ram:CityName>Waldstadt</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>
        <ram:URIUniversalCommunication><ram:URIID schemeID="EM">rechnung@holz.example</ram:URIID></ram:URIUniversalCommunication>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/123/45678</ram:ID></ram:SpecifiedTaxRegistration>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456788</ram:ID></ram:SpecifiedTaxRegistration>
      </ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Käufer AG</ram:Name></ram:BuyerTradeParty>
      <ram:SellerOrderReferencedDocument><ram:IssuerAssignedID>AB-4</ram:IssuerAssignedID></ram:SellerOrderReferencedDocument>
      <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>B-815</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
      <ram:ContractReferencedDocument><ram:IssuerAssignedID>RV-77</ram:IssuerAssignedID></ram:ContractReferencedDocument>
      <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>Z-5</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>AEP</ram:ReferenceTypeCode></ram:AdditionalReferencedDocument>
      <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>Anlage 1</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:Name>Stundenzettel</ram:Name>
        <ram:AttachmentBinaryObject mimeCode="text/csv" filename="stunden.csv">YTtiCg==</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery><ram:ShipToTradeParty><ram:Name>Lager Nord</ram:Name></ram:ShipToTradeParty>
      <ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20250228</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
    <ram:ApplicableHeaderTradeSettlement><ram:CreditorReferenceID>DE98ZZZ00000000001</ram:CreditorReferenceID><ram:PaymentReference>R-2025-17</ram:PaymentReference>
      <ram:TaxCurrencyCode>CZK</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:PayeeTradeParty><ram:Name>Inkasso Beispiel</ram:Name></ram:PayeeTradeParty>
      <ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:Information>SEPA</ram:Information>
        <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02 1203 0000 0000 2020 51</ram:IBANID><ram:AccountName>Holz</ram:AccountName></ram:PayeePartyCreditorFinancialAccount>
        <ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>BYLADEM1001</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution></ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:ApplicableTradeTax><ram:CalculatedAmount currencyID="EUR">18.05</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount currencyID="EUR">95.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
      <ram:BillingSpecifiedPeriod><ram:StartDateTime><udt:DateTimeString format="102">20250201</udt:DateTimeString></ram:StartDateTime><ram:EndDateTime><udt:DateTimeString format="102">20250228</udt:DateTimeString></ram:EndDateTime></ram:BillingSpecifiedPeriod>
      <ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:CalculationPercent>10</ram:CalculationPercent><ram:BasisAmount currencyID="EUR">100.00</ram:BasisAmount><ram:ActualAmount currencyID="EUR">10.00</ram:ActualAmount><ram:Reason>Treue</ram:Reason>
        <ram:CategoryTradeTax><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>
      <ram:SpecifiedLogisticsServiceCharge><ram:Description>Fracht</ram:Description><ram:AppliedAmount currencyID="EUR">5.00</ram:AppliedAmount>
        <ram:AppliedTradeTax><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>
      <ram:SpecifiedTradePaymentTerms><ram:Description>#SKONTO#TAGE=10#PROZENT=2.00#
</ram:Description><ram:DueDateDateTime><udt:DateTimeString format="102">20250402</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount currencyID="EUR">100.00</ram:LineTotalAmount><ram:ChargeTotalAmount currencyID="EUR">5.00</ram:ChargeTotalAmount><ram:AllowanceTotalAmount currencyID="EUR">10.00</ram:AllowanceTotalAmount>
        <ram:TaxBasisTotalAmount currencyID="EUR">95.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">18.05</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="CZK">450.10</ram:TaxTotalAmount>
        <ram:RoundingAmount currencyID="EUR">-0.05</ram:RoundingAmount><ram:GrandTotalAmount currencyID="EUR">113.05</ram:GrandTotalAmount><ram:TotalPrepaidAmount currencyID="EUR">13.00</ram:TotalPrepaidAmount><ram:DuePayableAmount currencyID="EUR">100.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:InvoiceReferencedDocument><ram:IssuerAssignedID>R-2025-3</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20250109</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;
