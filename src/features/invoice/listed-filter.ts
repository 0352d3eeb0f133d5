import { type ListedFilter, type Where, withinDays } from '../../document/listed-kind.ts';
import { invoiceKind } from './kind.ts';
import { listedInvoice } from './listed-kind.ts';
import { placesToMend, reportedIn } from './shown-booking.ts';

/** In days. */
const discountSpans = ['7', '14', '30'] as const;

/** Unpaid invoices with a discount tier that ends soon (OVW-10). */
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
          // Redundant, but lets the database use the partial index of invoices with discounts.
          discount_1_date: { _is_null: false },
          _or: [{ discount_1_date: soon }, { discount_2_date: soon }],
        },
      },
    ];
  },
};

/** The codes of problems that are solved at one of these places. */
const mendedAt = (...places: readonly string[]): readonly string[] =>
  Object.entries(placesToMend).flatMap(([code, place]) => (places.includes(place) ? [code] : []));

/** The condition of each filter word on the problem code of an invoice. */
const readinessWords: Readonly<Record<string, Where>> = {
  ready: { _is_null: true },
  not_ready: { _is_null: false },
  supplier: { _in: mendedAt('supplier') },
  client: { _in: mendedAt('client') },
  datev: { _in: mendedAt('settings') },
  invoice: { _is_null: false, _nin: mendedAt('supplier', 'client', 'settings') },
};

/** Invoices ready for an export run, and those not ready, by the place where the problem is solved (EXP-27). */
const readiness: ListedFilter = {
  key: 'readiness',
  module: 'invoice',
  onlyOf: invoiceKind.name,
  words: Object.keys(readinessWords),
  lookedAt: 'invoice_readiness_look',
  whereOf: (words) => [
    { status: { _in: reportedIn } },
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

/** The list filters of tenants with invoices (OVW-04). */
export const invoiceFilters = [discount, readiness] as const;
