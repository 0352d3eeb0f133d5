import { type RefObject, useRef } from 'react';
import { useKeyDown } from '../../../../platform/web/kit/use-key-down.ts';

/** `Alt+P` focuses the search from everywhere on the page; returns the ref for its input. */
export function useSearchKey(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement | null>(null);
  useKeyDown((event) => {
    if (event.code !== 'KeyP' || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.scrollIntoView({ block: 'nearest' });
  });
  return input;
}
