import { useEffect, useRef, useState } from 'react';
import { type Draft, emptyDraft, isSameDraft, newLine } from './draft.ts';

/** What a person typed and did not save, kept in the browser (PROC-13). */
export interface KeptDraft {
  readonly draft: Draft;
  /** The version of the document it was typed into; null for a new request. */
  readonly contentVersion: number | null;
  readonly keptAt: string;
}

const keepAfterMs = 300;

/** The place of one person's typing into one document. */
export function keptDraftKey(userId: number, documentId: number | null): string {
  return `procurement-draft:${userId}:${documentId ?? 'new'}`;
}

function readKeptDraft(key: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isKeptDraft(kept) ? { ...kept, draft: completed(kept.draft) } : null;
  } catch {
    return null;
  }
}

export function forgetKeptDraft(key: string): void {
  localStorage.removeItem(key);
}

/**
 * Keeps the draft in the browser shortly after each change, for as long as it differs from what is saved, and
 * answers what an earlier, interrupted session left behind.
 */
export function useKeptDraft(key: string, draft: Draft, saved: Draft, contentVersion: number | null) {
  const [found, setFound] = useState(() => {
    const kept = readKeptDraft(key);
    return kept !== null && !isSameDraft(kept.draft, saved) ? kept : null;
  });
  const latest = useRef<() => void>(() => undefined);

  useEffect(() => {
    // What was found stays untouched until the person decides about it or starts to type anew.
    if (found !== null && isSameDraft(draft, saved)) return;
    latest.current = () => {
      if (isSameDraft(draft, saved)) forgetKeptDraft(key);
      else keep(key, { draft, contentVersion, keptAt: new Date().toISOString() });
    };
    const timer = setTimeout(() => latest.current(), keepAfterMs);
    return () => clearTimeout(timer);
  }, [key, draft, saved, contentVersion, found]);

  useEffect(() => {
    const keepNow = (): void => latest.current();
    window.addEventListener('pagehide', keepNow);
    return () => window.removeEventListener('pagehide', keepNow);
  }, []);

  return {
    found,
    /** The person took it over or threw it away. */
    settle: (): void => {
      forgetKeptDraft(key);
      setFound(null);
    },
  };
}

function keep(key: string, kept: KeptDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full store must not disturb the typing; saving to the server works all the same.
  }
}

/** An earlier version of the product knew fewer fields. */
function completed({ head, lines, approvers }: Draft): Draft {
  return {
    head: { ...emptyDraft.head, ...head },
    lines: lines.map((line) => ({ ...newLine(line.key, head.client), ...line })),
    approvers: approvers ?? [],
  };
}

function isKeptDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null || !('draft' in value)) return false;
  const { draft } = value;
  return (
    typeof draft === 'object' &&
    draft !== null &&
    'head' in draft &&
    'lines' in draft &&
    Array.isArray(draft.lines)
  );
}
