import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

const changes = createSignal();
let isReached = true;

/** Whether the last request reached the server (MOB-04); browsers know only about their own connection. */
export function hasNetwork(): boolean {
  return isReached;
}

export function useHasNetwork(): boolean {
  return useSyncExternalStore(changes.subscribe, hasNetwork);
}

/** Calls back when the network goes or comes back. Returns a function that unsubscribes. */
export function onNetwork(listener: () => void): () => void {
  return changes.subscribe(listener);
}

/** Notes whether a request reached the server. */
export function noteNetwork(reached: boolean): void {
  if (reached === isReached) return;
  isReached = reached;
  changes.notify();
}
