import { useKeyDown } from '../../platform/web/kit/use-key-down.ts';

const letters: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };
/** By key position, since `Alt` changes the letters in some layouts. */
const places: Readonly<Record<string, 1 | -1>> = { KeyJ: 1, KeyK: -1 };

/**
 * `J` opens the next document of the list and `K` the previous one, as in the list itself; with `Alt` also while
 * typing.
 */
export function useStepKeys(onStep: (step: 1 | -1) => void): void {
  useKeyDown((event) => {
    const step = event.altKey ? places[event.code] : letters[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isTyping = target.closest('input, textarea, select, [role="menu"], [role="option"]') !== null;
    if ((isTyping && !event.altKey) || document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    onStep(step);
  });
}
