import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { type Amount, amountOf, round, times } from '../../../base/money.ts';
import type { RefusalCode, RefusalValue } from '../../../base/refusal.ts';
import { gql, rest } from '../../../platform/web/api.ts';
import type { ExportTarget } from '../../export-target/targets.ts';
import type { NotReady } from '../../invoice/shown-booking.ts';
import type { ExportOrder } from '../export-order.ts';

/** The number of shown invoices; an export without a selection includes the others too. */
export const maxShown = 500;
/** The number of shown runs, newest first. */
const maxRuns = 20;

/** The filter of waiting invoices. */
export interface ExportFilter {
  readonly clientId: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly includeExported: boolean;
  /** Invoices selected on other pages; null for all waiting ones. */
  readonly ids: readonly number[] | null;
}

export interface WaitingInvoice {
  readonly id: number;
  readonly invoice_number_formatted: string | null;
  readonly number_printed: string | null;
  readonly invoice_date: Day | null;
  readonly status: string;
  readonly total_brutto: number | null;
  readonly currency: string;
  /** Units of the company's currency per unit of the invoice's; null where both are the same or no rate is known. */
  readonly exchange_rate: number | null;
  readonly supplier: { readonly id: number; readonly name: string } | null;
  readonly client: { readonly id: number; readonly name: string; readonly currency: string } | null;
}

/** An amount with its currency; null for people who see no prices (ROLE-07). */
export interface Worth {
  readonly amount: Amount | null;
  readonly currency: string;
}

/** The gross total in the company's currency, as counted by the run; in its own without a known rate (PRICE-07). */
export function companyGross({ total_brutto, currency, exchange_rate, client }: WaitingInvoice): Worth {
  if (total_brutto === null) return { amount: null, currency };
  const gross = amountOf(total_brutto);
  return exchange_rate === null || client === null
    ? { amount: gross, currency }
    : { amount: round(times(gross, amountOf(exchange_rate)), 2), currency: client.currency };
}

/** An export of a later discarded invoice that waits to be reversed (EXP-24). */
export interface WaitingReversal {
  readonly id: number;
  /** As exported, and in the company's currency. */
  readonly gross: number | null;
  readonly currency: string;
  readonly control_amount: number | null;
  readonly invoice: Pick<
    WaitingInvoice,
    'id' | 'invoice_number_formatted' | 'number_printed' | 'invoice_date' | 'supplier'
  >;
  readonly invoice_export_run: Pick<WaitingInvoice, 'client'>;
}

export interface Waiting {
  readonly invoices: readonly WaitingInvoice[];
  readonly count: number;
  /** The next export includes each of them. */
  readonly reversals: readonly WaitingReversal[];
}

const waitingText = `query ($where: invoice_bool_exp!, $reversals: invoice_export_entry_bool_exp!) {
  invoice_export_entry(where: $reversals, order_by: { id: asc }, limit: ${maxShown}) { id gross currency control_amount
    invoice { id invoice_number_formatted number_printed invoice_date supplier { id name } } invoice_export_run { client { id name currency } } }
  invoice(where: $where, order_by: [{ invoice_date: asc }, { id: asc }], limit: ${maxShown}) { id invoice_number_formatted number_printed
    invoice_date status total_brutto currency exchange_rate supplier { id name } client { id name currency } }
  invoice_aggregate(where: $where) { aggregate { count } } }`;

/** The exportable invoices, their number, and the reversals exported with them. */
export function waitingOptions(filter: ExportFilter) {
  const { clientId, from, to, ids } = filter;
  const statuses = filter.includeExported ? ['export', 'completed'] : ['export'];
  const where = {
    status: { _in: statuses },
    // Invoices being sent wait for an answer, not for another run.
    is_leaving: { _eq: false },
    ...(clientId !== null && { client_id: { _eq: clientId } }),
    ...(ids !== null && { id: { _in: ids } }),
    ...((from !== null || to !== null) && {
      invoice_date: { ...(from !== null && { _gte: from }), ...(to !== null && { _lte: to }) },
    }),
  };
  const reversals = {
    awaits_reversal: { _eq: true },
    state: { _eq: 'exported' },
    // An invoice being corrected is reversed with its correction (INV-30).
    invoice: { status: { _in: ['export', 'completed', 'declined-exported'] } },
    ...(clientId !== null && { invoice_export_run: { client_id: { _eq: clientId } } }),
  };
  return queryOptions({
    queryKey: ['invoice-export', 'waiting', where, reversals],
    queryFn: async ({ signal }): Promise<Waiting> => {
      const answer = await gql<{
        readonly invoice: readonly WaitingInvoice[];
        readonly invoice_export_entry: readonly WaitingReversal[];
        readonly invoice_aggregate: { readonly aggregate: { readonly count: number } };
      }>(waitingText, { where, reversals }, { signal });
      const { invoice: invoices, invoice_export_entry: toTakeBack, invoice_aggregate } = answer;
      return { invoices, count: invoice_aggregate.aggregate.count, reversals: toTakeBack };
    },
    placeholderData: keepPreviousData,
  });
}

