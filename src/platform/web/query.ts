import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { AnswerLate, RequestFailed } from './failure.ts';

/** The cache of server answers. Lost requests are repeated twice; refusals and timeouts never. */
class AnswerCache extends QueryClient {
  /**
   * Reloads data that a change may have affected. A first query that is still running started before the change, so
   * it is restarted; its callers get the newer answer.
   */
  override invalidateQueries<Key extends readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.state.data !== undefined || query.state.fetchStatus === 'idle') continue;
      void query.cancel({ silent: true });
      // Observers see the failure in the query's state.
      query.fetch().catch(() => undefined);
    }
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new AnswerCache({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, failure) =>
        failure instanceof RequestFailed && !(failure instanceof AnswerLate) && count < 2,
    },
    mutations: { retry: false },
  },
});
