import { queryOptions } from '@tanstack/react-query';
import { amountOf } from '../../../../base/money.ts';
import { gql } from '../../../../platform/web/api.ts';
import { cancelledStatuses } from '../../../../timeline/kinds.ts';
import { breakdownOf } from '../../final-invoice.ts';
import type { Prepayment, TaxCategory, TaxRow } from '../../model.ts';

interface PrepaymentRow {
  readonly id: number;
  readonly number: string | null;
  readonly number_printed: string | null;
  readonly invoice_date: string | null;
  readonly currency: string;
  readonly tax: number | null;
  readonly total_brutto: number | null;
  readonly invoice_taxes: readonly {
    readonly tax_percentage: number;
    readonly tax_category: TaxCategory;
    readonly net: number | null;
    readonly tax: number | null;
  }[];
}

/** A prepayment invoice in the list of the final invoice. */
export interface ListedPrepayment extends Prepayment {
  readonly number: string;
  readonly invoice_date: string | null;
}

const query = `query ($where: invoice_bool_exp!) {
  invoice(where: $where, order_by: { invoice_date: asc, id: asc }, limit: 200) {
    id number: invoice_number_formatted number_printed invoice_date currency tax total_brutto
    invoice_taxes { tax_percentage tax_category net tax }
  }
}`;

/** The prepayment invoices of an order that the person may see, with their corrections (INV-22). */
export function prepaymentsQuery(orderId: number, invoiceId: number) {
  const ofOrder = { document_type: { _eq: 'prepayment' }, procurement_id: { _eq: orderId } };
  const where = {
    id: { _neq: invoiceId },
    status: { _nin: cancelledStatuses('invoice') },
    _or: [ofOrder, { document_type: { _eq: 'credit_note' }, corrects_invoice: ofOrder }],
  };
  return queryOptions({
    queryKey: ['prepayments', orderId, invoiceId],
    queryFn: async ({ signal }): Promise<readonly ListedPrepayment[]> => {
      const answer = await gql<{ readonly invoice: readonly PrepaymentRow[] }>(query, { where }, { signal });
      return answer.invoice.map(listed);
    },
  });
}

function listed(row: PrepaymentRow): ListedPrepayment {
  const { id, number, number_printed, invoice_date, currency, tax, total_brutto, invoice_taxes } = row;
  const stated = invoice_taxes.map(
    (one): TaxRow => ({
      tax_percentage: amountOf(one.tax_percentage),
      tax_category: one.tax_category,
      net: amountOf(one.net ?? 0),
      tax: amountOf(one.tax ?? 0),
    }),
  );
  const totals = { total_brutto: amountOf(total_brutto ?? 0), tax: tax === null ? null : amountOf(tax) };
  return {
    id,
    number: number_printed ?? number ?? '',
    invoice_date,
    currency,
    rows: breakdownOf(totals, stated),
  };
}
