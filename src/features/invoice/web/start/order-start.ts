import { queryOptions } from '@tanstack/react-query';
import { type CompanyRow, companyFields, companyReference } from '../../../../document/web/draft/company.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { gql } from '../../../../platform/web/api.ts';
import { emptyDraft, type InvoiceDraft } from '../draft.ts';

interface Booked {
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

/** The data that a new invoice takes over from its order. */
export interface OrderStart extends Booked {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly currency: string;
  readonly client: CompanyRow | null;
  readonly procurement_lines: readonly { readonly supplier: Reference | null }[];
}

const fields = `id number: order_number_formatted name currency client { ${companyFields} }
  department { id name: shown_name } cost_center { id number name: shown_name } ledger_account { id number name }
  procurement_lines(order_by: { sort_no: asc }) { supplier { id name } }`;

/** The order for a new invoice; null if the person may not see it. Disabled without an ID. */
export function orderStartQuery(id: number | undefined) {
  return queryOptions({
    queryKey: ['invoice-order-start', id],
    queryFn: async ({ signal }) => {
      const query = `query OrderStart($id: bigint!) { procurement_by_pk(id: $id) { ${fields} } }`;
      const answer = await gql<{ procurement_by_pk: OrderStart | null }>(query, { id }, { signal });
      return answer.procurement_by_pk;
    },
    enabled: id !== undefined,
  });
}

/** The draft of a new invoice with the data of its order (PROC-20); the supplier stays empty if there are several. */
export function draftOfOrder(order: OrderStart): InvoiceDraft {
  const { id, number, name, currency, department, cost_center, ledger_account } = order;
  const suppliers = new Map(
    order.procurement_lines.flatMap(({ supplier: one }) => (one ? [[one.id, one]] : [])),
  );
  const [supplier = null] = suppliers.size === 1 ? suppliers.values() : [];
  return {
    ...emptyDraft,
    head: {
      ...emptyDraft.head,
      procurement: { id, number, name: name ?? '' },
      supplier,
      client: order.client && companyReference(order.client, () => []),
      name: name ?? '',
      currency,
      department,
      cost_center,
      ledger_account,
    },
  };
}
