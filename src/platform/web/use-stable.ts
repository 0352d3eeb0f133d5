import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with stable identity that calls `run` of the last render, for memoised components. */
export function useStable<Arguments extends readonly unknown[]>(
  run: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...given) => latest.current(...given), []);
}
