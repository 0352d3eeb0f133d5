import { useQueries } from '@tanstack/react-query';
import { useHasRole } from '../../../../platform/web/profile.ts';
import type { Selection } from '../../documents-query.ts';
import { whereOfOwn } from '../../filter.ts';
import { useFilterFacts } from '../use-overview-view.ts';
import { type Stake, stakeOptions } from './documents.ts';
import { urgencySpans, whereOfSpan } from './task-groups.ts';

/** The amounts at stake in each group of tasks, by group key (OVW-10). Empty without prices and while loading. */
export function useStakes(selection: Selection | null): Readonly<Record<string, readonly Stake[]>> {
  const facts = useFilterFacts();
  const seesPrices = useHasRole('user-price');
  const spans = facts === null || selection === null || !seesPrices ? [] : urgencySpans(facts.today);
  return useQueries({
    queries: spans.map((span) =>
      stakeOptions({ _and: [selection?.where ?? {}, whereOfOwn(facts?.persons ?? []), whereOfSpan(span)] }),
    ),
    combine: (answers) =>
      Object.fromEntries(spans.map(({ key }, place) => [key, answers[place]?.data ?? []])),
  });
}
