import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Amount, minus, sum } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';

/** A person's approval position as the server returns it, without the limit itself. */
export interface Standing {
  readonly id: number;
  readonly covers: boolean;
  readonly is_limited: boolean;
  readonly place: number;
  readonly priority_place: number;
}

export type Standings = ReadonlyMap<number, Standing>;

/** A substitute limit and priority that lead to the same choice as the real ones, for this value. */
export interface Substitute {
  readonly approval_limit: Amount | null;
  readonly priority_approval_limit: number | null;
}

/**
 * A substitute for a limit that only administrators see: above the value if it is covered, else below, in the order
 * of the real limits. Unknown persons cover nothing.
 */
export function replacementFor(standing: Standing | undefined, value: Amount): Substitute {
  if (standing === undefined) return { approval_limit: minus(value, '1'), priority_approval_limit: null };
  const { covers, is_limited: isLimited, place, priority_place: priority_approval_limit } = standing;
  if (!isLimited) return { approval_limit: null, priority_approval_limit };
  const distance = covers ? String(place) : String(place - maxPlaces);
  return { approval_limit: sum([value, distance]), priority_approval_limit };
}

/** More than the number of people in a query. */
const maxPlaces = 1000;

const query = `query ApproverStanding($ids: [bigint!]!, $value: numeric!) {
  approver_standing(ids: $ids, value: $value) { id covers is_limited place priority_place } }`;

const pauseMs = 250;

/** The approval positions of these people for a value; undefined until known. */
export function useStandings(ids: readonly number[], value: Amount | null): Standings | undefined {
  // Avoids a request for every typed digit.
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
