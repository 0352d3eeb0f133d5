import { useCallback, useState } from 'react';
import type { Arrangement } from './arrangement.ts';

/** The arrangement with undo. */
export interface OnTheTable {
  readonly arrangement: Arrangement;
  readonly change: (change: (arrangement: Arrangement) => Arrangement) => void;
  /** Undoes the last change; null if there is none. */
  readonly undo: (() => void) | null;
}

export function useArrangement(first: Arrangement): OnTheTable {
  const [[arrangement = first, ...former], setAll] = useState<readonly Arrangement[]>([first]);
  const change = useCallback<OnTheTable['change']>(
    (make) =>
      setAll(([present = first, ...before]) => {
        const next = make(present);
        return next === present ? [present, ...before] : [next, present, ...before];
      }),
    [first],
  );
  const undo = former.length === 0 ? null : () => setAll(([, ...before]) => before);
  return { arrangement, change, undo };
}
