import { queryOptions } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { ArrivalFate, ArrivalReason, ArrivalWay } from '../../arrival.ts';

/** A received item with its result (REC-13). */
export interface Arrival {
  readonly id: number;
  readonly way: ArrivalWay;
  readonly name: string;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly unpacked_from: string | null;
  readonly fate: ArrivalFate;
  readonly reason: ArrivalReason | null;
  readonly created_at: string;
  readonly dismissed_at: string | null;
  readonly dismissed_by: { readonly name: string } | null;
  readonly brought_by: { readonly name: string } | null;
  readonly mailbox: { readonly name: string } | null;
  readonly invoice: { readonly id: number; readonly invoice_number_formatted: string | null } | null;
  readonly file: { readonly id: string; readonly name: string; readonly mime: string } | null;
}

/** The views of the inbox: unresolved items, or all. */
export const inboxViews = ['open', 'all'] as const;
export type InboxView = (typeof inboxViews)[number];

/** Number of rows shown, newest first. */
const maxArrivals = 100;

const conditions: Readonly<Record<InboxView, string>> = { open: 'is_done: { _eq: false }', all: '' };

const fields = `id way name sender subject unpacked_from fate reason created_at dismissed_at
  dismissed_by { name } brought_by { name } mailbox { name } invoice { id invoice_number_formatted } file { id name mime }`;

interface Inbox {
  readonly arrivals: readonly Arrival[];
  readonly count: number;
}

/** The received items, newest first, and their count (REC-13). */
export function inboxOptions(view: InboxView) {
  return queryOptions({
    queryKey: ['inbox', view],
    queryFn: async ({ signal }): Promise<Inbox> => {
      const where = `where: { ${conditions[view]} }`;
      const { arrivals, counted } = await gql<{
        arrivals: readonly Arrival[];
        counted: { readonly aggregate: { readonly count: number } };
      }>(
        `query Inbox($limit: Int!) {
          counted: invoice_arrival_aggregate(${where}) { aggregate { count } }
          arrivals: invoice_arrival(${where}, order_by: { id: desc }, limit: $limit) { ${fields} } }`,
        { limit: maxArrivals },
        { signal },
      );
      return { arrivals, count: counted.aggregate.count };
    },
  });
}

/** A range of instants; `until` is excluded. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

const inOneGo = 500;

/** All received items of a span, oldest first, in batches. */
export async function* arrivalsBetween(span: Span): AsyncGenerator<readonly Arrival[]> {
  let after = 0;
  for (;;) {
    const { arrivals } = await gql<{ arrivals: readonly Arrival[] }>(
      `query InboxProof($from: timestamptz!, $until: timestamptz!, $after: bigint!, $limit: Int!) {
        arrivals: invoice_arrival(where: { id: { _gt: $after }, created_at: { _gte: $from, _lt: $until } },
          order_by: { id: asc }, limit: $limit) { ${fields} } }`,
      { ...span, after, limit: inOneGo },
    );
    yield arrivals;
    if (arrivals.length < inOneGo) return;
    after = arrivals.at(-1)?.id ?? after;
  }
}

/** Creates an invoice from a received item and returns it. */
export async function takeArrival(id: number): Promise<Arrival['invoice']> {
  const { taken } = await gql<{ taken: Pick<Arrival, 'invoice'> | null }>(
    `mutation ($id: bigint!, $key: uuid!) {
      taken: invoice_arrival_take(id: $id, idempotency_key: $key) { invoice { id invoice_number_formatted } } }`,
    { id, key: uniqueKey() },
  );
  await reload();
  return taken?.invoice ?? null;
}

/** Attaches a received item to the documents of an invoice. */
export async function assignArrival(id: number, invoice: number): Promise<void> {
  await gql(
    `mutation ($id: bigint!, $invoice: bigint!, $key: uuid!) {
      invoice_arrival_assign(id: $id, invoice_id: $invoice, idempotency_key: $key) { id } }`,
    { id, invoice, key: uniqueKey() },
  );
  await reload();
}

/** Marks a received item as no invoice. */
export async function dismissArrival(id: number): Promise<void> {
  await gql(
    'mutation ($id: bigint!, $key: uuid!) { invoice_arrival_dismiss(id: $id, idempotency_key: $key) { id } }',
    { id, key: uniqueKey() },
  );
  await reload();
}

async function reload(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['inbox'] });
}

export interface FoundInvoice {
  readonly id: number;
  readonly name: string;
}

/** Finds invoices by number or name, newest first. */
export async function findInvoices(text: string, signal: AbortSignal): Promise<readonly FoundInvoice[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { invoice } = await gql<{
    invoice: readonly { id: number; invoice_number_formatted: string | null; name: string | null }[];
  }>(
    `query ($pattern: String!) { invoice(where: { status: { _neq: "declined" }, _or: [
      { invoice_number_formatted: { _ilike: $pattern } }, { number_printed: { _ilike: $pattern } }, { name: { _ilike: $pattern } }] },
      order_by: { id: desc }, limit: 20) { id invoice_number_formatted name } }`,
    { pattern },
    { signal },
  );
  return invoice.map(({ id, invoice_number_formatted: number, name }) => ({
    id,
    name: [number, name].filter(Boolean).join(' · '),
  }));
}
