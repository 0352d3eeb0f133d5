import { queryOptions } from '@tanstack/react-query';
import { kindOf, type OriginalFile } from '../../../../document/web/original/original-file.ts';
import { gql, rest } from '../../../../platform/web/api.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { InvoiceStatus } from '../../../../timeline/kinds.ts';
import type { RecognitionState } from '../../model.ts';
import type { PagePlan } from '../../page-plan.ts';
import { initialSettings, type RecognitionStart } from '../../setting-fields.ts';

/** An uploaded invoice with the progress of its recognition. */
export interface ReceivedInvoice {
  readonly id: number;
  readonly name: string | null;
  readonly invoice_number_formatted: string | null;
  readonly status: InvoiceStatus;
  readonly supplier: { readonly name: string } | null;
  readonly file: OriginalFile | null;
  /** The file with its arranged pages (REC-12). */
  readonly view_file: OriginalFile | null;
  readonly invoice_recognitions: readonly Recognition[];
  /** The current timeline step. */
  readonly timeline: { readonly timeline_entries: readonly { readonly type: string }[] };
}

interface Recognition {
  readonly state: RecognitionState;
  readonly failure: string | null;
  readonly reading: string | null;
  readonly job: { readonly state: string; readonly progress: number } | null;
}

/** The shown progress; `gone_on` means the check has ended, with or without a recognition. */
export type Progress = 'waiting' | 'queued' | 'running' | 'done' | 'failed' | 'gone_on';

const pollMs = 1_000;
/** Number of rows shown, newest first. */
const maxRows = 200;

/** Conditions for uploaded invoices, and for those that wait for a manual start of the recognition. */
const brought =
  'file_id: { _is_null: false }, creator_id: { _eq: $person }, status: { _neq: "declined" }, _or: [{ status: { _eq: "open" } }, { created_at: { _gte: $since } }]';
const waiting =
  'file_id: { _is_null: false }, creator_id: { _eq: $person }, status: { _eq: "open" }, _not: { invoice_recognitions: { state: { _eq: "queued" } } }';

const query = `query ReceivedInvoices($person: bigint!, $since: timestamptz!, $limit: Int!) {
  all: invoice_aggregate(where: { ${brought} }) { aggregate { count } }
  waiting: invoice_aggregate(where: { ${waiting} }) { aggregate { count } }
  configuration(where: { key: { _eq: "recognition_start" }, client_id: { _is_null: true } }) { value }
  invoice(where: { ${brought} }, order_by: { id: desc }, limit: $limit) {
    id name invoice_number_formatted status
    supplier { name }
    file { id name mime }
    view_file { id name mime }
    invoice_recognitions(order_by: { id: desc }, limit: 1) { state failure reading job { state progress } }
    timeline { timeline_entries(where: { text_type: { _eq: "present" } }) { type } }
  }
}`;

const hoursShown = 24;

interface Counted {
  readonly aggregate: { readonly count: number };
}

/** The uploaded invoices of a person. */
export interface Received {
  readonly invoices: readonly ReceivedInvoice[];
  /** Includes rows beyond the limit. */
  readonly count: number;
  readonly waiting: number;
  /** The setting of the tenant. */
  readonly start: RecognitionStart;
}

/** The uploads of the person: all unfinished ones, and those of the last day. */
export function receivedOptions(person: number) {
  return queryOptions({
    queryKey: ['received-invoices', person],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - hoursShown * 3_600_000).toISOString();
      const data = await gql<{
        invoice: readonly ReceivedInvoice[];
        all: Counted;
        waiting: Counted;
        configuration: readonly { readonly value: string | null }[];
      }>(query, { person, since, limit: maxRows }, { signal });
      const [set] = data.configuration;
      return {
        invoices: data.invoice,
        count: data.all.aggregate.count,
        waiting: data.waiting.aggregate.count,
        start: set?.value === 'by_hand' ? 'by_hand' : initialSettings.recognitionStart,
      } satisfies Received;
    },
    refetchInterval: ({ state: { data } }) => (data?.invoices.some(isUnderWay) ? pollMs : false),
  });
}

export function progressOf({ status, invoice_recognitions: [last] }: ReceivedInvoice): Progress {
  if (status !== 'open') return last?.state === 'done' || last?.state === 'failed' ? last.state : 'gone_on';
  if (last?.state !== 'queued') return 'waiting';
  return last.job?.state === 'running' ? 'running' : 'queued';
}

/** The shown file: the arranged view, else the original. */
export function shownFile({
  file,
  view_file,
}: Pick<ReceivedInvoice, 'file' | 'view_file'>): OriginalFile | null {
  return view_file ?? file;
}

const arrangedAt: readonly string[] = ['invoice-recognition', 'invoice-manual-check'];

/** Whether its pages can probably be arranged; the file itself is not inspected (REC-12). */
export function hasPages(invoice: ReceivedInvoice): boolean {
  const file = shownFile(invoice);
  const [step] = invoice.timeline.timeline_entries;
  return (
    !isUnderWay(invoice) &&
    step !== undefined &&
    arrangedAt.includes(step.type) &&
    file !== null &&
    ['pdf', 'picture'].includes(kindOf(file) ?? '')
  );
}

export function isUnderWay(invoice: ReceivedInvoice): boolean {
  const progress = progressOf(invoice);
  return progress === 'queued' || progress === 'running';
}

/** Starts the recognition of a waiting invoice (API-30). */
async function startRecognition(id: number): Promise<void> {
  await rest(`/api/invoice/${id}/recognition`, {
    method: 'POST',
    body: { idempotency_key: uniqueKey() },
  });
}

const nextWaiting = `query WaitingInvoices($person: bigint!, $after: bigint!, $limit: Int!) {
  invoice(where: { id: { _gt: $after }, ${waiting} }, order_by: { id: asc }, limit: $limit) { id } }`;

/** Starts all waiting recognitions of a person in batches, since lists are bounded; returns their number. */
export async function startWaiting(person: number): Promise<number> {
  let started = 0;
  let after = 0;
  for (;;) {
    const { invoice: batch } = await gql<{ invoice: readonly { readonly id: number }[] }>(nextWaiting, {
      ...{ person, after, limit: maxRows },
    });
    for (const { id } of batch) {
      await startRecognition(id);
      started += 1;
      after = id;
    }
    if (batch.length < maxRows) return started;
  }
}

/** Skips the recognition and starts the check (REC-08). */
export async function skipRecognition(id: number): Promise<void> {
  await rest(`/api/invoice/${id}/recognition/skip`, {
    method: 'POST',
    body: { idempotency_key: uniqueKey() },
  });
}

/**
 * Splits, joins, turns and trims invoices before their recognition, or during the check, which starts another
 * recognition (REC-12).
 */
export async function arrangePages(ids: readonly number[], parts: PagePlan, key: string): Promise<void> {
  await rest('/api/invoice/pages', {
    method: 'POST',
    body: { idempotency_key: key, invoice_ids: ids, parts },
  });
}
