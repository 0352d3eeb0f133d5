import { useKeyDown } from '../../../../platform/web/kit/use-key-down.ts';
import type { ListEnd } from './documents.ts';

export interface ListKeys {
  readonly onMove: (step: 1 | -1) => void;
  readonly onJump: (end: ListEnd) => void;
  readonly onOpen: () => void;
  /** Picks the row for a bulk action. */
  readonly onPick: () => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
const ends: Readonly<Record<string, ListEnd>> = { Home: 'start', End: 'end' };

/**
 * `j` and `k` move, `x` picks, `Enter` opens, unless an input, button or dialog has the focus. Arrows, Home and End
 * work only in the list or without focus, since other elements use them.
 */
export function useListKeys({ onMove, onJump, onOpen, onPick }: ListKeys): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[aria-modal="true"]'))
      return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, textarea, select, [role="menu"], [role="option"]')) return;
    // A click on an element without focus leaves the focus on the body.
    const isInList = target.matches('body, main') || target.closest('table') !== null;
    const step = event.key.length === 1 || isInList ? steps[event.key] : undefined;
    const end = isInList && !event.shiftKey ? ends[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      onMove(step);
    } else if (end !== undefined) {
      event.preventDefault();
      onJump(end);
    } else if (event.key === 'x') {
      event.preventDefault();
      onPick();
    } else if (event.key === 'Enter' && !target.closest('a, button')) {
      onOpen();
    }
  });
}
