import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Month } from '../../../../base/month.ts';
import { download, rest } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import type { ChosenBill, DirectDebits, FailureKind, OwnMandate } from '../../direct-debit/model.ts';

const path = '/api/operator/direct-debit';
const listKey = ['operator', 'direct-debits'];

/** The bills of a month and the files for the bank (OP-09). */
export function directDebitsOptions(month: Month | undefined) {
  return queryOptions({
    queryKey: [...listKey, month ?? null],
    queryFn: ({ signal }) =>
      rest<DirectDebits>(`${path}${month === undefined ? '' : `?month=${month}`}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Makes files, one per scheme, and returns their ids. */
export async function collectBills(bills: readonly ChosenBill[]): Promise<readonly string[]> {
  const chosen = bills.map(({ tenant_id, billing_id }) => ({ tenant_id, billing_id }));
  try {
    const body = { bills: chosen };
    return (await rest<{ ids: readonly string[] }>(path, { method: 'POST', body })).ids;
  } finally {
    await queryClient.invalidateQueries({ queryKey: listKey });
  }
}

export async function downloadFile(id: string): Promise<void> {
  await download(`${path}/file/${id}`, `sepa-${id}.xml`);
}

export interface FailedDebit {
  readonly tenant_id: number;
  readonly id: number;
  readonly kind: FailureKind;
  readonly reason: string | null;
}

export async function failDebit(failed: FailedDebit): Promise<void> {
  await rest(`${path}/failure`, { method: 'POST', body: failed });
  await queryClient.invalidateQueries({ queryKey: listKey });
}

/** The recipient of the own tenant's mandate (SET-04). */
export const ownMandateOptions = queryOptions({
  // Below 'settings', since saving them changes it.
  queryKey: ['settings', 'mandate'],
  queryFn: ({ signal }) => rest<OwnMandate>('/api/billing/mandate', { signal }),
});
