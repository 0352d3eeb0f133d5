/** Something that is done again and again. */
export interface Repetition {
  /** Ends with the first time. */
  readonly first: Promise<void>;
  /** Ends when the last time has ended; there is none after it. */
  stop(): Promise<void>;
}

/**
 * Does something again and again, with a pause behind each time: nothing piles up where it takes longer than the pause.
 *
 * @param run does not fail
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
