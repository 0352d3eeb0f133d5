import { useEffect, useSyncExternalStore } from 'react';

/** Something that the page in view offers; the command palette lists it with its reason when it is refused. */
export interface PageAction {
  readonly key: string;
  readonly label: string;
  /** With whom and where it goes on. */
  readonly detail?: string | undefined;
  /** The one that `Ctrl+Enter` runs. */
  readonly isMain?: boolean;
  /** The keys that run it, where they are others. */
  readonly keys?: string;
  readonly onRun: () => void;
  readonly refusal?: string | null;
}

const listeners = new Set<() => void>();
let offers: readonly { readonly by: object; readonly actions: readonly PageAction[] }[] = [];
let offered: readonly PageAction[] = [];

function change(next: typeof offers): void {
  offers = next;
  offered = offers.flatMap(({ actions }) => actions);
  for (const listener of listeners) listener();
}

/** Offers actions while the component is shown. */
export function useOfferedActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    const by = {};
    change([...offers, { by, actions }]);
    return () => change(offers.filter((offer) => offer.by !== by));
  }, [actions]);
}

/** Every action of the page in view. */
export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
}
