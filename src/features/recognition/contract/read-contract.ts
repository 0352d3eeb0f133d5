import type { ContractReading, ReadPeriod, ReadRenewal } from '../contract-reading.ts';
import type { KnownParties } from '../reading.ts';
import { currencyOf } from '../text/currency.ts';
import type { PageWords } from '../words.ts';
import { agreed } from './candidates.ts';
import { clausesOf } from './clauses.ts';
import { contractDaysOf } from './days.ts';
import { noticesOf, noticeTargetsOf, noticeWorkdaysOf } from './notice.ts';
import { contractNumbersOf } from './numbers.ts';
import { contractPartiesOf, partnerNameOf } from './parties.ts';
import { contractText } from './passages.ts';
import { lengthOf } from './periods.ts';
import { pricesOf } from './prices.ts';
import { endingsOf, minimumTermsOf, renewalsOf, termsOf, unlimitedOf } from './term.ts';
import { categoryOf, titleOf } from './titles.ts';

const itself = (value: string): string => value;

/**
 * Reads the terms of a contract from the words of its pages. A value is null unless its wording is clear and no
 * clauses contradict each other about it, because a guess helps no one.
 */
export function readContract(pages: readonly PageWords[], known: KnownParties): ContractReading {
  const { layout, passages } = contractText(pages);
  const clauses = clausesOf(passages);
  const days = contractDaysOf(passages);
  const notices = noticesOf(clauses);
  const notice = agreed(notices, lengthOf);
  const startDate = agreed(days.starts, itself);
  const endDate = agreed(days.ends, itself);
  const title = titleOf(layout);
  const { currency, areSeveral } = currencyOf({ layout }, null);
  const isTurned = startDate !== null && endDate !== null && endDate.value <= startDate.value;
  return {
    reading: layout.isRecognised ? 'ocr' : 'text',
    pages: pages.length,
    fields: {
      contractNumber: agreed(contractNumbersOf(passages), plainNumber),
      contractDate: agreed(days.signed, itself),
      startDate: isTurned ? null : startDate,
      endDate: isTurned ? null : endDate,
      indefinite: agreed(unlimitedOf(clauses), String),
      term: agreed(termsOf(clauses), lengthOf),
      minimumTerm: agreed(minimumTermsOf(clauses), lengthOf),
      renewal: agreed([...renewalsOf(clauses), ...endingsOf(clauses)], renewalOf),
      notice,
      noticeTo: notice === null ? null : agreed(noticeTargetsOf(ofLength(notices, notice.value)), itself),
      currency: areSeveral ? null : currency,
      title,
      category: categoryOf(title),
      price: agreed(pricesOf(passages), ({ amount, interval }) => `${amount} ${interval}`),
      partnerName: partnerNameOf(passages, known),
      noticeWorkdays: agreed(noticeWorkdaysOf(clauses), String),
    },
    parties: contractPartiesOf(layout, passages, known),
  };
}

function plainNumber(value: string): string {
  return value.replace(/\s/g, '').toUpperCase();
}

function renewalOf({ type, period }: ReadRenewal): string {
  return `${type} ${period === null ? '' : lengthOf(period)}`;
}

function ofLength(notices: ReturnType<typeof noticesOf>, period: ReadPeriod) {
  return notices.filter(({ value }) => lengthOf(value) === lengthOf(period));
}
