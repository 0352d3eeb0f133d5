import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { createSignal } from '../signal.ts';

/** How the text of a field is read. */
export type ReadAs = 'number' | 'day';

/** A field with unreadable text, which exists only in the input element. */
interface UnreadField {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly show: () => void;
  readonly forget: () => void;
}

const unread = new Set<UnreadField>();
const changes = createSignal();

/**
 * Registers a field while its text is unreadable, so that it is noticed before leaving or saving (VAL-45, NAV-24).
 * `show` shows the error, `forget` drops the text. Returns the reference for the input.
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
    changes.notify();
    return () => {
      unread.delete(known);
      changes.notify();
    };
  }, [isUnread]);
  return input;
}

/** Number of fields of the page with unreadable text. */
export function useUnreadCount(): number {
  return useSyncExternalStore(
    changes.subscribe,
    () => unread.size,
    () => 0,
  );
}

function within(part: ParentNode): readonly UnreadField[] {
  return [...unread].filter(({ input }) => input.current !== null && part.contains(input.current));
}

/** Shows the errors of all fields with unreadable text in a part, also while one is being typed. */
export function showUnread(part: ParentNode): void {
  for (const field of within(part)) field.show();
}

/** Drops unreadable texts: the fields show their values again. */
export function forgetUnread(part: ParentNode): void {
  for (const field of within(part)) field.forget();
}
