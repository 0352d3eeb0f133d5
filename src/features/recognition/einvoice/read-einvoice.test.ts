import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ciiSample, ublSample } from '../../../../tests/support/e-invoice-samples.ts';
import type { Invoice } from './model.ts';
import { readEInvoice } from './read-einvoice.ts';
import { readingOfEInvoice } from './reading-of-e-invoice.ts';
import { supportingFilesOf } from './supporting-files.ts';

function invoiceOf(text: string): Invoice {
  const reading = readEInvoice(text);
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.detail}`);
  return reading.invoice;
}

const debit = { mandate: null, creditor: 'DE98ZZZ00000000001', debitedAccount: null };

const ublNamespaces = `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`;

describe('REC-11 both syntaxes', () => {
  test('yield the same invoice', () => {
    expect(readEInvoice(ublSample)).toMatchObject({
      ok: true,
      syntax: 'ubl',
      profile: { level: 'xrechnung' },
    });
    expect(readEInvoice(ciiSample)).toMatchObject({
      ok: true,
      syntax: 'cii',
      profile: { level: 'xrechnung' },
    });
    expect(invoiceOf(ublSample)).toEqual(invoiceOf(ciiSample));
  });

  test('are read as written', () => {
    const invoice = invoiceOf(ublSample);
    expect(invoice).toMatchObject({
      number: 'R-2025-17',
      issueDate: '2025-03-03',
      dueDate: '2025-04-02',
      notes: [{ subjectCode: 'AAI', text: 'Danke für den Auftrag' }],
      objectIdentifier: { value: 'Z-5', scheme: 'AEP' },
      precedingInvoices: [{ number: 'R-2025-3', issueDate: '2025-01-09' }],
      period: { start: '2025-02-01', end: '2025-02-28' },
      paymentTerms: '#SKONTO#TAGE=10#PROZENT=2.00#\n',
    });
    expect(invoice.seller).toMatchObject({
      name: 'Holzhandel Muster GmbH',
      tradingName: 'Holz & Mehr',
      identifiers: [{ value: '4000001000005', scheme: '0088' }],
      vatId: 'DE123456788',
      taxNumber: '201/123/45678',
    });
    expect(invoice.paymentInstructions).toMatchObject([
      { meansCode: '58', directDebit: null, remittance: 'R-2025-17' },
    ]);
    expect(invoice.charges).toMatchObject([{ reason: 'Fracht', amount: { value: '5.00', currency: 'EUR' } }]);
    expect(invoice.lines[0]?.price).toMatchObject({
      net: { value: '50.00' },
      gross: { value: '55.00' },
      discount: { value: '5.00' },
      baseQuantity: '100',
      baseUnit: 'MTR',
    });
  });

  test('REC-11 are read as Windows-1252 and reported where their bytes do not match the declared encoding', () => {
    const named = ublSample.replace('Holzhandel Muster', 'Möbel – Müller');
    for (const [bytes, isMisencoded] of [
      [Buffer.from(named), false],
      [Buffer.from(named.replaceAll('–', '\u0096'), 'latin1'), true],
    ] as const) {
      const reading = readEInvoice(bytes);
      expect(reading).toMatchObject({ ok: true, isMisencoded });
      if (reading.ok) expect(reading.invoice.seller?.name).toBe('Möbel – Müller GmbH');
    }
  });

  test('name the creditor of a direct debit', () => {
    const debited = [ublSample, ciiSample].map((text) => invoiceOf(text.replace('>58<', '>59<')));
    expect(debited.map(({ paymentInstructions }) => paymentInstructions[0]?.directDebit)).toEqual([
      debit,
      debit,
    ]);
  });

  test('yield their attachments', () => {
    const [file, ...others] = supportingFilesOf(invoiceOf(ublSample));
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name: 'stunden.csv', mime: 'text/csv', description: 'Stundenzettel' });
    expect(new TextDecoder().decode(file?.content)).toBe('a;b\n');
    const broken = invoiceOf(ublSample.replace('YTti', 'Ä?'));
    expect(supportingFilesOf(broken)).toEqual([]);
  });
});

test('a missing term is null, a term without a value the empty text', () => {
  const invoice = invoiceOf(
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${ublNamespaces}><cbc:ID>1</cbc:ID><cbc:BuyerReference> </cbc:BuyerReference></Invoice>`,
  );
  expect(invoice).toMatchObject({
    buyerReference: '',
    currency: null,
    delivery: null,
    payee: null,
    lines: [],
  });
});

