/** How many bytes work may ask for, and whether it wanted more. */
export interface AllocationBudget {
  readonly isExceeded: () => boolean;
  /** Puts the way of the language back. */
  readonly end: () => void;
}

/**
 * Lets the byte arrays that this thread makes from now on have so many bytes altogether; what asks for more gets a
 * `RangeError`. Limits of a thread hold for objects only, while a packed stream of a few kilobytes unpacks to gigabytes
 * of such arrays. For a thread that does nothing else meanwhile.
 */
export function limitAllocations(bytes: number): AllocationBudget {
  const original = globalThis.Uint8Array;
  let left = bytes;
  globalThis.Uint8Array = new Proxy(original, {
    construct(target, parameters, self): object {
      const [size] = parameters;
      if (typeof size === 'number') {
        left -= size;
        if (left < 0) throw new RangeError('too much memory is asked for');
      }
      return Reflect.construct(target, parameters, self === globalThis.Uint8Array ? target : self);
    },
  });
  return {
    isExceeded: () => left < 0,
    end: () => {
      globalThis.Uint8Array = original;
    },
  };
}
