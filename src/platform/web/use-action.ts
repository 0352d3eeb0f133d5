import { useState } from 'react';
import { failureText } from './failure-text.ts';
import { toastFailure } from './toasts.tsx';

export interface Action {
  readonly isPending: boolean;
  /** Does the work and shows its failure. Returns whether it succeeded. */
  readonly perform: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** An action of a button: pending until its work is done; a failure is shown as a toast. */
export function useAction(
  onFailure: (failure: unknown) => void = (failure) => toastFailure(failure),
): Action {
  const [isPending, setPending] = useState(false);
  const perform = async (work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    try {
      await work();
      return true;
    } catch (failure) {
      onFailure(failure);
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, perform };
}

export interface ExplainedAction extends Action {
  /** The text of the last failure, until the action is taken again. */
  readonly problem: string | null;
  readonly setProblem: (problem: string | null) => void;
}

/** An action whose failure is shown beside its button. */
export function useExplainedAction(): ExplainedAction {
  const [problem, setProblem] = useState<string | null>(null);
  const { isPending, perform } = useAction((failure) => setProblem(failureText(failure)));
  return {
    isPending,
    problem,
    setProblem,
    perform: (work) => {
      setProblem(null);
      return perform(work);
    },
  };
}