test('elements of other vocabularies are ignored', () => {
  const invoice = invoiceOf(
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${ublNamespaces}><x:ID xmlns:x="urn:x">2</x:ID><cbc:ID>1</cbc:ID></Invoice>`,
  );
  expect(invoice.number).toBe('1');
});

test('a credit note of UBL is read by its own element names', () => {
  const invoice =
    invoiceOf(`<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2" ${ublNamespaces}>
    <cbc:ID>G-1</cbc:ID><cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>
    <cac:AdditionalDocumentReference><cbc:ID>P-1</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
    <cac:PaymentMeans><cbc:PaymentDueDate>2025-05-01</cbc:PaymentDueDate></cac:PaymentMeans>
    <cac:CreditNoteLine><cbc:ID>1</cbc:ID><cbc:CreditedQuantity unitCode="H87">2</cbc:CreditedQuantity></cac:CreditNoteLine>
  </CreditNote>`);
  expect(invoice).toMatchObject({
    typeCode: '381',
    dueDate: '2025-05-01',
    projectReference: 'P-1',
    documents: [],
    lines: [{ id: '1', quantity: '2', unit: 'H87' }],
  });
});

test('sub-lines of UBL name their parent line', () => {
  const invoice =
    invoiceOf(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ${ublNamespaces}>
    <cac:InvoiceLine><cbc:ID>1</cbc:ID><cac:SubInvoiceLine><cbc:ID>1.1</cbc:ID>
      <cac:SubInvoiceLine><cbc:ID>1.1.1</cbc:ID></cac:SubInvoiceLine></cac:SubInvoiceLine></cac:InvoiceLine>
    <cac:InvoiceLine><cbc:ID>2</cbc:ID></cac:InvoiceLine></Invoice>`);
  expect(invoice.lines.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['1', null],
    ['1.1', '1'],
    ['1.1.1', '1.1'],
    ['2', null],
  ]);
});

const zugferd1 = `<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15">
  <rsm:SpecifiedExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:ferd:CrossIndustryDocument:invoice:1p0:comfort</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:SpecifiedExchangedDocumentContext>
  <rsm:HeaderExchangedDocument><ram:ID>Z-1</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20140203</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
  <rsm:SpecifiedSupplyChainTradeTransaction>
    <ram:ApplicableSupplyChainTradeAgreement><ram:BuyerOrderReferencedDocument><ram:ID>B-1</ram:ID></ram:BuyerOrderReferencedDocument></ram:ApplicableSupplyChainTradeAgreement>
    <ram:ApplicableSupplyChainTradeSettlement><ram:ApplicableTradeTax><ram:ApplicablePercent>7.00</ram:ApplicablePercent></ram:ApplicableTradeTax>
      <ram:SpecifiedTradePaymentTerms><ram:Description>2 % in 10 Tagen</ram:Description><ram:DueDateDateTime><udt:DateTimeString format="102">20140305</udt:DateTimeString></ram:DueDateDateTime>
        <ram:ApplicableTradePaymentDiscountTerms><ram:BasisDateTime><udt:DateTimeString format="102">20140203</udt:DateTimeString></ram:BasisDateTime><ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure><ram:CalculationPercent>2.00</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms>
        <ram:ApplicableTradePaymentDiscountTerms><ram:BasisPeriodMeasure unitCode="MON">1</ram:BasisPeriodMeasure><ram:CalculationPercent>1.00</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementMonetarySummation><ram:GrandTotalAmount>107.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementMonetarySummation></ram:ApplicableSupplyChainTradeSettlement>
    <ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:IncludedNote><ram:Content>Lieferung vom Montag</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument></ram:IncludedSupplyChainTradeLineItem>
    <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedSupplyChainTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedSupplyChainTradeDelivery></ram:IncludedSupplyChainTradeLineItem>
  </rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`;