/** The problems of waiting invoices by id (EXP-27). */
export function readinessOptions(ids: readonly number[]) {
  return queryOptions({
    queryKey: ['invoice-export', 'waiting', 'readiness', ids],
    queryFn: ({ signal }) =>
      rest<Readonly<Record<number, NotReady | null>>>(`/api/invoice/export/readiness?ids=${ids.join(',')}`, {
        signal,
      }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** The waiting invoices that are not ticked until a person ticks them: those with a problem (EXP-27). */
export function notTicked(
  ids: readonly number[],
  readiness: Readonly<Record<number, NotReady | null>>,
): ReadonlySet<number> {
  return new Set(ids.filter((id) => (readiness[id] ?? null) !== null));
}

/** A run with its results (EXP-23). */
export interface ShownRun {
  readonly id: number;
  readonly running_number: number;
  readonly target: ExportTarget;
  readonly state: 'running' | 'done' | 'failed' | 'withdrawn';
  readonly started_at: string;
  readonly exported_count: number;
  readonly failed_count: number;
  readonly control_total: number | null;
  readonly client: { readonly name: string; readonly currency: string } | null;
  readonly started_by: { readonly name: string } | null;
  /** Not ordered by a person; `started_by` has set the company to automatic exports. */
  readonly is_automatic: boolean;
  /** The time and source of the last comparison (EXP-29). */
  readonly compared_at: string | null;
  readonly compared_with: 'target' | 'file' | null;
  /** The time of the last query of the target, and the reason of its failure. */
  readonly asked_at: string | null;
  readonly ask_problem: Problem | null;
  readonly withdrawn_at: string | null;
  readonly withdrawn_by: { readonly name: string } | null;
  readonly withdrawn_reason: string | null;
  readonly files: readonly { readonly file: { readonly id: string; readonly name: string } | null }[];
  /** Failed and uncertain invoices. */
  readonly reported: readonly ReportedEntry[];
}

/** A failed or uncertain invoice with its reason. */
export interface ReportedEntry {
  readonly id: number;
  readonly is_reversal: boolean;
  readonly state: 'failed' | 'uncertain';
  readonly problem: Problem;
  readonly invoice: { readonly id: number; readonly invoice_number_formatted: string | null } | null;
}

interface Reported {
  readonly code: RefusalCode;
  readonly values?: Readonly<Record<string, RefusalValue>>;
}

export type Problem = Reported & { readonly problems?: readonly Reported[] };

/** The newest runs with their files and their failed invoices. */
export const runsQuery = `query ($where: invoice_export_run_bool_exp!) {
  invoice_export_run(where: $where, order_by: { id: desc }, limit: ${maxRuns}) { id running_number target state started_at
    exported_count failed_count control_total client { name currency } started_by { name } is_automatic compared_at compared_with
    asked_at ask_problem withdrawn_at withdrawn_by { name } withdrawn_reason
    files: invoice_export_files(order_by: { id: asc }) { file { id name } }
    reported: invoice_export_entries(where: { state: { _in: ["failed", "uncertain"] } },
      order_by: [{ state: desc }, { id: asc }], limit: 200) { id state is_reversal problem
      invoice { id invoice_number_formatted } } } }`;

const askAgainMs = 1_000;

/** The newest runs, reloaded regularly while one of them is running. */
export const runsOptions = queryOptions({
  queryKey: ['invoice-export', 'runs'],
  queryFn: async ({ signal }) =>
    (await gql<{ invoice_export_run: readonly ShownRun[] }>(runsQuery, { where: {} }, { signal }))
      .invoice_export_run,
  refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? askAgainMs : false),
  staleTime: 0,
});

/** A company with automatic exports. */
export interface AutomaticExport {
  readonly set_at: string;
  readonly stopped_at: string | null;
  readonly set_by: { readonly name: string } | null;
  readonly client: {
    readonly id: number;
    readonly name: string;
    readonly automatic_export: 'off' | 'daily' | 'approval';
    readonly automatic_export_hour: number;
  };
}

/** The selectable companies, the export target, and the automatic exports. */
export const surroundingsOptions = queryOptions({
  queryKey: ['invoice-export', 'surroundings'],
  queryFn: async ({ signal }) => {
    const text = `{ client(where: { active: { _eq: true } }, order_by: { name: asc }) { id name }
      configuration(where: { key: { _eq: "invoice_export_target" }, client_id: { _is_null: true } }) { value }
      client_automatic_export(order_by: { client: { name: asc } }) { set_at stopped_at set_by { name }
        client { id name automatic_export automatic_export_hour } } }`;
    const answer = await gql<{
      readonly client: readonly { readonly id: number; readonly name: string }[];
      readonly configuration: readonly { readonly value: string }[];
      readonly client_automatic_export: readonly AutomaticExport[];
    }>(text, {}, { signal });
    return {
      companies: answer.client,
      target: answer.configuration[0]?.value ?? null,
      automatic: answer.client_automatic_export,
    };
  },
});

/** Orders an export, which runs in the background (EXP-02). Fails like `rest`. */
export async function orderExport(order: ExportOrder): Promise<void> {
  await rest('/api/invoice/export', { method: 'POST', body: order });
}
