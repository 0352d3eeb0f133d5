import { infiniteQueryOptions, keepPreviousData, type QueryMeta, queryOptions } from '@tanstack/react-query';
import { type Amount, amountOf } from '../../../../base/money.ts';
import type { ListedKind, Where } from '../../../../document/listed-kind.ts';
import { headsKey, tasksMeta } from '../../../../document/web/known-head.ts';
import { taskRefreshMs } from '../../../../platform/constants.ts';
import { gql } from '../../../../platform/web/api.ts';
import {
  countQuery,
  fieldsOfList,
  furtherPageSize,
  isCounted,
  netQuery,
  pageRequest,
  pageSize,
  type Selection,
  stakeQuery,
} from '../../documents-query.ts';
import { type FilterFacts, findsNothing, type OverviewTab, orderOf, ownSort, whereOf } from '../../filter.ts';
import type { OverviewView } from '../../overview-search.ts';
import { behind, columnsOf, type Place, reversed } from '../../place-in-order.ts';
import { type ListedDocument, type ListedRow, listedDocument } from './listed-document.ts';

/** Filter and order of a view for the API. */
export function selectionOf(
  { tab, filter, sort }: Omit<OverviewView, 'viewMode'>,
  facts: FilterFacts,
): Selection {
  return {
    where: whereOf(tab, filter, facts),
    order_by: orderOf(tab, sort ?? ownSort(tab), facts.seesPrices),
  };
}

/** The end from which a list is loaded. */
export type ListEnd = 'start' | 'end';

interface RowPage<Row> {
  readonly from: ListEnd;
  readonly rows: readonly Row[];
  /** Position after which the next page begins; null for the last page. */
  readonly next: Place | null;
}

/** Fields of the list, and those of its order. */
type ReadRow<Row> = Row & Place;

/** Parts queried at once: the first ones usually fill a page. */
const partsAtOnce = 2;

async function readPage<Row>(
  fields: string,
  selection: Selection,
  place: Place | null,
  signal: AbortSignal,
): Promise<Omit<RowPage<ReadRow<Row>>, 'from'>> {
  const limit = place === null ? pageSize : furtherPageSize;
  const parts = place === null ? [{}] : behind(selection.order_by, place);
  const found: ReadRow<Row>[] = [];
  for (let at = 0; at < parts.length && found.length < limit; at += partsAtOnce) {
    const asked = parts.slice(at, at + partsAtOnce);
    const { query, variables } = pageRequest(fields, selection, asked, limit);
    const answer = await gql<Record<string, readonly ReadRow<Row>[]>>(query, variables, { signal });
    for (const part of asked.keys()) found.push(...(answer[`part${part}`] ?? []));
  }
  const rows = found.slice(0, limit);
  const last = rows.length < limit ? undefined : rows.at(-1);
  const next = columnsOf(selection.order_by).map((column) => [column, last?.[column] ?? null] as const);
  return { rows, next: last === undefined ? null : Object.fromEntries(next) };
}

/**
 * The rows of a selection from one of its ends, page by page, refreshed every minute (OVW-10). A page begins after
 * the last row of the page before, so that concurrent changes neither skip nor repeat rows.
 */
export function pagesOptions<Row, Shown>(read: {
  /** Cache key of these rows within the selection. */
  readonly key: readonly unknown[];
  readonly fields: string;
  readonly selection: Selection | null;
  readonly from: ListEnd;
  readonly shown: (row: Row) => Shown;
  readonly meta?: QueryMeta;
}) {
  const { key, fields, selection, from, shown, meta } = read;
  return infiniteQueryOptions({
    queryKey: [...key, selection, from],
    queryFn: async ({ pageParam, signal }): Promise<RowPage<Shown>> => {
      if (selection === null || findsNothing(selection.where)) return { from, rows: [], next: null };
      const order_by = from === 'start' ? selection.order_by : reversed(selection.order_by);
      const page = await readPage<Row>(fields, { ...selection, order_by }, pageParam, signal);
      return { from, rows: page.rows.map(shown), next: page.next };
    },
    initialPageParam: null as Place | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: selection !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
    ...(meta && { meta }),
  });
}

/** All loaded rows in list order. */
export function rowsOf<Row>(pages: readonly RowPage<Row>[]): readonly Row[] {
  const rows = pages.flatMap((page) => page.rows);
  return pages[0]?.from === 'end' ? rows.toReversed() : rows;
}

