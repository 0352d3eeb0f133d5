import { useSyncExternalStore } from 'react';
import { createSignal } from '../../../../platform/web/signal.ts';
import type { TourPage } from '../../tours.ts';

/** The tour of the shown page that waits to be asked for, and the one that was (ONB-10). */
let waiting: TourPage | null = null;
let asked: TourPage | null = null;
const changes = createSignal();

function change(next: { readonly waiting: TourPage | null; readonly asked: TourPage | null }): void {
  if (next.waiting === waiting && next.asked === asked) return;
  ({ waiting, asked } = next);
  changes.notify();
}

/** Whether the shown page has a tour that waits to be asked for. */
export function useTourWaits(): boolean {
  return useSyncExternalStore(changes.subscribe, () => waiting) !== null;
}

/** The tour that was asked for, or null. */
export function useAskedTour(): TourPage | null {
  return useSyncExternalStore(changes.subscribe, () => asked);
}

/** States which tour waits, or none. */
export function noteWaitingTour(page: TourPage | null): void {
  change({ waiting: page, asked });
}

/** Starts the waiting tour. */
export function askForTour(): void {
  change({ waiting: null, asked: waiting });
}

/** Ends the asked tour; it waits again if it was not finished. */
export function endAskedTour(): void {
  change({ waiting, asked: null });
}
