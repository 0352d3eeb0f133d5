import { useEffect, useState } from 'react';

/** Lets the page load first. */
const partAfterMs = 1500;

/**
 * A chunk that a page can start without: loaded when needed, else after the page had time to load. Null until then.
 * `load` must be the same function in every call. A needed chunk that fails to load is thrown (NAV-23).
 */
export function usePart<Part>(load: () => Promise<Part>, isNeeded: boolean): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (part !== null) return;
    const ask = (): void => {
      load()
        .then((loaded) => setPart(() => loaded))
        .catch((cause: unknown) => (isNeeded ? setFailure(cause) : undefined));
    };
    const timer = setTimeout(ask, isNeeded ? 0 : partAfterMs);
    return () => clearTimeout(timer);
  }, [load, part, isNeeded]);
  if (failure !== null) throw failure;
  return part;
}
