import { type Dispatch, type SetStateAction, useLayoutEffect } from 'react';

/** Keys kept from the page while the requested search does not have the focus yet. */
const keptAway: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

/**
 * Collects keystrokes for a field that does not have the focus yet: on first use over a slow connection, or briefly
 * on a slow machine. A layout effect, so that one collector replaces another without a gap.
 */
export function useTypedAhead(isAwaited: boolean, setText: Dispatch<SetStateAction<string>>): void {
  useLayoutEffect(() => {
    if (!isAwaited) return;
    const listener = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPlain && event.key.length === 1) setText((before) => before + event.key);
      else if (event.key === 'Backspace') setText((before) => before.slice(0, -1));
      else if (!keptAway.has(event.key)) return;
      // Keep these keystrokes from the currently focused field.
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, [isAwaited, setText]);
}
