import { useState } from 'react';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';

export interface Saving {
  readonly isPending: boolean;
  /** Runs it and says how it went; answers whether it went well. A message in place of "saved" may be given. */
  readonly save: (work: () => Promise<unknown>, message?: string) => Promise<boolean>;
}

/** One section that saves by itself (PROF-02). */
export function useSaving(): Saving {
  const [isPending, setPending] = useState(false);
  const save = async (work: () => Promise<unknown>, message?: string): Promise<boolean> => {
    setPending(true);
    try {
      await work();
      toastSaved(message);
      return true;
    } catch (failure) {
      toastFailure(failure);
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, save };
}
