import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { Kind } from '../../document/kind.ts';
import { followLive } from '../../platform/web/live.ts';
import { type Change, readingWait } from '../../platform/web/live-protocol.ts';

/** What shows documents of a kind: their page and the preview beside a list. */
const shownBy = ({ name }: Kind): readonly QueryKey[] => [[name], ['preview', name]];
/** Lists and counts in which any document may appear. */
const listKeys: readonly string[] = ['tasks', 'documents'];

/** Waits that let what belongs together come together, in milliseconds; lists are read less often. */
const soonMs = 100;
const documentsApartMs = 500;
const listsApartMs = 2_000;

/** Keeps what the pages show in step with what others do (API-42, OVW-10). Called once at start. */
export function followChanges(client: QueryClient, kinds: readonly Kind[]): void {
  const readLists = collecting(listsApartMs, () => {
    for (const list of listKeys) readAnew(client, { queryKey: [list] });
  });
  const readDocuments = collecting<Change>(documentsApartMs, (changes) => {
    for (const { kind, id } of changes) {
      const shown = kinds.filter(({ name }) => name === kind).flatMap(shownBy);
      for (const key of shown) readAnew(client, { queryKey: [...key, id] });
    }
  });
  const readAllDocuments = collecting(documentsApartMs, () => {
    for (const key of kinds.flatMap(shownBy)) readAnew(client, { queryKey: key });
  });
  followLive((events) => {
    for (const event of events) {
      // What is read for the first time was asked for while the stream was opening.
      if (event.type === 'open') readAnew(client, { predicate: ({ state }) => state.data !== undefined });
      if (event.type === 'change') readDocuments(event.change);
      if (event.type === 'left') readAllDocuments(event);
      if (event.type === 'change' || event.type === 'left') readLists(event);
    }
  });
}

/** A page that nobody looks at reads when it is looked at again. */
function readAnew(client: QueryClient, filters: QueryFilters): void {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  void client.invalidateQueries({ ...filters, refetchType });
}

/** Collects and then reads all at once, with pauses of at least `apartMs` between two readings. */
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
