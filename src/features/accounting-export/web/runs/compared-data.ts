import { queryOptions } from '@tanstack/react-query';
import { gql, rest, upload } from '../../../../platform/web/api.ts';
import type { Difference, Finding } from '../../reconciling/found.ts';
import type { ReportedEntry } from '../export-data.ts';
import { resultOf } from '../withdrawal.ts';

/** The number of invoices per finding, and of settled doubts. */
export type Compared = Readonly<Record<Finding | 'settled', number>>;

/** An invoice that the target has with differences or does not have. */
export interface FoundEntry extends Pick<ReportedEntry, 'id' | 'invoice'> {
  readonly found: Exclude<Finding, 'arrived'>;
  /** Null for people who see no amounts. */
  readonly differences: readonly Difference[] | null;
}

const maxShown = 200;

/** The differing and missing invoices, and the number of those that arrived. */
export const foundQuery = `query ($run: bigint!) {
  arrived: invoice_export_entry_aggregate(where: { invoice_export_run_id: { _eq: $run }, found: { _eq: "arrived" } }) {
    aggregate { count } }
  others: invoice_export_entry(where: { invoice_export_run_id: { _eq: $run }, found: { _in: ["changed", "missing", "unknown"] } },
    order_by: { id: asc }, limit: ${maxShown}) { id found differences invoice { id invoice_number_formatted } } }`;

/** The result of a comparison. */
export function foundOptions(runId: number, comparedAt: string) {
  return queryOptions({
    queryKey: ['invoice-export', 'found', runId, comparedAt],
    queryFn: async ({ signal }) => {
      const { arrived, others } = await gql<{
        readonly arrived: { readonly aggregate: { readonly count: number } };
        readonly others: readonly FoundEntry[];
      }>(foundQuery, { run: runId }, { signal });
      return { arrived: arrived.aggregate.count, others };
    },
  });
}

/** Queries the target about a run and waits for the result. Fails like `rest`. */
export async function lookAtTarget(runId: number): Promise<Compared> {
  const { job_id } = await rest<{ readonly job_id: number }>(`/api/invoice/export/${runId}/look`, {
    method: 'POST',
  });
  return await resultOf<Compared>(job_id);
}

/** Compares a run with the adviser's bookings. Fails like `upload`. */
export async function compareWithFile(runId: number, file: File): Promise<Compared> {
  const form = new FormData();
  form.set('file', file, 'EXTF.csv');
  return await upload<Compared>(`/api/invoice/export/${runId}/compare`, form);
}
