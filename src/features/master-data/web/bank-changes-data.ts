import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';

interface Person {
  readonly id: number;
  readonly name: string;
}

/** A proposed account of a supplier with its outcome (DATA-19). */
export interface BankChange {
  readonly id: number;
  /** Null for a proposal to remove the account. */
  readonly iban: string | null;
  readonly bic: string | null;
  readonly state: 'pending' | 'confirmed' | 'rejected' | 'replaced' | 'void';
  /** Applied without confirmation by a second person (INV-33). */
  readonly at_once: boolean;
  /** The supplier columns whose change made the proposal void; null where it is not void. */
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

/** The proposed accounts of a supplier, newest first; reloaded whenever the supplier is saved. */
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

/** Confirms or rejects a pending proposal and reloads the supplier. */
export async function decideBankChange(id: number, verdict: 'confirm' | 'reject'): Promise<void> {
  await gql(`mutation ($id: bigint!) { supplier_bank_change_${verdict}(id: $id) { id } }`, { id });
  await queryClient.invalidateQueries({ queryKey: ['entity'] });
}
