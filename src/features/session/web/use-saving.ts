import { useState } from 'react';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';

export interface Saving {
  readonly isPending: boolean;
  /** Runs the work, shows the outcome, and returns whether it succeeded. `message` replaces "saved". */
  readonly save: (work: () => Promise<unknown>, message?: string) => Promise<boolean>;
}

/** Save state of one section (PROF-02). */
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
