import { queryOptions } from '@tanstack/react-query';
import { kindOf, type OriginalFile } from '../../../../document/web/original/original-file.ts';
import { gql, rest } from '../../../../platform/web/api.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { InvoiceStatus } from '../../../../timeline/kinds.ts';
import type { RecognitionState } from '../../model.ts';
import type { PagePlan } from '../../page-plan.ts';

/** An invoice that was brought and how far its recognition is. */
export interface ReceivedInvoice {
  readonly id: number;
  readonly name: string | null;
  readonly invoice_number_formatted: string | null;
  readonly status: InvoiceStatus;
  readonly supplier: { readonly name: string } | null;
  readonly file: OriginalFile | null;
  /** What its pages were arranged to (REC-12). */
  readonly view_file: OriginalFile | null;
  readonly invoice_recognitions: readonly Recognition[];
}

interface Recognition {
  readonly state: RecognitionState;
  readonly failure: string | null;
  readonly reading: string | null;
  readonly job: { readonly state: string; readonly progress: number } | null;
}

/** What a person sees of it; `gone_on` is checked already, with or without a recognition. */
export type Progress = 'waiting' | 'queued' | 'running' | 'done' | 'failed' | 'gone_on';

const pollMs = 1_000;
/** Rows of one page; a larger stack goes on when the first are through. */
const mostRows = 200;

const query = `query ReceivedInvoices($person: bigint!, $since: timestamptz!, $limit: Int!) {
  invoice(
    where: { file_id: { _is_null: false }, creator_id: { _eq: $person }, status: { _neq: "declined" }, _or: [{ status: { _eq: "open" } }, { created_at: { _gte: $since } }] }
    order_by: { id: desc }
    limit: $limit
  ) {
    id name invoice_number_formatted status
    supplier { name }
    file { id name mime }
    view_file { id name mime }
    invoice_recognitions(order_by: { id: desc }, limit: 1) { state failure reading job { state progress } }
  }
}`;

const hoursShown = 24;

/** What the person has brought: everything that still waits, and the stack of the last day. */
export function receivedOptions(person: number) {
  return queryOptions({
    queryKey: ['received-invoices', person],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - hoursShown * 3_600_000).toISOString();
      const data = await gql<{ invoice: readonly ReceivedInvoice[] }>(
        query,
        { person, since, limit: mostRows },
        { signal },
      );
      return data.invoice;
    },
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? pollMs : false),
  });
}

export function progressOf({ status, invoice_recognitions: [last] }: ReceivedInvoice): Progress {
  if (status !== 'open') return last?.state === 'done' || last?.state === 'failed' ? last.state : 'gone_on';
  if (last?.state !== 'queued') return 'waiting';
  return last.job?.state === 'running' ? 'running' : 'queued';
}

/** What is shown of it. */
export function shownFile({
  file,
  view_file,
}: Pick<ReceivedInvoice, 'file' | 'view_file'>): OriginalFile | null {
  return view_file ?? file;
}

/** Its pages can be arranged, as far as one knows without looking into the file (REC-12). */
export function hasPages(invoice: ReceivedInvoice): boolean {
  const file = shownFile(invoice);
  return (
    progressOf(invoice) === 'waiting' && file !== null && ['pdf', 'picture'].includes(kindOf(file) ?? '')
  );
}

export function isUnderWay(invoice: ReceivedInvoice): boolean {
  const progress = progressOf(invoice);
  return progress === 'queued' || progress === 'running';
}

/** Starts the recognition of an invoice that waits for it (API-30). */
export async function startRecognition(id: number): Promise<void> {
  await rest(`/api/invoice/${id}/recognition`, {
    method: 'POST',
    body: { idempotency_key: uniqueKey() },
  });
}

/** Goes on to the check without one (REC-08). */
export async function skipRecognition(id: number): Promise<void> {
  await rest(`/api/invoice/${id}/recognition/skip`, {
    method: 'POST',
    body: { idempotency_key: uniqueKey() },
  });
}

/** Splits, joins, turns and trims invoices that wait (REC-12). */
export async function arrangePages(ids: readonly number[], parts: PagePlan, key: string): Promise<void> {
  await rest('/api/invoice/pages', {
    method: 'POST',
    body: { idempotency_key: key, invoice_ids: ids, parts },
  });
}
