/** A repeated action. */
export interface Repetition {
  /** Resolves after the first run. */
  readonly first: Promise<void>;
  /** Stops further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Repeats an action with a pause after each run, so that runs never overlap.
 *
 * @param run must not fail
 * @param pauseMs in milliseconds
 */
export function repeatedly(run: () => Promise<void>, pauseMs: number): Repetition {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const once = async (): Promise<void> => {
    await run();
    if (isOver) return;
    timer = setTimeout(() => {
      latest = once();
    }, pauseMs);
  };
  const first = once();
  let latest = first;
  return {
    first,
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await latest;
    },
  };
}
