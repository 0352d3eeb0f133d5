import { type ListedFilter, type Where, withinDays } from '../../document/listed-kind.ts';
import { invoiceKind } from './kind.ts';
import { listedInvoice } from './listed-kind.ts';
import { placesToMend, toldIn } from './shown-booking.ts';

/** In so many days. */
export const discountSpans = ['7', '14', '30'] as const;

/** Unpaid invoices of which a discount ends soon, either of its tiers (OVW-10). */
const discount: ListedFilter = {
  key: 'discount',
  module: 'invoice',
  onlyOf: invoiceKind.name,
  words: discountSpans,
  ofTasks: '7',
  whereOf: (words, today) => {
    const soon = withinDays(words, today);
    return [
      { invoice_id: { _is_null: false } },
      { status: { _nin: listedInvoice.clearedStatuses } },
      {
        invoice: {
          paid: { _eq: false },
          // Says nothing new; by it the database knows that an index of invoices with discounts has them all.
          discount_1_date: { _is_null: false },
          _or: [{ discount_1_date: soon }, { discount_2_date: soon }],
        },
      },
    ];
  },
};

/** The codes that are set right at one of these places. */
const mendedAt = (...places: readonly string[]): readonly string[] =>
  Object.entries(placesToMend).flatMap(([code, place]) => (places.includes(place) ? [code] : []));

/** What each word asks of the code that stands against an invoice. */
const readinessWords: Readonly<Record<string, Where>> = {
  ready: { _is_null: true },
  not_ready: { _is_null: false },
  supplier: { _in: mendedAt('supplier') },
  client: { _in: mendedAt('client') },
  datev: { _in: mendedAt('settings') },
  invoice: { _is_null: false, _nin: mendedAt('supplier', 'client', 'settings') },
};

/** Invoices that would leave with a run, and those that would not, by where that is set right (EXP-27). */
const readiness: ListedFilter = {
  key: 'readiness',
  module: 'invoice',
  onlyOf: invoiceKind.name,
  words: Object.keys(readinessWords),
  lookedAt: 'invoice_readiness_look',
  whereOf: (words) => [
    { status: { _in: toldIn } },
    {
      invoice: {
        is_leaving: { _eq: false },
        invoice_readiness: {
          _or: words.flatMap((word) => (readinessWords[word] ? [{ code: readinessWords[word] }] : [])),
        },
      },
    },
  ],
};

/** What lists are narrowed by where there are invoices (OVW-04). */
export const invoiceFilters = [discount, readiness] as const;
