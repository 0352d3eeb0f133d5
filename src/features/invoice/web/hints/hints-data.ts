import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import type { Hint } from '../../../recognition/hint.ts';

/** A hint on the supplier's page. */
export interface ShownHint extends Pick<Hint, 'field' | 'anchor' | 'relation'> {
  readonly id: number;
  readonly slash_order: Hint['slashOrder'];
  readonly created_at: string;
  /** Null if it is deleted or the person may not see it. */
  readonly source_invoice: { readonly id: number; readonly invoice_number_formatted: string } | null;
  readonly taught_by: { readonly name: string } | null;
}

const hintsQuery = `query SupplierHints($id: bigint!) {
  supplier_hint(where: { supplier_id: { _eq: $id } }, order_by: { id: desc }) {
    id field anchor relation slash_order created_at source_invoice { id invoice_number_formatted } taught_by { name } }
}`;

const queryKey = (supplierId: number) => ['invoice-hints', supplierId];

/** The hints learnt from corrections for a supplier, newest first. */
export const hintsOptions = (supplierId: number) =>
  queryOptions({
    queryKey: queryKey(supplierId),
    queryFn: async ({ signal }) =>
      (await gql<{ supplier_hint: readonly ShownHint[] }>(hintsQuery, { id: supplierId }, { signal }))
        .supplier_hint,
  });

/** Deletes a hint; the next invoice is read without it. */
export async function forgetHint(supplierId: number, id: number): Promise<void> {
  await gql('mutation ($id: bigint!) { delete_supplier_hint_by_pk(id: $id) { id } }', { id });
  await queryClient.invalidateQueries({ queryKey: queryKey(supplierId) });
}
