import { withLock } from '../../../platform/web/locks.ts';
import { browserStore } from '../../../platform/web/store.ts';
import type { Kind } from '../../kind.ts';
import type { DraftKind } from './draft-kind.ts';

/** What a person typed and did not save, kept in the browser (PROC-13). */
export interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** What was saved then: what others have changed since is not taken back by it (LOCK-01). */
  readonly base: Draft;
  /** The version of the document it was typed into; null for a new document. */
  readonly contentVersion: number | null;
  readonly keptAt: string;
  /** Where it is kept: the page that it was typed on has it for itself. */
  readonly place: string;
}

/** One person's typing into one document, on whatever page; `null` for documents that are not saved yet. */
export function draftKey({ name }: Pick<Kind, 'name'>, userId: number, documentId: number | null): string {
  return `${name}-draft:${userId}:${documentId ?? 'new'}`;
}

/** All that is kept of it, the newest first. What cannot be read is nothing. */
export function keptDrafts<Draft>(
  key: string,
  { restored }: DraftKind<Draft>,
  saved: Draft,
): readonly KeptDraft<Draft>[] {
  // Before every page had a place of its own there was one, under the key itself.
  const places = browserStore.keys().filter((place) => place === key || place.startsWith(`${key}:`));
  return places
    .flatMap((place) => {
      const kept = readKept(place);
      const draft = kept === null ? null : restored(kept.draft);
      // An earlier version of the product kept no base.
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

/** Tells other pages that somebody types here, until the answer is called or the page is gone. */
export function lockPlace(place: string): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Without the browser's locks every draft of another tab counts as left behind.
  void withLock(place, () => held);
  return release;
}

/**
 * Tells each of these places in which nobody is typing, as soon as that is known: those whose page is open once it has been
 * closed or has broken down, however long that takes, unless `signal` has ended the waiting.
 */
export async function tellLeftBehind(
  places: readonly string[],
  signal: AbortSignal,
  tell: (place: string) => void,
): Promise<void> {
  await Promise.all(
    places.map(async (place) => {
      if (await isLeftBehind(place, signal)) tell(place);
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