test('REC-11 DISC-06 ZUGFeRD 1 with discount terms and text lines is read', () => {
  expect(readEInvoice(zugferd1)).toMatchObject({ syntax: 'zugferd1', profile: { level: 'comfort' } });
  const invoice = invoiceOf(zugferd1);
  expect(invoice).toMatchObject({
    number: 'Z-1',
    issueDate: '2014-02-03',
    orderReference: 'B-1',
    taxBreakdown: [{ rate: '7.00' }],
    totals: { withTax: { value: '107.00', currency: null } },
    notes: [{ subjectCode: null, text: 'Lieferung vom Montag' }],
    lines: [{ quantity: '1' }],
  });
  expect(invoice.discountTerms).toMatchObject([
    { days: '10', basisDate: '2014-02-03', dueDate: '2014-03-05', percentage: '2.00' },
    { days: null, percentage: '1.00' },
  ]);
});

describe('REC-11 a file that is no invoice yields a reason', () => {
  test.each([
    ['a web page', '<html><body/></html>', 'not_an_invoice'],
    ['an invoice of another namespace', '<Invoice xmlns="urn:x"><ID>1</ID></Invoice>', 'not_an_invoice'],
    [
      'an order',
      '<a:SCRDMCCBDACIOMessageStructure xmlns:a="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"/>',
      'not_an_invoice',
    ],
    [
      'an empty invoice',
      '<a:CrossIndustryInvoice xmlns:a="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
      'empty',
    ],
    ['a truncated invoice', ublSample.slice(0, 3000), 'not_xml'],
    ['an entity', ublSample.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), 'doctype'],
  ])('%s', (_, text, reason) => {
    expect(readEInvoice(text)).toMatchObject({ ok: false, reason });
  });

  test('no input throws', () => {
    const bytes = Buffer.from(ciiSample);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(bytes.length),
        (changes, end) => {
          const damaged = Uint8Array.from(bytes);
          for (const [place, value] of changes) damaged[place] = value;
          expect(typeof readEInvoice(damaged).ok).toBe('boolean');
          expect(typeof readEInvoice(damaged.subarray(0, end)).ok).toBe('boolean');
        },
      ),
      { numRuns: 200 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => !readEInvoice(any).ok));
  });
});

describe('REC-11 empty elements of an e-invoice violate their rules', () => {
  const rulesOf = (text: string): readonly string[] => {
    const read = readEInvoice(text);
    if (!read.ok) throw new Error(read.detail);
    return readingOfEInvoice(read).eInvoice?.findings.map(({ rule }) => rule) ?? [];
  };
  const period = /<cac:InvoicePeriod>.*?<\/cac:InvoicePeriod>/s;
  const terms = '#SKONTO#TAGE=10#PROZENT=2.00#';

  test.each([
    ['BR-55', ublSample.replace('<cac:PayeeParty>', '<cac:BillingReference/><cac:PayeeParty>')],
    ['BR-CO-19', ublSample.replace(period, '<cac:InvoicePeriod/>')],
    ['BR-CO-20', ublSample.replace('<cac:Item>', '<cac:InvoicePeriod/><cac:Item>')],
    ['BR-DE-18', ublSample.replace(`${terms}\n`, terms)],
    ['BR-DE-18', ciiSample.replace(`${terms}\n`, terms)],
    ['PEPPOL-EN16931-R008', ublSample.replace('<cac:PayeeParty>', '<cbc:AccountingCost/><cac:PayeeParty>')],
  ])('%s', (rule, changed) => {
    expect(rulesOf(ublSample)).not.toContain(rule);
    expect(rulesOf(ciiSample)).not.toContain(rule);
    expect(rulesOf(changed)).toContain(rule);
  });
});
