import { withLock } from '../../../platform/web/locks.ts';
import { browserStore } from '../../../platform/web/store.ts';
import type { Kind } from '../../kind.ts';
import type { DraftKind } from './draft-kind.ts';

/** An unsaved draft, kept in the browser (PROC-13). */
export interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** The saved content at that time: the draft does not revert later changes by others (LOCK-01). */
  readonly base: Draft;
  /** The version of the document that was edited; null for a new document. */
  readonly contentVersion: number | null;
  readonly keptAt: string;
  /** Its storage place, exclusive to one page. */
  readonly place: string;
}

/** The key of one person's drafts of one document; `null` for unsaved documents. */
export function draftKey({ name }: Pick<Kind, 'name'>, userId: number, documentId: number | null): string {
  return `${name}-draft:${userId}:${documentId ?? 'new'}`;
}

/** All kept drafts of a key, the newest first. Unreadable ones are ignored. */
export function keptDrafts<Draft>(
  key: string,
  { restored }: DraftKind<Draft>,
  saved: Draft,
): readonly KeptDraft<Draft>[] {
  // The key itself is the place that earlier versions used for all pages.
  const places = browserStore.keys().filter((place) => place === key || place.startsWith(`${key}:`));
  return places
    .flatMap((place) => {
      const kept = readKept(place);
      const draft = kept === null ? null : restored(kept.draft);
      // Earlier versions of the product kept no base.
      const base = restored(kept?.base) ?? saved;
      return kept === null || draft === null ? [] : [{ ...kept, draft, base, place }];
    })
    .toSorted((one, other) => other.keptAt.localeCompare(one.keptAt));
}

export function keepDraft(place: string, kept: Omit<KeptDraft<unknown>, 'place'>): void {
  browserStore.set(place, JSON.stringify(kept));
}

export function forgetDraft(place: string): void {
  browserStore.remove(place);
}

/** Marks the place as in use for other pages, until the returned function is called or the page is closed. */
export function lockPlace(place: string): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Without browser locks, every draft of another tab counts as left behind.
  void withLock(place, () => held);
  return release;
}

/**
 * Calls `notify` for each place that is not in use, as soon as that is known: for open pages once they are closed or
 * have crashed. `signal` ends the waiting.
 */
export async function notifyLeftBehind(
  places: readonly string[],
  signal: AbortSignal,
  notify: (place: string) => void,
): Promise<void> {
  await Promise.all(
    places.map(async (place) => {
      if (await isLeftBehind(place, signal)) notify(place);
    }),
  );
}

async function isLeftBehind(place: string, signal: AbortSignal): Promise<boolean> {
  try {
    await withLock(place, () => Promise.resolve(), signal);
    return !signal.aborted;
  } catch {
    return false;
  }
}

type Kept = Omit<KeptDraft<unknown>, 'place' | 'base'> & { readonly base?: unknown };

function readKept(place: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(browserStore.get(place) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'draft' in value &&
    'keptAt' in value &&
    typeof value.keptAt === 'string'
  );
}
