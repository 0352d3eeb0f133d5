import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Amount } from '../../../base/money.ts';
import type { Month } from '../../../base/month.ts';
import { download, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { BilledMonth, MonthRun, OperatorBilling, OwnBilling, RunStarted } from '../model.ts';
import type { BillingState } from '../state.ts';

const pathOf = (tenantId: number) => `/api/operator/tenant/${tenantId}/billing`;
const queryOf = (month: Month | undefined) => (month === undefined ? '' : `?month=${month}`);

/** Refresh interval of a billing in progress, in milliseconds. */
const lookAgain = 5_000;

function isWorkedOn(state: BillingState | undefined): boolean {
  return state === 'open' || state === 'cancelling';
}

/** The billing of a tenant and month, by default the last complete month (OP-06). */
export function operatorBillingOptions(tenantId: number, month: Month | undefined) {
  return queryOptions({
    queryKey: ['operator', 'billing', tenantId, month ?? null],
    queryFn: ({ signal }) => rest<OperatorBilling>(`${pathOf(tenantId)}${queryOf(month)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      [data?.billing, ...(data?.credits ?? [])].some((billing) => isWorkedOn(billing?.state))
        ? lookAgain
        : false,
  });
}

/** The own tenant's bill. */
export function ownBillingOptions(month: Month | undefined) {
  return queryOptions({
    queryKey: ['own-billing', month ?? null],
    queryFn: ({ signal }) => rest<OwnBilling>(`/api/billing${queryOf(month)}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

const billingChanges = ['create', 'send', 'cancel'] as const;
export type BillingChange = (typeof billingChanges)[number];

const endings: Readonly<Record<BillingChange, string>> = { create: '', send: '/mail', cancel: '/cancel' };

/** Credits a part of a month's invoice (OP-13). */
export async function creditBill(
  tenantId: number,
  month: Month,
  credit: { readonly net: Amount; readonly reason: string },
): Promise<void> {
  await rest(`${pathOf(tenantId)}/credit`, { method: 'POST', body: { month, ...credit } });
  await queryClient.invalidateQueries({ queryKey: ['operator', 'billing', tenantId] });
}

/** A month of all tenants (OP-13). */
export function monthRunOptions(month: Month | undefined) {
  return queryOptions({
    queryKey: ['operator', 'billing', 'run', month ?? null],
    queryFn: ({ signal }) => rest<MonthRun>(`/api/operator/billing${queryOf(month)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.tenants.some(({ billing }) => isWorkedOn(billing?.state)) ? lookAgain : false,
  });
}

/** Starts the bills of these tenants. */
export async function startMonthRun(month: Month, tenantIds: readonly number[]): Promise<RunStarted> {
  const body = { month, tenant_ids: tenantIds };
  try {
    return await rest<RunStarted>('/api/operator/billing', { method: 'POST', body });
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['operator', 'billing'] });
  }
}

/** A document of the own tenant as PDF. */
export async function downloadBill({ id, document_number }: BilledDocument): Promise<void> {
  await download(`/api/billing/${id}/pdf`, `${document_number}.pdf`);
}
export type BilledDocument = Pick<BilledMonth, 'id' | 'document_number'>;

/** Creates, resumes, mails or cancels the invoice of a month. */
export async function changeBilling(tenantId: number, month: Month, change: BillingChange): Promise<void> {
  await rest(`${pathOf(tenantId)}${endings[change]}`, { method: 'POST', body: { month } });
  await queryClient.invalidateQueries({ queryKey: ['operator', 'billing', tenantId] });
}
