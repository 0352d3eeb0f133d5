import { useState } from 'react';

/**
 * A value changed through the address, and its setter: a chosen value applies at once, until the address follows or
 * changes otherwise. The value must be the same object while the address is the same.
 */
export function useAtOnce<T>(value: T): readonly [T, (next: T) => void] {
  const [ahead, setAhead] = useState<{ readonly of: T; readonly next: T } | null>(null);
  return [ahead !== null && ahead.of === value ? ahead.next : value, (next) => setAhead({ of: value, next })];
}
