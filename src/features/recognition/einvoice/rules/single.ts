import type { PaymentInstructions } from '../model.ts';
import { countries } from './codes.ts';
import { exactOf, numberOf } from './decimal.ts';
import {
  document,
  grossPrices,
  inEach,
  linePeriods,
  netPrices,
  one,
  payee,
  payments,
  period,
  transferAccounts,
  transfers,
} from './places.ts';
import { type Fault, isFilled, type Rule, rule, type Scope, type Term } from './rule.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

const cardNumbers: Scope<string> = inEach(payments, ({ card }) => card?.number ?? null);
const taxCurrency: Scope<string> = one((invoice) => invoice.taxCurrency);

/** VAT ID prefixes that are no country codes: Greece, and the Netherlands Antilles in older numbers. */
const otherPrefixes: readonly string[] = ['EL', 'AN'];

/** Rules without a common pattern: BR-27 to BR-30, BR-51, BR-53, BR-61, BR-66, BR-67, BR-CO-03, -09 and -25. */
export const singleRules: readonly Rule[] = [
  rule({
    id: 'BR-17',
    terms: ['BT-59'],
    text: 'alreadyUsed',
    at: payee,
    fault: ({ name, identifiers, legalRegistration }, { invoice: { seller }, syntax }) => {
      const isCii = syntax === 'cii';
      const isNamedAlike = name !== null && name === (isCii ? seller.name : seller.tradingName);
      const known = new Set(seller.identifiers.map(({ value }) => value));
      const isRegisteredAlike =
        isCii && legalRegistration !== null && legalRegistration.value === seller.legalRegistration?.value;
      return (
        name === null ||
        isNamedAlike ||
        isRegisteredAlike ||
        identifiers.some(({ value }) => known.has(value))
      );
    },
  }),
  notNegative('BR-27', 'BT-146', netPrices),
  notNegative('BR-28', 'BT-148', grossPrices),
  inOrder('BR-29', ['BT-73', 'BT-74'], period),
  inOrder('BR-30', ['BT-134', 'BT-135'], linePeriods),
  rule({
    id: 'BR-51',
    level: 'warning',
    terms: ['BT-87'],
    text: 'cardNumber',
    at: cardNumbers,
    fault: (number) => number.trim().length > 10,
  }),
  rule({
    id: 'BR-53',
    terms: ['BT-111'],
    text: 'taxCurrency',
    at: taxCurrency,
    fault: (code, { invoice, syntax }) => {
      const isOther = syntax !== 'cii' || code !== invoice.currency;
      const isStated = invoice.totals.tax.some(({ currency }) => currency === code);
      return isOther && isStated ? false : { value: code };
    },
  }),
  rule({
    id: 'BR-61',
    terms: ['BT-84'],
    text: 'accountMissing',
    at: transfers,
    when: ({ syntax }) => syntax !== 'cii',
    fault: ({ accounts }) => accounts.every(({ id }) => id === null),
  }),
  rule({
    id: 'BR-61',
    terms: ['BT-84'],
    text: 'accountMissing',
    at: transferAccounts,
    when: ({ syntax }) => syntax === 'cii',
    fault: ({ id }) => id === null,
  }),
  once('BR-66', 'BG-18', ({ card }) => card),
  once('BR-67', 'BG-19', ({ directDebit }) => directDebit),
  rule({
    id: 'BR-CO-03',
    terms: ['BT-7', 'BT-8'],
    text: 'both',
    at: document,
    fault: ({ taxPointDate, taxPointDateCode }) => taxPointDate !== null && taxPointDateCode !== null,
  }),
  vatPrefix(
    'BT-31',
    one(({ seller }) => seller.vatId),
  ),
  vatPrefix(
    'BT-48',
    one(({ buyer }) => buyer.vatId),
  ),
  vatPrefix(
    'BT-63',
    one(({ taxRepresentative }) => taxRepresentative?.vatId ?? null),
  ),
  rule({
    id: 'BR-CO-25',
    terms: ['BT-9', 'BT-20'],
    text: 'paymentTerms',
    at: document,
    when: ({ isCreditNote }) => !isCreditNote,
    fault: ({ totals, dueDate, paymentTerms }) =>
      (numberOf(totals.due)?.gt(0) ?? false) && dueDate === null && paymentTerms === null,
  }),
];

function notNegative(id: string, term: Term, at: Scope<{ readonly value: string }>): Rule {
  return rule({
    id,
    terms: [term],
    text: 'negative',
    at,
    fault: ({ value }) => (exactOf(value)?.lt(0) ? { stated: value } : false),
  });
}

function inOrder(
  id: string,
  terms: readonly Term[],
  at: Scope<{ readonly start: string | null; readonly end: string | null }>,
): Rule {
  return rule({
    id,
    terms,
    text: 'periodEnd',
    at,
    fault: ({ start, end }): Fault => {
      if (start === null || end === null || !day.test(start) || !day.test(end)) return false;
      return end < start;
    },
  });
}

/** UBL repeats for each means of payment what CII has once in a document. */
function once(id: string, term: Term, of: (means: PaymentInstructions) => object | null): Rule {
  return rule({
    id,
    terms: [term],
    text: 'once',
    at: document,
    when: ({ syntax }) => syntax !== 'cii',
    fault: ({ paymentInstructions }) => paymentInstructions.filter((means) => of(means) !== null).length > 1,
  });
}

/** Requires a country code of ISO 3166-1 as prefix. */
function vatPrefix(term: Term, at: Scope<string>): Rule {
  return rule({
    id: 'BR-CO-09',
    terms: [term],
    text: 'vatPrefix',
    at,
    fault: (number) => {
      const prefix = number.slice(0, 2);
      if (!isFilled(number) || countries.has(prefix) || otherPrefixes.includes(prefix)) return false;
      return { value: number };
    },
  });
}
