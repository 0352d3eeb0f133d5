import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Amount, minus, sum } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';

/** How far a person may approve, as the server tells it without the figure of his limit. */
export interface Standing {
  readonly id: number;
  readonly covers: boolean;
  readonly is_limited: boolean;
  readonly place: number;
  readonly priority_place: number;
}

export type Standings = ReadonlyMap<number, Standing>;

/** A limit and a priority that come to the same choice as the real ones, for this value. */
export interface StandIn {
  readonly approval_limit: Amount | null;
  readonly priority_approval_limit: number | null;
}

/**
 * What stands for the limit of a person whose figure is for administrators: above the value where he covers it, else below,
 * in the order of the real limits. Of somebody who is not known there is none, which covers nothing.
 */
export function standInFor(standing: Standing | undefined, value: Amount): StandIn {
  if (standing === undefined) return { approval_limit: minus(value, '1'), priority_approval_limit: null };
  const { covers, is_limited: isLimited, place, priority_place: priority_approval_limit } = standing;
  if (!isLimited) return { approval_limit: null, priority_approval_limit };
  const distance = covers ? String(place) : String(place - mostPlaces);
  return { approval_limit: sum([value, distance]), priority_approval_limit };
}

/** More places than there are people in a question. */
const mostPlaces = 1000;

const query = `query ApproverStanding($ids: [bigint!]!, $value: numeric!) {
  approver_standing(ids: $ids, value: $value) { id covers is_limited place priority_place } }`;

const pauseMs = 250;

/** How far these people may approve a value; undefined until it is known. */
export function useStandings(ids: readonly number[], value: Amount | null): Standings | undefined {
  // Whoever types an amount does not ask with each key.
  const [asked] = useDebouncedValue(value, pauseMs);
  const { data } = useQuery({
    queryKey: ['approver-standing', ids, asked],
    queryFn: async ({ signal }) => {
      const { approver_standing: rows } = await gql<{ approver_standing: readonly Standing[] }>(
        query,
        { ids, value: asked },
        { signal },
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return data;
}
