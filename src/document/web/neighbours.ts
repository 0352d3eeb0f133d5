import { useSyncExternalStore } from 'react';
import { createSignal } from '../../platform/web/signal.ts';

/** A document of a list. */
export interface Neighbour {
  readonly kind: string;
  readonly id: number;
}

/** The place of a document in the list it was opened from. */
export interface ListPlace {
  /** Counted from 1. */
  readonly position: number;
  readonly count: number;
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
}

interface OpenedList {
  readonly rows: readonly Neighbour[];
  readonly count: number;
}

const changes = createSignal();
let opened: OpenedList = { rows: [], count: 0 };

/**
 * Remembers the list from which a document is opened, for the buttons to its neighbours; until another list is opened
 * or the page is reloaded.
 *
 * @param count of all its documents, which need not all be loaded
 */
export function rememberList(rows: readonly Neighbour[], count: number): void {
  opened = { rows: rows.map(({ kind, id }) => ({ kind, id })), count: Math.max(count, rows.length) };
  changes.notify();
}

/** The place of a document in that list; null if it is not in it. */
export function placeIn({ rows, count }: OpenedList, { kind, id }: Neighbour): ListPlace | null {
  const index = rows.findIndex((row) => row.kind === kind && row.id === id);
  if (index < 0 || count < 2) return null;
  return { position: index + 1, count, previous: rows[index - 1] ?? null, next: rows[index + 1] ?? null };
}

/** The place of a document in the list opened last. */
export function useListPlace(document: Neighbour | null): ListPlace | null {
  const list = useSyncExternalStore(changes.subscribe, () => opened);
  return document === null ? null : placeIn(list, document);
}
