import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { uniqueKey } from '../../../platform/web/unique-key.ts';
import type { DraftKind } from './draft-kind.ts';
import {
  forgetDraft,
  type KeptDraft,
  keepDraft,
  keptDrafts,
  lockPlace,
  notifyLeftBehind,
} from './kept-places.ts';

/** The draft of an earlier, interrupted session, and the choices about it. */
export interface KeptDraftChoice {
  readonly found: Omit<KeptDraft<unknown>, 'draft' | 'base'> | null;
  /** Continues with it; text typed since then is offered in its place. */
  readonly restore: () => void;
  /** Discards it. */
  readonly discard: () => void;
  /** Forgets the draft of this page, after a save or a discard. */
  readonly forget: () => void;
}

const keepAfterMs = 300;

export interface KeptDraftOptions<Draft> {
  /** Identifies the document and the person, see `draftKey`. */
  readonly key: string;
  readonly draftKind: DraftKind<Draft>;
  readonly draft: Draft;
  readonly saved: Draft;
  readonly contentVersion: number | null;
  /** `base` is the saved content when the draft was typed. */
  readonly onRestore: (base: Draft, draft: Draft) => void;
}

/**
 * Keeps the draft in the browser shortly after each change while it differs from the saved content, and returns
 * drafts of earlier, interrupted sessions, the newest first. Each page has its own storage place, so that neither new
 * input nor a second page overwrites an undecided draft (PROC-13).
 */
export function useKeptDraft<Draft>(options: KeptDraftOptions<Draft>): KeptDraftChoice {
  const { key, draftKind, draft, saved, contentVersion, onRestore } = options;
  const { isSame } = draftKind;
  const [place] = useState(() => `${key}:${uniqueKey()}`);
  const [found, setFound] = useState<readonly KeptDraft<Draft>[]>([]);
  const latest = useRef<() => void>(() => undefined);

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const kept = () => keptDrafts(key, draftKind, saved).filter(({ draft: left }) => !isSame(left, saved));
    const places = kept().map((one) => one.place);
    await notifyLeftBehind(places, signal, (left) => {
      // Its page may have saved or discarded it before it released the lock.
      const offer = kept().find((one) => one.place === left);
      if (offer !== undefined) setFound((known) => withFound(known, offer));
    });
  });
  useEffect(() => {
    const looking = new AbortController();
    void look(looking.signal);
    const release = lockPlace(place);
    return () => {
      looking.abort();
      release();
    };
  }, [place]);

  useEffect(() => {
    latest.current = () => {
      if (isSame(draft, saved)) forgetDraft(place);
      else keepDraft(place, { draft, base: saved, contentVersion, keptAt: new Date().toISOString() });
    };
    const timer = setTimeout(() => latest.current(), keepAfterMs);
    return () => clearTimeout(timer);
  }, [place, draft, saved, contentVersion, isSame]);

  useEffect(() => {
    const keepNow = (): void => latest.current();
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, []);

  const [offered = null] = found;
  const withoutOffered = (known: readonly KeptDraft<Draft>[]): readonly KeptDraft<Draft>[] =>
    known.filter(({ place: other }) => other !== offered?.place);
  const discard = (): void => {
    if (offered !== null) forgetDraft(offered.place);
    setFound(withoutOffered);
  };
  const restore = (): void => {
    if (offered === null) return;
    const typed = {
      draft,
      base: saved,
      contentVersion,
      keptAt: new Date().toISOString(),
      place: `${key}:${uniqueKey()}`,
    };
    const isTyped = !isSame(draft, saved);
    if (isTyped) keepDraft(typed.place, typed);
    onRestore(offered.base, offered.draft);
    forgetDraft(offered.place);
    setFound((known) => [...withoutOffered(known), ...(isTyped ? [typed] : [])]);
  };
  const forget = (): void => {
    latest.current = () => undefined;
    forgetDraft(place);
  };
  return { found: offered, discard, restore, forget };
}

/** Inserts a found draft before older ones. */
function withFound<Draft>(
  known: readonly KeptDraft<Draft>[],
  found: KeptDraft<Draft>,
): readonly KeptDraft<Draft>[] {
  const older = known.findIndex(({ keptAt }) => keptAt < found.keptAt);
  return known.toSpliced(older === -1 ? known.length : older, 0, found);
}
