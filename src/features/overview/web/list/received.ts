import { useQuery } from '@tanstack/react-query';
import { type Amount, amountOf } from '../../../../base/money.ts';
import { type ShownKind, useShownKind } from '../../../../document/web/listed-kind.ts';
import { taskRefreshMs } from '../../../../platform/constants.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { ListedDocument } from './listed-document.ts';

/** Received and ordered quantity, over all lines with goods. */
export interface Received {
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

interface Answer {
  readonly documents: readonly {
    readonly id: number;
    readonly goods: {
      readonly aggregate: {
        readonly sum: { readonly ordered: number | null; readonly received: number | null };
      };
    };
  }[];
}

async function receivedOf({ name, goods }: ShownKind, ids: readonly number[]): Promise<Found> {
  const query = `query Received($ids: [bigint!]!) {
    documents: ${name}(where: { id: { _in: $ids } }) { id goods: ${goods?.aggregate} }
  }`;
  const { documents } = await gql<Answer>(query, { ids });
  return new Map(
    documents.map(({ id, goods: { aggregate } }) => [
      id,
      { received: amountOf(aggregate.sum.received ?? 0), ordered: amountOf(aggregate.sum.ordered ?? 0) },
    ]),
  );
}
