import { type RefObject, useEffect, useState } from 'react';
import { returnFocus } from './use-return-focus.ts';

export interface FocusBackProps {
  /** Where the keyboard goes where nothing is left of what it was on. */
  readonly fallback?: RefObject<HTMLElement | null> | undefined;
}

/**
 * Stands in a dialog, and gives the keyboard back to where it was before, however the dialog goes: Mantine does so for
 * those alone that stay mounted while they are closed.
 */
export function FocusBack({ fallback }: FocusBackProps): null {
  const [before] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // Whatever takes the keyboard on purpose does so at once.
      setTimeout(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) returnFocus(before, fallback?.current);
      }, 20);
    },
    [before, fallback],
  );
  return null;
}

/** The entry of a menu is gone with its menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
}
