import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';

interface Person {
  readonly id: number;
  readonly name: string;
}

/** An account that was named for a supplier, and what became of it (DATA-19). */
export interface BankChange {
  readonly id: number;
  /** Null where the supplier was to have none. */
  readonly iban: string | null;
  readonly bic: string | null;
  readonly state: 'pending' | 'confirmed' | 'rejected' | 'replaced' | 'void';
  /** No second person has confirmed it (INV-33). */
  readonly at_once: boolean;
  /** What of the supplier changed while it waited; null where it is not void. */
  readonly void_columns: readonly string[] | null;
  /** Null where it was read from an invoice. */
  readonly proposed_by: Person | null;
  readonly proposed_at: string;
  readonly decided_by: Person | null;
  readonly decided_at: string | null;
  readonly source_invoice: { readonly id: number; readonly invoice_number_formatted: string } | null;
}

const changesQuery = (withInvoices: boolean) => `query BankChanges($id: bigint!) {
  supplier_bank_change(where: { supplier_id: { _eq: $id } }, order_by: { id: desc }) {
    id iban bic state at_once void_columns proposed_at decided_at proposed_by { id name } decided_by { id name }
    ${withInvoices ? 'source_invoice { id invoice_number_formatted }' : ''} } }`;

/** The accounts that were named for a supplier, newest first; read anew with everything that is saved of him. */
export const bankChangesOptions = (supplierId: number, withInvoices: boolean) =>
  queryOptions({
    queryKey: ['entity', 'supplier_bank_change', supplierId, withInvoices],
    queryFn: async ({ signal }) =>
      (
        await gql<{ supplier_bank_change: readonly BankChange[] }>(
          changesQuery(withInvoices),
          { id: supplierId },
          { signal },
        )
      ).supplier_bank_change,
  });

/** Confirms or rejects what waits; the supplier is read anew. */
export async function decideBankChange(id: number, verdict: 'confirm' | 'reject'): Promise<void> {
  await gql(`mutation ($id: bigint!) { supplier_bank_change_${verdict}(id: $id) { id } }`, { id });
  await queryClient.invalidateQueries({ queryKey: ['entity'] });
}
