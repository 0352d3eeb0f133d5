import type { RefObject } from 'react';
import { useKeyDown } from '../../platform/web/kit/use-key-down.ts';

/** `j` and `k` move the focus from row to row outside of inputs; Enter opens the focused row natively. */
export function useRowKeys(rows: RefObject<HTMLElement | null>): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isElsewhere = target.closest('input, textarea, select, [role="menu"]') !== null;
    if (isElsewhere || document.querySelector('[aria-modal="true"]')) return;
    const all = [...(rows.current?.querySelectorAll<HTMLElement>('[data-row-open]') ?? [])];
    const place = all.indexOf(document.activeElement as HTMLElement);
    const next = all[event.key === 'j' ? place + 1 : Math.max(0, place - 1)];
    event.preventDefault();
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  });
}
