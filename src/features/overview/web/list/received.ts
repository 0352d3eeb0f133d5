import { useQuery } from '@tanstack/react-query';
import { type Amount, amountOf } from '../../../../base/money.ts';
import { type ShownKind, useShownKind } from '../../../../document/web/listed-kind.ts';
import { taskRefreshMs } from '../../../../platform/constants.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { ListedDocument } from './listed-document.ts';

/** Received and ordered quantity over all lines with goods, or numbers of lines where these have several units. */
export interface Received {
  readonly isOfOneUnit: boolean;
  readonly received: Amount;
  readonly ordered: Amount;
}

/**
 * Received goods of a document that waits for them; null where none are expected, or while loading. Each drawn row
 * queries its own without delaying the list; rows that query at the same time share a request.
 */
export function useReceived({ kind: name, id, status }: ListedDocument): Received | null {
  const kind = useShownKind(name);
  const { data } = useQuery({
    queryKey: ['documents', 'received', name, id],
    queryFn: () => asked(kind, id),
    enabled: kind.goods !== undefined && kind.goods.status === status,
    refetchInterval: taskRefreshMs,
  });
  return data ?? null;
}

type Found = ReadonlyMap<number, Received>;

/** Requests that will be sent once all rows of this render have joined, by kind. */
const gathering = new Map<string, { readonly ids: Set<number>; readonly found: Promise<Found> }>();

async function asked(kind: ShownKind, id: number): Promise<Received | null> {
  const { ids, found } = gathering.get(kind.name) ?? gather(kind);
  ids.add(id);
  return (await found).get(id) ?? null;
}

function gather(kind: ShownKind): { readonly ids: Set<number>; readonly found: Promise<Found> } {
  const ids = new Set<number>();
  const found = new Promise((resolve) => setTimeout(resolve)).then(() => {
    gathering.delete(kind.name);
    return receivedOf(kind, [...ids]);
  });
  const request = { ids, found };
  gathering.set(kind.name, request);
  return request;
}

/** The aggregates of `AwaitedGoods`. */
export interface GoodsRow {
  readonly goods: {
    readonly aggregate: {
      readonly count: number;
      readonly units: number;
      readonly sum: { readonly ordered: number | null; readonly received: number | null };
      readonly min: { readonly unit: string | null };
      readonly max: { readonly unit: string | null };
    };
  };
  readonly begun: { readonly aggregate: { readonly count: number } };
}

/** The received share; pieces and litres have no sum, so that lines are counted then. */
export function receivedShare({ goods, begun }: GoodsRow): Received {
  const { count, units, sum, min, max } = goods.aggregate;
  const isOfOneUnit = min.unit === max.unit && (units === count || units === 0);
  const [received, ordered] = isOfOneUnit
    ? [sum.received ?? 0, sum.ordered ?? 0]
    : [begun.aggregate.count, count];
  return { isOfOneUnit, received: amountOf(received), ordered: amountOf(ordered) };
}

async function receivedOf({ name, goods }: ShownKind, ids: readonly number[]): Promise<Found> {
  const query = `query Received($ids: [bigint!]!) {
    documents: ${name}(where: { id: { _in: $ids } }) { id ${goods?.aggregates} }
  }`;
  const { documents } = await gql<{ readonly documents: readonly (GoodsRow & { readonly id: number })[] }>(
    query,
    { ids },
  );
  return new Map(documents.map((row) => [row.id, receivedShare(row)]));
}
