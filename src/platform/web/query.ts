import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { AnswerLate, RequestFailed } from './failure.ts';

/** The cache of what the server answered. Lost requests are repeated twice; refusals never, nor what was waited for long enough. */
class AnswerCache extends QueryClient {
  /**
   * Reads anew what a change may have touched. A first reading that is still under way began before the change and
   * would be taken for its result, so it begins again; whoever waits for it gets the newer answer.
   */
  override invalidateQueries<Key extends readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.state.data !== undefined || query.state.fetchStatus === 'idle') continue;
      void query.cancel({ silent: true });
      // Its failure reaches those who look at it by its state.
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
