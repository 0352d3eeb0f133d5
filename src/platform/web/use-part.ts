import { useEffect, useState } from 'react';

/** Pages come first. */
const partAfterMs = 1500;

/**
 * A part that a page can do without at first: loaded once it is needed, else when the page has had its time. Null
 * until then. `load` is the same function in every call. A part that is needed and does not come is thrown (NAV-23).
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
