import { type ListedFilter, withinDays } from '../../document/listed-kind.ts';
import { invoiceKind } from './kind.ts';
import { listedInvoice } from './listed-kind.ts';

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

/** What lists are narrowed by where there are invoices (OVW-04). */
export const invoiceFilters = [discount] as const;
