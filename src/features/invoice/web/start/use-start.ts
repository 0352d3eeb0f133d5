import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { emptyDraft, type InvoiceDraft } from '../draft.ts';
import { contractStartQuery, draftOfContract } from './contract-start.ts';
import { draftOfOrder, orderStartQuery } from './order-start.ts';

/**
 * The initial draft of a new invoice: from the order in `?procurement_id=` or the contract in `?contract_id=`, read
 * once, so that input stays (PROC-20, CON-07).
 */
export function useStart(isNeeded: boolean): { readonly draft: InvoiceDraft; readonly isPending: boolean } {
  const search = useSearch({ strict: false });
  const [orderId] = useState(isNeeded ? search.procurement_id : undefined);
  const [contractId] = useState(isNeeded ? search.contract_id : undefined);
  const order = useQuery(orderStartQuery(orderId));
  const contract = useQuery(contractStartQuery(contractId));
  const draft = useMemo(() => {
    if (order.data) return draftOfOrder(order.data);
    return contract.data ? draftOfContract(contract.data) : emptyDraft;
  }, [order.data, contract.data]);
  return { draft, isPending: order.isLoading || contract.isLoading };
}
