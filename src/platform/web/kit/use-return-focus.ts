import { type FocusEvent, useRef } from 'react';

export interface ReturnFocus {
  /** For the element around the notice. */
  readonly onFocus: (event: FocusEvent) => void;
  /** Call it when the notice closes, while it still exists. */
  readonly giveBack: () => void;
}

/** Returns the focus to its earlier element when a notice closes. */
export function useReturnFocus(): ReturnFocus {
  const before = useRef<EventTarget | null>(null);
  return {
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    giveBack: () => returnFocus(before.current),
  };
}

/** Focuses the earlier element, or if it is gone `fallback` or the page; the body does not count. */
export function returnFocus(before: EventTarget | null, fallback: HTMLElement | null = null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  (isThere ? before : (fallback ?? document.querySelector('main')))?.focus({ preventScroll: true });
}
