import { useSyncExternalStore } from 'react';
import { useSession } from '../../platform/web/session.ts';
import { browserStore } from '../../platform/web/store.ts';
import type { DocumentKind } from '../kinds.ts';
import { type Mentioned, mentionsIn } from '../mention.ts';

/** A comment that is typed and not sent yet, with the persons picked behind an `@`. */
export interface TypedComment {
  readonly text: string;
  readonly picked: readonly Mentioned[];
}

const nothing: TypedComment = { text: '', picked: [] };

const listeners = new Set<() => void>();
/** What was typed in this page, read once. */
const typed = new Map<string, TypedComment>();

/** The place of what one person types about one document. */
export function commentKey(kind: DocumentKind, userId: number, documentId: number | null): string {
  return `${kind}-comment:${userId}:${documentId ?? 'new'}`;
}

/** What is typed there, until it is sent or deleted (TASK-01). */
export function typedComment(key: string): TypedComment {
  const known = typed.get(key);
  if (known !== undefined) return known;
  const kept = readKept(key);
  typed.set(key, kept);
  return kept;
}

/** Keeps what is typed, also beyond the page; a text that is empty is forgotten. */
export function keepComment(key: string, comment: TypedComment): void {
  const picked = mentionsIn(comment.text, comment.picked);
  typed.set(key, comment.text === '' ? nothing : { text: comment.text, picked });
  if (comment.text === '') browserStore.remove(key);
  else browserStore.set(key, JSON.stringify({ text: comment.text, picked }));
  for (const listener of listeners) listener();
}

function readKept(key: string): TypedComment {
  try {
    const kept: unknown = JSON.parse(browserStore.get(key) ?? 'null');
    return isTypedComment(kept) ? kept : nothing;
  } catch {
    return nothing;
  }
}

function isTypedComment(value: unknown): value is TypedComment {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'picked' in value &&
    Array.isArray(value.picked)
  );
}

/** What stands in the comment box of a document, and the way to change it. */
export interface KeptComment extends TypedComment {
  readonly change: (comment: TypedComment) => void;
}

/** The comment that the person types about a document, the same on its page and beside the list (TASK-01). */
export function useTypedComment(kind: DocumentKind, documentId: number | null): KeptComment {
  const userId = useSession()?.userId ?? 0;
  const key = commentKey(kind, userId, documentId);
  const comment = useSyncExternalStore(subscribe, () => typedComment(key));
  return { ...comment, change: (changed) => keepComment(key, changed) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
