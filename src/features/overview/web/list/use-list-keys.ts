import { useEffect, useEffectEvent } from 'react';

export interface ListKeys {
  readonly onMove: (step: 1 | -1) => void;
  readonly onOpen: () => void;
  /** Picks the row for an action on several of them. */
  readonly onPick: () => void;
}

/** `j` and `k` move in the list, `x` picks, `Enter` opens, while nobody types and no button or dialog has the focus. */
export function useListKeys({ onMove, onOpen, onPick }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[aria-modal="true"]'))
      return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, textarea, select, [role="menu"], [role="option"]')) return;
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault();
      onMove(event.key === 'j' ? 1 : -1);
    } else if (event.key === 'x') {
      event.preventDefault();
      onPick();
    } else if (event.key === 'Enter' && !target.closest('a, button')) {
      onOpen();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
