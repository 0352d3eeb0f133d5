import { QueryClient } from '@tanstack/react-query';
import { RequestFailed } from './failure.ts';

/** The cache of what the server answered. Lost requests are repeated twice, refusals never. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, failure) => failure instanceof RequestFailed && count < 2,
    },
    mutations: { retry: false },
  },
});
