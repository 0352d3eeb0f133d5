import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { gql } from '../../platform/web/api.ts';
import { type FoundPerson, foundPersons, mentionQuery, mentionVariables } from '../mention-search.ts';

const typingPauseMs = 150;

/** The persons for what was typed of a name; null while there is nothing to show. `onFound` runs with every new answer. */
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
  // What Enter takes is marked as soon as the answer is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever other persons are found.
  useEffect(markFirst, [found]);
  return persons;
}
