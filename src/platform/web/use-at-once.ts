import { useState } from 'react';

/**
 * A value that somebody changes by way of the address, and how to set it: what he has chosen is there at once, until the
 * address has caught up or says something else. The value has to be the same object for as long as the address is.
 */
export function useAtOnce<T>(value: T): readonly [T, (next: T) => void] {
  const [ahead, setAhead] = useState<{ readonly of: T; readonly next: T } | null>(null);
  return [ahead !== null && ahead.of === value ? ahead.next : value, (next) => setAhead({ of: value, next })];
}
