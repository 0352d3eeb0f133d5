import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { AnswerLate, RequestFailed } from './failure.ts';
import { hasNetwork } from './network.ts';
import { answerOrKept } from './offline.ts';

/**
 * The cache of server answers. Lost requests are repeated twice, unless the browser has no connection; refusals and
 * timeouts never.
 */
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
      // Without network a query is answered or refused at once, instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      persister: answerOrKept,
      retry: (count, failure) =>
        failure instanceof RequestFailed && !(failure instanceof AnswerLate) && isConnected() && count < 2,
    },
    mutations: { retry: false },
  },
});

function isConnected(): boolean {
  return hasNetwork() || navigator.onLine !== false;
}
