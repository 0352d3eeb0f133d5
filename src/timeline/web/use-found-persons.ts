import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { gql } from '../../platform/web/api.ts';

export interface FoundPerson {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

const typingPauseMs = 150;

/** Whoever can be asked something: active persons, no groups (TASK-23). */
const personsQuery = `query Colleagues($text: String!) {
  lb_user(
    where: {
      active: { _eq: true }, blocked: { _eq: false }, is_group: { _eq: false }
      _or: [{ name: { _ilike: $text } }, { email: { _ilike: $text } }]
    }
    order_by: { name: asc }
    limit: 6
  ) { id name email }
}`;

/** The persons for what was typed of a name; null while there is nothing to show. `onFound` runs with every new answer. */
export function useFoundPersons(typed: string | null, onFound: () => void): readonly FoundPerson[] | null {
  const [text] = useDebouncedValue(typed?.trim() ?? '', typingPauseMs);
  const { data } = useQuery({
    queryKey: ['mention', text],
    queryFn: async ({ signal }) => {
      const contains = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      const answer = await gql<{ lb_user: readonly FoundPerson[] }>(
        personsQuery,
        { text: contains },
        { signal },
      );
      return answer.lb_user;
    },
    enabled: typed !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const persons = typed === null ? null : (data ?? null);
  const found = persons?.map((person) => person.id).join(' ');
  const markFirst = useEffectEvent(() => {
    if (found) onFound();
  });
  // What Enter takes is marked as soon as the answer is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other persons are found.
  useEffect(markFirst, [found]);
  return persons;
}
