import type {
  Address,
  AllowanceCharge,
  Amount,
  Invoice,
  Line,
  TaxBreakdown,
} from '../../src/features/recognition/einvoice/model.ts';

/** The same without `readonly`, for tests that make something wrong. */
export type Open<T> = T extends string | null | undefined
  ? T
  : T extends readonly (infer U)[]
    ? Open<U>[]
    : { -readonly [K in keyof T]: Open<T[K]> };

export const en16931 = 'urn:cen.eu:en16931:2017';
export const xRechnung = `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
export const xRechnungExtension = `${xRechnung}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`;
export const xRechnungForVehicles = `${xRechnung}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_1.0`;
export const extended = `${en16931}#conformant#urn:factur-x.eu:1p0:extended`;

export function euro(value: string): Open<Amount> {
  return { value, currency: 'EUR' };
}

function address(country: string): Open<Address> {
  return {
    line1: 'Beispielweg 1',
    line2: null,
    line3: null,
    city: 'Musterstadt',
    postCode: '12345',
    subdivision: null,
    country,
  };
}

function change(amount: string, taxCategory: string | null, taxRate: string | null): Open<AllowanceCharge> {
  return {
    amount: euro(amount),
    base: euro('100.00'),
    percentage: amount,
    taxCategory,
    taxRate,
    reason: 'Grund',
    reasonCode: null,
  };
}

function line(id: string, quantity: string, price: string, net: string): Open<Line> {
  return {
    id,
    parentId: null,
    statusReason: null,
    notes: [],
    objectIdentifier: { value: 'Z1', scheme: 'AAA' },
    quantity,
    unit: 'C62',
    net: euro(net),
    orderLineReference: null,
    buyerAccountingReference: null,
    period: { start: '2026-01-01', end: '2026-01-31' },
    allowances: [],
    charges: [],
    price: { net: euro(price), discount: null, gross: euro(price), baseQuantity: '1', baseUnit: 'C62' },
    taxCategory: 'S',
    taxRate: '19',
    name: 'Artikel',
    description: null,
    sellerItemNumber: null,
    buyerItemNumber: null,
    standardItemNumber: { value: '4000001000005', scheme: '0160' },
    classifications: [{ value: '4711', scheme: 'ST' }],
    country: 'DE',
    attributes: [{ name: 'Farbe', value: 'blau' }],
  };
}

function parties(): Pick<Open<Invoice>, 'seller' | 'buyer' | 'payee' | 'taxRepresentative' | 'delivery'> {
  return {
    seller: {
      name: 'Verkauf GmbH',
      tradingName: 'Verkauf',
      identifiers: [{ value: '549300', scheme: '0199' }],
      legalRegistration: { value: 'HRB 1', scheme: '0204' },
      vatId: 'DE123456789',
      taxNumber: '12/345/67890',
      legalInformation: null,
      electronicAddress: { value: 'rechnung@verkauf.example', scheme: 'EM' },
      address: address('DE'),
      contact: { name: 'Eva Muster', phone: '030 123456', email: 'eva.muster@verkauf.example' },
    },
    buyer: {
      name: 'Kauf AG',
      tradingName: null,
      identifiers: [{ value: '549301', scheme: '0199' }],
      legalRegistration: { value: 'HRB 2', scheme: '0204' },
      vatId: 'FR12345678901',
      taxNumber: null,
      legalInformation: null,
      electronicAddress: { value: 'eingang@kauf.example', scheme: 'EM' },
      address: address('FR'),
      contact: null,
    },
    payee: {
      name: 'Factoring GmbH',
      identifiers: [{ value: '549302', scheme: '0199' }],
      legalRegistration: { value: 'HRB 3', scheme: '0204' },
    },
    taxRepresentative: { name: 'Steuer GmbH', vatId: 'DE987654321', address: address('DE') },
    delivery: {
      name: 'Lager',
      location: { value: '4000001', scheme: '0088' },
      date: '2026-01-31',
      address: address('FR'),
    },
  };
}

