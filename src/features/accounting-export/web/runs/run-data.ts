import { queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../../platform/web/api.ts';

/** The progress of a running export. */
export interface RunProgress {
  readonly all: number;
  /** Not yet decided. */
  readonly waiting: number;
  /** Sent to a system that has not answered yet. */
  readonly sending: number;
}

const count = (state: string | null) =>
  `invoice_export_entry_aggregate(where: { invoice_export_run_id: { _eq: $run }${
    state === null ? '' : `, state: { _eq: "${state}" }`
  } }) { aggregate { count } }`;

interface Counted {
  readonly aggregate: { readonly count: number };
}

const askAgainMs = 1_000;

export function progressOptions(runId: number) {
  return queryOptions({
    queryKey: ['invoice-export', 'progress', runId],
    queryFn: async ({ signal }): Promise<RunProgress> => {
      const text = `query ($run: bigint!) { all: ${count(null)} waiting: ${count('pending')} sending: ${count('sending')} }`;
      const answer = await gql<Readonly<Record<keyof RunProgress, Counted>>>(
        text,
        { run: runId },
        { signal },
      );
      const [all, waiting, sending] = [answer.all, answer.waiting, answer.sending].map(
        ({ aggregate }) => aggregate.count,
      );
      return { all: all ?? 0, waiting: waiting ?? 0, sending: sending ?? 0 };
    },
    refetchInterval: askAgainMs,
    staleTime: 0,
  });
}

/** Invoices sent together: a job of DATEV, a journal of Dynamics 365. */
export interface ShownTransfer {
  readonly id: number;
  readonly group_key: string;
  readonly state: 'open' | 'sending' | 'ended';
  /** The reference in the target. */
  readonly reference: string | null;
  /** The target's protocol. */
  readonly protocol: unknown;
}

const transfersText = `query ($run: bigint!) { invoice_export_transfer(
  where: { invoice_export_run_id: { _eq: $run } }, order_by: { id: asc }) { id group_key state reference protocol } }`;

export function transfersOptions(runId: number) {
  return queryOptions({
    queryKey: ['invoice-export', 'transfers', runId],
    queryFn: async ({ signal }) =>
      (
        await gql<{ invoice_export_transfer: readonly ShownTransfer[] }>(
          transfersText,
          { run: runId },
          { signal },
        )
      ).invoice_export_transfer,
    staleTime: 0,
  });
}

/** A person's finding about invoices whose booking the target does not report. */
export interface Finding {
  readonly exported: boolean;
  readonly reference?: string | null;
  readonly comment: string | null;
}

/** Settles one uncertain invoice. Fails like `rest`. */
export async function resolveEntry(id: number, finding: Finding): Promise<void> {
  await rest(`/api/invoice/export/entry/${id}/settle`, { method: 'POST', body: finding });
}

/**
 * Settles all uncertain invoices of a run in batches of the server; can be repeated after an interruption. Fails like
 * `rest`.
 */
export async function resolveRun(runId: number, { exported, comment }: Finding): Promise<void> {
  for (;;) {
    const { settled, left } = await rest<{ readonly settled: number; readonly left: number }>(
      `/api/invoice/export/${runId}/settle`,
      { method: 'POST', body: { exported, comment } },
    );
    // Without progress another person is settling them at the same time.
    if (left === 0 || settled === 0) return;
  }
}
