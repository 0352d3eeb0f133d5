/** A limit for allocated bytes. */
export interface AllocationBudget {
  readonly isExceeded: () => boolean;
  /** Restores the original `Uint8Array`. */
  readonly end: () => void;
}

/**
 * Limits the total size of byte arrays created by this thread from now on; beyond it, creation throws a `RangeError`.
 * Memory limits of threads cover only objects, while a packed stream of a few kilobytes can unpack to gigabytes of
 * such arrays. For threads that do nothing else meanwhile.
 */
export function limitAllocations(bytes: number): AllocationBudget {
  const original = globalThis.Uint8Array;
  let left = bytes;
  globalThis.Uint8Array = new Proxy(original, {
    construct(target, parameters, self): object {
      const [size] = parameters;
      if (typeof size === 'number') {
        left -= size;
        if (left < 0) throw new RangeError('the memory limit is exceeded');
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
