import { isIban } from '../../../../base/iban.ts';
import type { PaymentInstructions, Text } from '../model.ts';
import { isXRechnung } from './editions.ts';
import {
  allowances,
  buyerAddress,
  charges,
  deliveryAddress,
  document,
  inEach,
  lines,
  payments,
  seller,
  sellerAddress,
  supports,
  taxRows,
  those,
} from './places.ts';
import { type Declaration, isFilled, oncePerCase, type Rule, rule, type Scope, type Term } from './rule.ts';

/** A rule that applies only to XRechnung. */
function german<T>(declaration: Omit<Declaration<T>, 'when'>): Rule {
  return rule({ ...declaration, when: isXRechnung });
}

function filled<T>(
  at: Scope<T>,
  needs: readonly (readonly [id: string, term: Term, of: (value: T) => Text])[],
): Rule[] {
  return needs.map(([id, term, of]) =>
    german({ id, terms: [term], text: 'missing', at, fault: (value) => !isFilled(of(value)) }),
  );
}

const contact = inEach(seller, (party) => party.contact);

/** BR-DE-1 to BR-DE-11, BR-DE-14 and BR-DE-15: content that XRechnung requires beyond EN 16931. */
const required: readonly Rule[] = [
  german({
    id: 'BR-DE-1',
    terms: ['BG-16'],
    text: 'missing',
    at: document,
    fault: ({ paymentInstructions }) => paymentInstructions.length === 0,
  }),
  german({
    id: 'BR-DE-2',
    terms: ['BG-6'],
    text: 'missing',
    at: seller,
    fault: (party) => party.contact === null,
  }),
  ...filled(sellerAddress, [
    ['BR-DE-3', 'BT-37', ({ city }) => city],
    ['BR-DE-4', 'BT-38', ({ postCode }) => postCode],
  ]),
  ...filled(contact, [
    ['BR-DE-5', 'BT-41', ({ name }) => name],
    ['BR-DE-6', 'BT-42', ({ phone }) => phone],
    ['BR-DE-7', 'BT-43', ({ email }) => email],
  ]),
  ...filled(buyerAddress, [
    ['BR-DE-8', 'BT-52', ({ city }) => city],
    ['BR-DE-9', 'BT-53', ({ postCode }) => postCode],
  ]),
  ...filled(deliveryAddress, [
    ['BR-DE-10', 'BT-77', ({ city }) => city],
    ['BR-DE-11', 'BT-78', ({ postCode }) => postCode],
  ]),
  ...filled(taxRows, [['BR-DE-14', 'BT-119', ({ rate }) => rate]]),
  ...filled(document, [['BR-DE-15', 'BT-10', ({ buyerReference }) => buyerReference]]),
];

/** Categories that require a tax number of the seller. */
const registeredCategories: readonly Text[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];
const typeCodes: readonly Text[] = ['326', '380', '384', '389', '381', '875', '876', '877'];
const current =
  /^urn:cen\.eu:en16931:2017#compliant#urn:xeinkauf\.de:kosit:xrechnung_3\.0(#conformant#urn:xeinkauf\.de:kosit:extension:xrechnung_3\.0|#compliant#urn:xeinkauf\.de:kosit:xrechnung:cvd_\d\.\d)?$/;

/** The first attachment of each name. */
const firstOfName = oncePerCase(
  ({ invoice }) =>
    new Map(invoice.documents.toReversed().map(({ attachment }) => [attachment?.name ?? null, attachment])),
);

const phones: Scope<string> = inEach(contact, ({ phone }) => phone);
const emails: Scope<string> = inEach(contact, ({ email }) => email);
const locations: Scope<string> = inEach(supports, ({ location }) => location);

/** Rules on the document as a whole, errors and warnings. */
const ofDocument: readonly Rule[] = [
  german({
    id: 'BR-DE-16',
    terms: ['BT-31', 'BT-32', 'BG-11'],
    text: 'missingAny',
    at: document,
    fault: (invoice, subject) => {
      const bearers: readonly Scope<{ readonly taxCategory: Text }>[] = [lines, allowances, charges];
      const isUsed = bearers
        .flatMap((scope) => scope(subject))
        .some(({ value }) => registeredCategories.includes(value.taxCategory));
      const { vatId, taxNumber } = invoice.seller;
      return isUsed && invoice.taxRepresentative === null && !isFilled(vatId) && !isFilled(taxNumber);
    },
  }),
  german({
    id: 'BR-DE-17',
    level: 'warning',
    terms: ['BT-3'],
    text: 'invoiceType',
    at: document,
    fault: ({ typeCode }) => (typeCodes.includes(typeCode) ? false : { value: typeCode ?? '' }),
  }),
  german({
    id: 'BR-DE-18',
    terms: ['BT-20'],
    text: 'skonto',
    at: document,
    fault: ({ paymentTerms }) => {
      const wrong = wrongDiscount(paymentTerms ?? '');
      return wrong === null ? false : { value: wrong };
    },
  }),
  german({
    id: 'BR-DE-21',
    level: 'warning',
    terms: ['BT-24'],
    text: 'specification',
    at: document,
    fault: ({ specification }) =>
      current.test(specification ?? '') ? false : { value: specification ?? '' },
  }),
  german({
    id: 'BR-DE-22',
    terms: ['BT-125'],
    text: 'fileName',
    at: supports,
    fault: ({ attachment }, subject) => {
      const name = attachment?.name ?? null;
      return name === null || firstOfName(subject).get(name) === attachment ? false : { value: name };
    },
  }),
  german({
    id: 'BR-DE-26',
    level: 'warning',
    terms: ['BG-3'],
    text: 'correction',
    at: document,
    fault: ({ typeCode, precedingInvoices }) => typeCode === '384' && precedingInvoices.length === 0,
  }),
  german({
    id: 'BR-DE-27',
    level: 'warning',
    terms: ['BT-42'],
    text: 'phone',
    at: phones,
    fault: (phone) => (phone.replace(/\D/g, '').length < 3 ? { value: phone } : false),
  }),
  german({
    id: 'BR-DE-28',
    level: 'warning',
    terms: ['BT-43'],
    text: 'email',
    at: emails,
    fault: (email) => (isEmail(email) ? false : { value: email }),
  }),
  german({
    id: 'BR-DE-TMP-32',
    level: 'warning',
    terms: ['BT-72', 'BG-14', 'BG-26'],
    text: 'missingAny',
    at: document,
    fault: ({ delivery, period }, subject) => {
      const isOfLines = lines(subject).every(({ value }) => value.period !== null);
      return (delivery?.date ?? null) === null && period === null && !isOfLines;
    },
  }),
  german({
    id: 'BR-TMP-2',
    level: 'warning',
    terms: ['BT-124'],
    text: 'url',
    at: locations,
    fault: (location) => (/^[a-z][a-z\d+.-]+:/i.test(location) ? false : { value: location }),
  }),
];

