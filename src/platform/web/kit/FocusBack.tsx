import { type RefObject, useEffect, useState } from 'react';
import { returnFocus } from './use-return-focus.ts';

export interface FocusBackProps {
  /** Focused if the earlier element is gone. */
  readonly fallback?: RefObject<HTMLElement | null> | undefined;
}

/** Restores the focus when its dialog is removed: Mantine does so only for dialogs that stay mounted while closed. */
export function FocusBack({ fallback }: FocusBackProps): null {
  const [before] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // Wait for code that moves the focus on purpose.
      setTimeout(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) returnFocus(before, fallback?.current);
      }, 20);
    },
    [before, fallback],
  );
  return null;
}

/** A menu entry disappears with its menu, so use the menu's button. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
}
