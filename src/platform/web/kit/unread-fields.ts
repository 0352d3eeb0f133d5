import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

/** What a field wants to be read as. */
export type ReadAs = 'number' | 'day';

/** A field whose text cannot be read: what was typed stands there and nowhere else. */
interface UnreadField {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly show: () => void;
  readonly forget: () => void;
}

const unread = new Set<UnreadField>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Makes the text of a field known for as long as it cannot be read, so that nobody leaves or saves without noticing it
 * (VAL-45, NAV-24). `show` tells what is wrong, `forget` drops the text. Answers the reference for the input.
 */
export function useUnreadField(
  isUnread: boolean,
  field: Pick<UnreadField, 'show' | 'forget'>,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const current = useRef(field);
  useEffect(() => {
    current.current = field;
  });
  useEffect(() => {
    if (!isUnread) return;
    const known: UnreadField = {
      input,
      show: () => current.current.show(),
      forget: () => current.current.forget(),
    };
    unread.add(known);
    changed();
    return () => {
      unread.delete(known);
      changed();
    };
  }, [isUnread]);
  return input;
}

/** How many fields of the page hold a text that cannot be read. */
export function useUnreadCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => unread.size,
    () => 0,
  );
}

function within(part: ParentNode): readonly UnreadField[] {
  return [...unread].filter(({ input }) => input.current !== null && part.contains(input.current));
}

/** Tells below each field of the part that its text cannot be read, also while one still types there. */
export function showUnread(part: ParentNode): void {
  for (const field of within(part)) field.show();
}

/** Drops the texts that cannot be read: the fields show their values again. */
export function forgetUnread(part: ParentNode): void {
  for (const field of within(part)) field.forget();
}
