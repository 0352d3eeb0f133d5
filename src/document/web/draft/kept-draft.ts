import { useEffect, useRef, useState } from 'react';
import type { Kind } from '../../kind.ts';
import type { DraftKind } from './draft-kind.ts';

/** What a person typed and did not save, kept in the browser (PROC-13). */
interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** The version of the document it was typed into; null for a new document. */
  readonly contentVersion: number | null;
  readonly keptAt: string;
}

/** What an earlier, interrupted session left behind, and the ways to decide about it. */
export interface KeptDraftChoice {
  readonly found: Omit<KeptDraft<unknown>, 'draft'> | null;
  /** Goes on typing there. */
  readonly restore: () => void;
  /** Throws it away. */
  readonly settle: () => void;
}

const keepAfterMs = 300;

/** The place of one person's typing into one document. */
export function keptDraftKey(
  { name }: Pick<Kind, 'name'>,
  userId: number,
  documentId: number | null,
): string {
  return `${name}-draft:${userId}:${documentId ?? 'new'}`;
}

function readKeptDraft<Draft>(key: string, { restored }: DraftKind<Draft>): KeptDraft<Draft> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isKeptDraft(kept)) return null;
    const draft = restored(kept.draft);
    return draft === null ? null : { ...kept, draft };
  } catch {
    return null;
  }
}

export function forgetKeptDraft(key: string): void {
  localStorage.removeItem(key);
}

export interface KeptDraftOptions<Draft> {
  readonly key: string;
  readonly draftKind: DraftKind<Draft>;
  readonly draft: Draft;
  readonly saved: Draft;
  readonly contentVersion: number | null;
  readonly onRestore: (draft: Draft) => void;
}

/**
 * Keeps the draft in the browser shortly after each change, for as long as it differs from what is saved, and
 * answers what an earlier, interrupted session left behind.
 */
export function useKeptDraft<Draft>(options: KeptDraftOptions<Draft>): KeptDraftChoice {
  const { key, draftKind, draft, saved, contentVersion, onRestore } = options;
  const { isSame } = draftKind;
  const [found, setFound] = useState(() => {
    const kept = readKeptDraft(key, draftKind);
    return kept !== null && !isSame(kept.draft, saved) ? kept : null;
  });
  const latest = useRef<() => void>(() => undefined);

  useEffect(() => {
    // What was found stays untouched until the person decides about it or starts to type anew.
    if (found !== null && isSame(draft, saved)) return;
    latest.current = () => {
      if (isSame(draft, saved)) forgetKeptDraft(key);
      else keep(key, { draft, contentVersion, keptAt: new Date().toISOString() });
    };
    const timer = setTimeout(() => latest.current(), keepAfterMs);
    return () => clearTimeout(timer);
  }, [key, draft, saved, contentVersion, found, isSame]);

  useEffect(() => {
    const keepNow = (): void => latest.current();
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, []);

  const settle = (): void => {
    forgetKeptDraft(key);
    setFound(null);
  };
  return {
    found,
    settle,
    restore: () => {
      if (found !== null) onRestore(found.draft);
      settle();
    },
  };
}

function keep(key: string, kept: KeptDraft<unknown>): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full store must not disturb the typing; saving to the server works all the same.
  }
}

function isKeptDraft(value: unknown): value is KeptDraft<unknown> {
  return typeof value === 'object' && value !== null && 'draft' in value;
}
