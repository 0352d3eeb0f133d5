import { type Dispatch, type SetStateAction, useLayoutEffect } from 'react';

/** What must not reach the page behind a search that is asked for and has not got the keyboard yet. */
const keptAway: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

/**
 * Takes what is typed while a field is awaited that does not have the keyboard yet: on its first use over a slow
 * connection, or for a moment on a slow machine. As a layout effect, so that one that takes over from another one does
 * so without a gap.
 */
export function useTypedAhead(isAwaited: boolean, setText: Dispatch<SetStateAction<string>>): void {
  useLayoutEffect(() => {
    if (!isAwaited) return;
    const listener = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPlain && event.key.length === 1) setText((before) => before + event.key);
      else if (event.key === 'Backspace') setText((before) => before.slice(0, -1));
      else if (!keptAway.has(event.key)) return;
      // Nothing of it belongs to the field that has the keyboard until then.
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [isAwaited, setText]);
}
