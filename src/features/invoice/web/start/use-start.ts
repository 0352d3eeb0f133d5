import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { emptyDraft, type InvoiceDraft } from '../draft.ts';
import { draftOfOrder, orderStartQuery } from './order-start.ts';

/** What a new invoice is filled with: that of the order in `?procurement_id=`, once; what is typed stays (PROC-20). */
export function useStart(isNeeded: boolean): { readonly draft: InvoiceDraft; readonly isPending: boolean } {
  const search = useSearch({ strict: false });
  const [orderId] = useState(isNeeded ? search.procurement_id : undefined);
  const { data, isLoading } = useQuery(orderStartQuery(orderId));
  const draft = useMemo(() => (data ? draftOfOrder(data) : emptyDraft), [data]);
  return { draft, isPending: isLoading };
}
