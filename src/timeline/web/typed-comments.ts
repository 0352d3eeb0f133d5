import { useSyncExternalStore } from 'react';
import { useSession } from '../../platform/web/session.ts';
import { createSignal } from '../../platform/web/signal.ts';
import { browserStore } from '../../platform/web/store.ts';
import type { DocumentKind } from '../kinds.ts';
import { type Mentioned, mentionsIn } from '../mention.ts';

/** An unsent comment, with the persons picked after an `@`. */
export interface TypedComment {
  readonly text: string;
  readonly picked: readonly Mentioned[];
}

const nothing: TypedComment = { text: '', picked: [] };

const changes = createSignal();
/** Comments of this page, each read from storage once. */
const typed = new Map<string, TypedComment>();

/** The storage key for one person's comment on one document. */
export function commentKey(kind: DocumentKind, userId: number, documentId: number | null): string {
  return `${kind}-comment:${userId}:${documentId ?? 'new'}`;
}

/** The typed comment, until sent or deleted (TASK-01). */
export function typedComment(key: string): TypedComment {
  const known = typed.get(key);
  if (known !== undefined) return known;
  const kept = readKept(key);
  typed.set(key, kept);
  return kept;
}

/** Stores the typed comment beyond the page; an empty text removes it. */
export function keepComment(key: string, comment: TypedComment): void {
  const picked = mentionsIn(comment.text, comment.picked);
  typed.set(key, comment.text === '' ? nothing : { text: comment.text, picked });
  if (comment.text === '') browserStore.remove(key);
  else browserStore.set(key, JSON.stringify({ text: comment.text, picked }));
  changes.notify();
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

/** The comment box's content of a document, and its setter. */
export interface KeptComment extends TypedComment {
  readonly change: (comment: TypedComment) => void;
}

/** The person's comment on a document, shared by its page and the list's preview (TASK-01). */
export function useTypedComment(kind: DocumentKind, documentId: number | null): KeptComment {
  const userId = useSession()?.userId ?? 0;
  const key = commentKey(kind, userId, documentId);
  const comment = useSyncExternalStore(changes.subscribe, () => typedComment(key));
  return { ...comment, change: (changed) => keepComment(key, changed) };
}
