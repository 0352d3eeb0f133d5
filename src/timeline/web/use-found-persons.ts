import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { gql } from '../../platform/web/api.ts';
import { type FoundPerson, foundPersons, mentionQuery, mentionVariables } from '../mention-search.ts';

const typingPauseMs = 150;

/** The persons matching a typed name; null if there is nothing to show. `onFound` runs with every new answer. */
export function useFoundPersons(typed: string | null, onFound: () => void): readonly FoundPerson[] | null {
  const [text] = useDebouncedValue(typed?.trim() ?? '', typingPauseMs);
  const { data } = useQuery({
    queryKey: ['mention', text],
    queryFn: async ({ signal }) => {
      type Answer = Parameters<typeof foundPersons>[1];
      return foundPersons(text, await gql<Answer>(mentionQuery, mentionVariables(text), { signal }));
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
  // Enter takes the marked person, so mark the first one as soon as there is an answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other persons are found.
  useEffect(markFirst, [found]);
  return persons;
}
