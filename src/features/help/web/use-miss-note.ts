import { useEffect } from 'react';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { longestMiss, shortestMiss } from '../manual-miss.ts';

/** Somebody who types goes on within this time, in milliseconds. */
const pause = 2000;

/** Notes a search without a hit for administrators, once its text rests (ONB-10); a failure disturbs nobody. */
export function useMissNote(wanted: string, isMiss: boolean): void {
  const text = wanted.trim().toLowerCase();
  const isNoted = isMiss && text.length >= shortestMiss && text.length <= longestMiss;
  useEffect(() => {
    if (!isNoted) return;
    const timer = setTimeout(
      () =>
        void queryClient.prefetchQuery({
          queryKey: ['help', 'noted-miss', text],
          queryFn: async () => {
            await rest('/api/help/miss', { method: 'POST', body: { text } });
            return text;
          },
          staleTime: Number.POSITIVE_INFINITY,
        }),
      pause,
    );
    return () => clearTimeout(timer);
  }, [text, isNoted]);
}
