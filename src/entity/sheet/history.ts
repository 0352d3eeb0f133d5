/** A state with its earlier and its undone states. */
export interface History<State> {
  readonly present: State;
  readonly past: readonly State[];
  readonly future: readonly State[];
}

/** States share their unchanged lines, so many of them need little memory. */
const longestPast = 200;

export function begun<State>(present: State): History<State> {
  return { present, past: [], future: [] };
}

/** The history after a change; undone states are discarded. The same state again is no change. */
export function changed<State>(history: History<State>, next: State): History<State> {
  if (next === history.present) return history;
  return { present: next, past: [...history.past, history.present].slice(-longestPast), future: [] };
}

export function undone<State>(history: History<State>): History<State> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    present: previous,
    past: history.past.slice(0, -1),
    future: [history.present, ...history.future],
  };
}

export function redone<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { present: next, past: [...history.past, history.present], future };
}
