import { type FocusEvent, useRef } from 'react';

export interface ReturnFocus {
  /** For the element around the notice. */
  readonly onFocus: (event: FocusEvent) => void;
  /** Call it as the notice closes, while it is still there. */
  readonly giveBack: () => void;
}

/** Gives the keyboard back to where it was before it came to a notice, so that closing the notice does not lose it. */
export function useReturnFocus(): ReturnFocus {
  const before = useRef<EventTarget | null>(null);
  return {
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    giveBack: () => returnFocus(before.current),
  };
}

/** Puts the keyboard on what it was on, or when that is gone on `fallback` or the page; the body is nothing to be on. */
export function returnFocus(before: EventTarget | null, fallback: HTMLElement | null = null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  (isThere ? before : (fallback ?? document.querySelector('main')))?.focus({ preventScroll: true });
}
