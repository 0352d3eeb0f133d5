import { useEffect, useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

/** An action of the current page; the command palette lists it, with its reason if refused. */
export interface PageAction {
  readonly key: string;
  readonly label: string;
  /** Next step and person. */
  readonly detail?: string | undefined;
  /** Run by `Ctrl+Enter`. */
  readonly isMain?: boolean;
  /** Its shortcut, if different. */
  readonly keys?: string;
  readonly onRun: () => void;
  readonly refusal?: string | null;
}

const changes = createSignal();
let offers: readonly { readonly by: object; readonly actions: readonly PageAction[] }[] = [];
let offered: readonly PageAction[] = [];

function change(next: typeof offers): void {
  offers = next;
  offered = offers.flatMap(({ actions }) => actions);
  changes.notify();
}

/** Offers actions while the component is shown. */
export function useOfferedActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    const by = {};
    change([...offers, { by, actions }]);
    return () => change(offers.filter((offer) => offer.by !== by));
  }, [actions]);
}

/** All actions of the current page. */
export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(changes.subscribe, () => offered);
}