/** Two lines, an allowance and a charge of each kind, at 19 %; valid by all rules. */
export function madeUpInvoice(specification: string = en16931): Open<Invoice> {
  const [first, second] = [line('1', '10', '10.00', '98.00'), line('2', '2', '50.00', '100.00')];
  first.allowances = [change('5.00', null, null)];
  first.charges = [change('3.00', null, null)];
  return {
    number: 'R-1',
    issueDate: '2026-02-01',
    typeCode: '380',
    currency: 'EUR',
    taxCurrency: 'CZK',
    taxPointDate: '2026-01-31',
    taxPointDateCode: null,
    dueDate: '2026-03-01',
    buyerReference: '04011000-1234512345-06',
    projectReference: null,
    contractReference: 'V-1',
    orderReference: 'B-1',
    salesOrderReference: null,
    receivingAdviceReference: null,
    despatchAdviceReference: null,
    tenderReference: 'L-1',
    objectIdentifier: { value: 'Z0', scheme: 'AAA' },
    buyerAccountingReference: null,
    paymentTerms: 'Zahlbar bis 1. März\n#SKONTO#TAGE=14#PROZENT=2.00#\n',
    notes: [{ subjectCode: 'AAI', text: 'Danke' }],
    businessProcess: null,
    specification,
    precedingInvoices: [{ number: 'R-0', issueDate: '2026-01-01' }],
    ...parties(),
    period: { start: '2026-01-01', end: '2026-01-31' },
    paymentInstructions: [
      {
        meansCode: '58',
        meansText: null,
        remittance: 'R-1',
        accounts: [{ id: 'DE02120300000000202051', name: null, bic: null }],
        card: null,
        directDebit: null,
      },
    ],
    allowances: [change('8.00', 'S', '19')],
    charges: [change('10.00', 'S', '19')],
    totals: {
      lines: euro('198.00'),
      allowances: euro('8.00'),
      charges: euro('10.00'),
      withoutTax: euro('200.00'),
      tax: [euro('38.00'), { value: '950.00', currency: 'CZK' }],
      withTax: euro('238.00'),
      prepaid: euro('38.00'),
      rounding: euro('0.00'),
      due: euro('200.00'),
    },
    taxBreakdown: [taxRow('S', '19', '38.00')],
    documents: ['a.pdf', 'b.pdf'].map((name) => ({
      reference: name,
      description: null,
      location: `https://verkauf.example/${name}`,
      attachment: { content: 'QQ==', mime: 'application/pdf', name },
    })),
    lines: [first, second],
    discountTerms: [],
  };
}

function taxRow(category: string, rate: string | null, tax: string): Open<TaxBreakdown> {
  return {
    base: euro('200.00'),
    tax: euro(tax),
    category,
    rate,
    exemptionReason: null,
    exemptionCode: null,
  };
}

/** Differences by category: rate, tax, total and amount due, and the exemption reason. */
const figures: Readonly<Record<string, readonly [string | null, string, string, string, string | null]>> = {
  S: ['19', '38.00', '238.00', '200.00', null],
  Z: ['0', '0.00', '200.00', '162.00', null],
  E: ['0', '0.00', '200.00', '162.00', 'VATEX-EU-132'],
  AE: ['0', '0.00', '200.00', '162.00', 'VATEX-EU-AE'],
  K: ['0', '0.00', '200.00', '162.00', 'VATEX-EU-IC'],
  G: ['0', '0.00', '200.00', '162.00', 'VATEX-EU-G'],
  O: [null, '0.00', '200.00', '162.00', 'VATEX-EU-O'],
  L: ['7', '14.00', '214.00', '176.00', null],
  M: ['7', '14.00', '214.00', '176.00', null],
};

/** The same invoice in another tax category, equally valid. */
export function madeUpInvoiceIn(category: string): Open<Invoice> {
  const invoice = madeUpInvoice();
  const [rate = null, tax = '', withTax = '', due = '', exemptionCode = null] = figures[category] ?? [];
  for (const each of [...invoice.lines, ...invoice.allowances, ...invoice.charges]) {
    each.taxCategory = category;
    each.taxRate = rate;
  }
  invoice.taxBreakdown = [{ ...taxRow(category, rate, tax), exemptionCode }];
  invoice.totals = {
    ...invoice.totals,
    tax: [euro(tax), { value: tax, currency: 'CZK' }],
    withTax: euro(withTax),
    due: euro(due),
  };
  if (category === 'O') {
    invoice.seller.vatId = null;
    invoice.buyer.vatId = null;
    invoice.taxRepresentative = null;
  }
  return invoice;
}