/** The documents of a view. Disabled while the selection is null. */
export function documentsOptions(
  tab: OverviewTab,
  selection: Selection | null,
  kinds: readonly ListedKind[],
  from: ListEnd,
) {
  return pagesOptions<ListedRow, ListedDocument>({
    ...{ key: headsKey, fields: fieldsOfList(tab), selection, from },
    ...(tab === 'tasks' ? { meta: tasksMeta } : {}),
    shown: (row) => listedDocument(row, kinds),
  });
}

/** The number of hits, see `countHits`. Disabled while the filter is null. */
export function countOptions(where: Where | null) {
  return queryOptions({
    queryKey: ['documents', 'count', where],
    queryFn: ({ signal }) => countHits(where, signal),
    enabled: where !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
}

/** The number of hits, or `countedAtMost` + 1 if there are more. */
export async function countHits(where: Where | null, signal: AbortSignal): Promise<number> {
  if (where && findsNothing(where)) return 0;
  type Answer = { document_aggregate: { aggregate: { count: number } } };
  const answer = await gql<Answer>(countQuery, { where }, { signal });
  return answer.document_aggregate.aggregate.count;
}

/** Net sum of documents in one company currency. */
export interface NetSum {
  readonly currency: string;
  readonly net: Amount;
  /** Commitment of the contracts among them (CON-39); null where there are none. */
  readonly committed: Amount | null;
  /** Number of hits in another currency without a rate, which the sum excludes (PRICE-07). */
  readonly withoutRate: number;
  /** Number of hits, those without a rate included. */
  readonly count: number;
}

/** The number of hits: where they were not counted to the end, that of their sums, which costs no further query. */
export function knownCount(count: number | null, net: readonly Pick<NetSum, 'count'>[]): number | null {
  if (count === null || isCounted(count)) return count;
  return Math.max(
    count,
    net.reduce((total, one) => total + one.count, 0),
  );
}

/** Net sums of the hits per currency (DASH-05). Disabled while the filter is null. */
export function netOptions(where: Where | null) {
  return queryOptions({
    queryKey: ['documents', 'net', where],
    queryFn: ({ signal }) => (where === null || findsNothing(where) ? [] : netSums(where, signal)),
    enabled: where !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
}

/** The amount at stake in documents of one company currency (OVW-10). */
export interface Stake {
  readonly currency: string;
  readonly amount: Amount;
  /** The number of documents in another currency without a rate, which are not in the amount (PRICE-07). */
  readonly withoutRate: number;
}

/** The amounts at stake in the hits, per currency. Disabled while the filter is null. */
export function stakeOptions(where: Where | null) {
  return queryOptions({
    queryKey: ['documents', 'stake', where],
    queryFn: async ({ signal }): Promise<readonly Stake[]> =>
      where === null || findsNothing(where)
        ? []
        : (await byCurrency<StakeSum>(stakeQuery, where, signal)).map(({ currency, count, known, sum }) => ({
            ...{ currency, amount: amountOf(sum.at_stake ?? 0), withoutRate: count - known },
          })),
    enabled: where !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
}

async function netSums(where: Where, signal: AbortSignal): Promise<readonly NetSum[]> {
  const found = await byCurrency<NetFigures>(netQuery, where, signal);
  return found.map(({ currency, count, known, sum }) => ({
    currency,
    net: amountOf(sum.company_netto ?? 0),
    committed: sum.committed_netto === null ? null : amountOf(sum.committed_netto),
    withoutRate: count - known,
    count,
  }));
}

interface NetFigures {
  readonly company_netto: number | null;
  readonly committed_netto: number | null;
}

interface StakeSum {
  readonly at_stake: number | null;
}

interface Aggregated<Sum> {
  readonly count: number;
  readonly known: number;
  readonly sum: Sum;
  readonly min: { readonly company_currency: string | null };
  readonly max: { readonly company_currency: string | null };
}

/** Usually one query suffices; with several currencies the one found is excluded and the rest queried again. */
async function byCurrency<Sum>(
  query: string,
  where: Where,
  signal: AbortSignal,
): Promise<readonly (Aggregated<Sum> & { readonly currency: string })[]> {
  type Answer = { readonly document_aggregate: { readonly aggregate: Aggregated<Sum> } };
  const { aggregate } = (await gql<Answer>(query, { where }, { signal })).document_aggregate;
  const { company_currency: currency } = aggregate.min;
  if (currency === null) return [];
  if (currency === aggregate.max.company_currency) return [{ ...aggregate, currency }];
  const only = { company_currency: { _eq: currency } };
  const [own, others] = await Promise.all([
    byCurrency<Sum>(query, { _and: [where, only] }, signal),
    byCurrency<Sum>(query, { _and: [where, { _not: only }] }, signal),
  ]);
  return [...own, ...others];
}
