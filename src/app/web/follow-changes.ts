import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { Kind } from '../../document/kind.ts';
import { followLive } from '../../platform/web/live.ts';
import { type Change, readingWait } from '../../platform/web/live-protocol.ts';

/** Queries showing documents of a kind: their page and the preview of a list. */
const shownBy = ({ name }: Kind): readonly QueryKey[] => [[name], ['preview', name]];
/** Queries of lists and counts that may contain any document. */
const listKeys: readonly string[] = ['tasks', 'documents'];

/** Delays that group changes, in milliseconds; lists are reloaded less often. */
const soonMs = 100;
const documentsApartMs = 500;
const listsApartMs = 2_000;

/**
 * Updates pages after changes by others (API-42, OVW-10). Called once at start.
 *
 * @param onConnected called after each connection to the server
 */
export function followChanges(client: QueryClient, kinds: readonly Kind[], onConnected: () => void): void {
  const readLists = collecting(listsApartMs, () => {
    for (const list of listKeys) reload(client, { queryKey: [list] });
  });
  const readDocuments = collecting<Change>(documentsApartMs, (changes) => {
    for (const { kind, id } of changes) {
      const shown = kinds.filter(({ name }) => name === kind).flatMap(shownBy);
      for (const key of shown) reload(client, { queryKey: [...key, id] });
    }
  });
  const readAllDocuments = collecting(documentsApartMs, () => {
    for (const key of kinds.flatMap(shownBy)) reload(client, { queryKey: key });
  });
  followLive((events) => {
    for (const event of events) {
      // A first load started while the stream was opening and is up to date.
      if (event.type === 'open') reload(client, { predicate: ({ state }) => state.data !== undefined });
      if (event.type === 'open') onConnected();
      if (event.type === 'change') readDocuments(event.change);
      if (event.type === 'left') readAllDocuments(event);
      if (event.type === 'change' || event.type === 'left') readLists(event);
    }
  });
}

/** A hidden page reloads when it becomes visible. */
function reload(client: QueryClient, filters: QueryFilters): void {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  void client.invalidateQueries({ ...filters, refetchType });
}

/** Groups items and reads them at once, at least `apartMs` apart. */
function collecting<Item>(apartMs: number, read: (items: ReadonlySet<Item>) => void): (item: Item) => void {
  let collected = new Set<Item>();
  let lastReading: number | null = null;
  const readCollected = (): void => {
    const items = collected;
    collected = new Set();
    lastReading = Date.now();
    read(items);
  };
  return (item) => {
    collected.add(item);
    if (collected.size > 1) return;
    setTimeout(readCollected, readingWait(Date.now(), lastReading, soonMs, apartMs));
  };
}