const discount = /#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** The first discount line of payment terms that violates the notation or lacks its line break. */
function wrongDiscount(terms: string): string | null {
  const all = terms.split(/\r?\n/).map((line) => line.trim());
  const isWrong = (line: string, place: number) => !discount.test(line) || place === all.length - 1;
  return all.find((line, place) => line.startsWith('#') && isWrong(line, place)) ?? null;
}

const localPart = /^[\w!#$%&"*+/=?^`{|}~-]+(\.[\w!#$%&"*+/=?^`{|}~-]+)*$/;

function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.trim().split('@');
  const labels = domain.split('.');
  const isLabel = (label: string) =>
    /^[a-z\d-]+$/i.test(label) && !label.startsWith('-') && !label.endsWith('-');
  return more.length === 0 && localPart.test(local) && labels.length > 1 && labels.every(isLabel);
}

interface Means {
  readonly rule: string;
  readonly codes: readonly Text[];
  readonly needs: Term;
  readonly forbids: readonly Term[];
}

/** The groups that each means of payment requires and forbids. */
const means: readonly Means[] = [
  { rule: 'BR-DE-23', codes: ['30', '58'], needs: 'BG-17', forbids: ['BG-18', 'BG-19'] },
  { rule: 'BR-DE-24', codes: ['48', '54', '55'], needs: 'BG-18', forbids: ['BG-17', 'BG-19'] },
  { rule: 'BR-DE-25', codes: ['59'], needs: 'BG-19', forbids: ['BG-17', 'BG-18'] },
];

function groupsOf({ accounts, card, directDebit }: PaymentInstructions): readonly Term[] {
  return [
    ...(accounts.length > 0 ? (['BG-17'] as const) : []),
    ...(card === null ? [] : (['BG-18'] as const)),
    ...(directDebit === null ? [] : (['BG-19'] as const)),
  ];
}

function paidBy(...codes: readonly Text[]): Scope<PaymentInstructions> {
  return those(payments, ({ meansCode }) => codes.includes(meansCode));
}

function meansRules({ rule: id, codes, needs, forbids }: Means): Rule[] {
  const at = paidBy(...codes);
  return [
    german({
      id: `${id}-a`,
      terms: [needs],
      text: 'meansNeeds',
      at,
      fault: (each) => (groupsOf(each).includes(needs) ? false : { value: each.meansCode ?? '' }),
    }),
    german({
      id: `${id}-b`,
      terms: forbids,
      text: 'meansForbids',
      at,
      fault: (each) => {
        const terms = groupsOf(each).filter((group) => forbids.includes(group));
        return terms.length > 0 && { terms, values: { value: each.meansCode ?? '' } };
      },
    }),
  ];
}

function accountOf(id: string, term: Term, code: string, of: (means: PaymentInstructions) => Text[]): Rule {
  return german({
    id,
    level: 'warning',
    terms: [term],
    text: 'iban',
    at: paidBy(code),
    fault: (each) => {
      const wrong = of(each).find((account) => !isIban((account ?? '').replace(/\s/g, '')));
      return wrong === undefined ? false : { value: wrong ?? '' };
    },
  });
}

const directDebit = inEach(payments, (each) => each.directDebit);

function debitNeeds(
  id: string,
  term: Term,
  of: (debit: { mandate: Text; creditor: Text; debitedAccount: Text }) => Text,
): Rule {
  return german({
    id,
    terms: [term],
    text: 'directDebitNeeds',
    at: directDebit,
    fault: (debit) => of(debit) === null,
  });
}

const ofPayment: readonly Rule[] = [
  accountOf('BR-DE-19', 'BT-84', '58', ({ accounts }) => accounts.map(({ id }) => id)),
  accountOf('BR-DE-20', 'BT-91', '59', (each) =>
    each.directDebit === null ? [] : [each.directDebit.debitedAccount],
  ),
  ...means.flatMap(meansRules),
  debitNeeds('BR-DE-29', 'BT-89', ({ mandate }) => mandate),
  debitNeeds('BR-DE-30', 'BT-90', ({ creditor }) => creditor),
  debitNeeds('BR-DE-31', 'BT-91', ({ debitedAccount }) => debitedAccount),
];

/** BR-DE-1 to BR-DE-31: the rules of XRechnung 3.0. */
export const xRechnungRules: readonly Rule[] = [...required, ...ofDocument, ...ofPayment];
