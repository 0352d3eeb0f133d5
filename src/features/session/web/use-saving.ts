import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';

export interface Saving {
  readonly isPending: boolean;
  /** Runs the work, shows the outcome, and returns whether it succeeded. `message` replaces "saved". */
  readonly save: (work: () => Promise<unknown>, message?: string) => Promise<boolean>;
}

/** Save state of one section (PROF-02). */
export function useSaving(): Saving {
  const { isPending, perform } = useAction();
  return {
    isPending,
    save: (work, message) =>
      perform(async () => {
        await work();
        toastSaved(message);
      }),
  };
}
