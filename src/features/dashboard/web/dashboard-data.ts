import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import { type DashboardAnswers, dashboardQuery } from '../query.ts';

/** Queries each part separately, so that fast ones do not wait for slow ones. Disabled without a question. */
export function dashboardOptions<Name extends keyof DashboardAnswers>(
  name: Name,
  question: DashboardQuestion | null,
) {
  return queryOptions({
    queryKey: ['dashboard', name, question],
    queryFn: async ({ signal }) => {
      const answer = await gql<Pick<DashboardAnswers, Name>>(
        dashboardQuery(name),
        { ...question },
        { signal },
      );
      return answer[name];
    },
    enabled: question !== null,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}
