import type { Invoice } from '../../../src/features/recognition/einvoice/model.ts';
import {
  euro,
  madeUpInvoice,
  type Open,
  xRechnung,
  xRechnungExtension,
  xRechnungForVehicles,
} from '../made-up-invoice.ts';
import { type BrokenInvoice, broken, type Changes } from './broken-invoice.ts';

const of = () => madeUpInvoice(xRechnung);
const payment = 'BG-16 1';
const account = { id: 'DE02120300000000202051', name: null, bic: null };
const card = { number: '123456', holder: null };
const debit = { mandate: 'M-1', creditor: 'DE98ZZZ09999999999', debitedAccount: account.id };
const means = { meansText: null, remittance: null, accounts: [], card: null, directDebit: null };

function paidBy(first: object): () => Open<Invoice> {
  return () => ({ ...of(), paymentInstructions: [{ meansCode: '59', ...means, ...first }] });
}

const byDebit = paidBy({ directDebit: debit });
const byCard = paidBy({ meansCode: '48', card });

function german(rule: string, changes: Changes, at = ''): BrokenInvoice {
  return broken(rule, changes, { of, at });
}

const required: readonly BrokenInvoice[] = [
  german('BR-DE-1', { paymentInstructions: [] }),
  german('BR-DE-2', { 'seller.contact': null }),
  german('BR-DE-3', { 'seller.address.city': '' }),
  german('BR-DE-4', { 'seller.address.postCode': null }),
  german('BR-DE-5', { 'seller.contact.name': null }),
  german('BR-DE-6', { 'seller.contact.phone': null }),
  german('BR-DE-7', { 'seller.contact.email': '' }),
  german('BR-DE-8', { 'buyer.address.city': null }),
  german('BR-DE-9', { 'buyer.address.postCode': '' }),
  german('BR-DE-10', { 'delivery.address.city': null }),
  german('BR-DE-11', { 'delivery.address.postCode': null }),
  german('BR-DE-14', { 'taxBreakdown.0.rate': '' }, 'BG-23 1'),
  german('BR-DE-15', { buyerReference: null }),
  german('BR-DE-16', { 'seller.vatId': null, 'seller.taxNumber': '', taxRepresentative: null }),
];

const ofDocument: readonly BrokenInvoice[] = [
  german('BR-DE-17', { typeCode: '393' }),
  german('BR-DE-18', { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2,00#\n' }),
  german('BR-DE-18', { paymentTerms: '#Skonto#TAGE=14#PROZENT=2.00#\n' }),
  german('BR-DE-18', { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00# bis dahin\n' }),
  german('BR-DE-18', { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#' }),
  german('PEPPOL-EN16931-R010', { 'buyer.electronicAddress': null }),
  german('PEPPOL-EN16931-R020', { 'seller.electronicAddress': null }),
  german('BR-DE-21', {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3',
  }),
  german('BR-DE-22', { 'documents.1.attachment.name': 'a.pdf' }, 'BG-24 2'),
  german('BR-DE-26', { typeCode: '384', precedingInvoices: [] }),
  german('BR-DE-27', { 'seller.contact.phone': 'auf Anfrage 12' }),
  german('BR-DE-28', { 'seller.contact.email': 'a@b@c.example' }),
  german('BR-DE-28', { 'seller.contact.email': '.eva@verkauf.example' }),
  german('BR-DE-28', { 'seller.contact.email': 'eva@verkauf' }),
  german('BR-DE-TMP-32', { 'delivery.date': null, period: null, 'lines.1.period': null }),
  german('BR-TMP-2', { 'documents.0.location': 'www.verkauf.example' }, 'BG-24 1'),
];

const payments: readonly BrokenInvoice[] = [
  german('BR-DE-19', { 'paymentInstructions.0.accounts.0.id': 'DE02120300000000202052' }, payment),
  broken(
    'BR-DE-20',
    { 'paymentInstructions.0.directDebit.debitedAccount': 'DE00' },
    { of: byDebit, at: payment },
  ),
  german('BR-DE-23-a', { 'paymentInstructions.0.accounts': [] }, payment),
  german('BR-DE-23-b', { 'paymentInstructions.0.card': card }, payment),
  broken('BR-DE-24-a', { 'paymentInstructions.0.card': null }, { of: byCard, at: payment }),
  broken('BR-DE-24-b', { 'paymentInstructions.0.accounts': [account] }, { of: byCard, at: payment }),
  broken('BR-DE-25-a', { 'paymentInstructions.0.directDebit': null }, { of: byDebit, at: payment }),
  broken('BR-DE-25-b', { 'paymentInstructions.0.card': card }, { of: byDebit, at: payment }),
  ...(['mandate', 'creditor', 'debitedAccount'] as const).map((name, index) =>
    broken(
      `BR-DE-${29 + index}`,
      { [`paymentInstructions.0.directDebit.${name}`]: null },
      { of: byDebit, at: payment },
    ),
  ),
];

/** A line of the extension that has another one within it. */
function withParts(): Open<Invoice> {
  const invoice = madeUpInvoice(xRechnungExtension);
  const [first] = invoice.lines;
  if (first) invoice.lines.push({ ...first, id: '1.1', parentId: '1' });
  return invoice;
}

/** Two lines of vehicles. */
function withVehicles(): Open<Invoice> {
  const invoice = madeUpInvoice(xRechnungForVehicles);
  for (const line of invoice.lines) {
    line.classifications = [{ value: 'M1', scheme: 'CVD' }];
    line.attributes = [{ name: 'cva', value: 'clean' }];
  }
  return invoice;
}

const inCii = { of: () => madeUpInvoice(xRechnungExtension), syntax: 'cii' } as const;

const editions: readonly BrokenInvoice[] = [
  broken('BR-DEX-02', { 'lines.2.net': euro('97.00') }, { of: withParts, at: 'BG-25 1' }),
  broken('BR-DEX-03', { 'lines.2.taxCategory': null }, { of: withParts, at: 'BG-25 3' }),
  broken('BR-DEX-15', { 'lines.1.parentId': '1' }, inCii),
  broken('BR-DE-CVD-01', { contractReference: null }, { of: withVehicles }),
  broken('BR-DE-CVD-02', { tenderReference: '' }, { of: withVehicles }),
  broken('BR-DE-CVD-03', { 'lines.0.attributes': [], 'lines.1.classifications': [] }, { of: withVehicles }),
  broken(
    'BR-DE-CVD-04',
    { 'lines.0.classifications.0.value': 'L7' },
    { of: withVehicles, at: 'BG-25 1 / BT-158 1' },
  ),
  broken(
    'BR-DE-CVD-05',
    { 'lines.0.attributes.0.value': 'sauber' },
    { of: withVehicles, at: 'BG-25 1 / BG-32 1' },
  ),
  broken('BR-DE-CVD-06-a', { 'lines.1.attributes': [] }, { of: withVehicles, at: 'BG-25 2' }),
  broken('BR-DE-CVD-06-b', { 'lines.1.classifications': [] }, { of: withVehicles, at: 'BG-25 2' }),
];

export const brokenXRechnung: readonly BrokenInvoice[] = [
  ...required,
  ...ofDocument,
  ...payments,
  ...editions,
];
