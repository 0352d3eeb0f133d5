import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../../base/day.ts';
import { documentKey, type Named, type Person } from '../../../../document/web/document.ts';
import type { OriginalFile } from '../../../../document/web/original/original-file.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { InvoiceStatus } from '../../../../timeline/kinds.ts';
import { invoiceKind } from '../../kind.ts';

/** A saved invoice in the comparison. */
export interface ComparedInvoice {
  readonly id: number;
  readonly invoice_number_formatted: string | null;
  readonly status: InvoiceStatus;
  readonly created_at: string;
  readonly creator: Person | null;
  readonly number_printed: string | null;
  readonly supplier: Named | null;
  readonly client: Named | null;
  readonly invoice_date: Day | null;
  readonly due_date: Day | null;
  readonly total_netto: number | null;
  readonly total_brutto: number | null;
  readonly currency: string;
  readonly iban: string | null;
  readonly file: OriginalFile | null;
  /** The view with arranged pages that replaces the original (REC-12). */
  readonly view_file: OriginalFile | null;
}

/** Both invoices; null for one that the person may no longer see. */
export type ComparedInvoices = Readonly<Record<'one' | 'other', ComparedInvoice | null>>;

const fields = `id invoice_number_formatted status created_at creator { id name } number_printed supplier { id name }
  client { id name } invoice_date due_date total_netto total_brutto currency iban file { id name mime } view_file { id name mime }`;

/** Loads an invoice and the one it is compared with. */
export function comparedQuery(id: number, otherId: number) {
  return queryOptions({
    queryKey: [...documentKey(invoiceKind, id), 'compared', otherId],
    queryFn: async ({ signal }) => {
      const query = `query ($id: bigint!, $other_id: bigint!) {
        one: invoice_by_pk(id: $id) { ${fields} }
        other: invoice_by_pk(id: $other_id) { ${fields} }
      }`;
      return await gql<ComparedInvoices>(query, { id, other_id: otherId }, { signal });
    },
  });
}

/** The compared fields in reading order; the labels are those of the form. */
export const comparedFields = [
  'number_printed',
  'supplier_id',
  'invoice_date',
  'total_brutto',
  'total_netto',
  'due_date',
  'iban',
  'client_id',
] as const;

export type ComparedField = (typeof comparedFields)[number];

/** The value for comparison: the ID of a reference, an amount with its currency. */
function comparable(invoice: ComparedInvoice, field: ComparedField): string | number | null {
  const { currency } = invoice;
  switch (field) {
    case 'supplier_id':
      return invoice.supplier?.id ?? null;
    case 'client_id':
      return invoice.client?.id ?? null;
    case 'total_brutto':
    case 'total_netto':
      return invoice[field] === null ? null : `${invoice[field]} ${currency}`;
    default:
      return invoice[field];
  }
}

/** The fields in which the two differ. */
export function differingFields(one: ComparedInvoice, other: ComparedInvoice): readonly ComparedField[] {
  return comparedFields.filter((field) => comparable(one, field) !== comparable(other, field));
}
