import { type ComboboxStore, useCombobox } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { completedMention, type Mentioned, mentionsIn, startedMention } from '../mention.ts';
import type { FoundPerson } from '../mention-search.ts';
import type { KeptComment } from './typed-comments.ts';
import { useFoundPersons } from './use-found-persons.ts';

export interface Mention {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly store: ComboboxStore;
  /** The persons to choose from; null if no name is being typed. */
  readonly persons: readonly FoundPerson[] | null;
  /** The persons asked by the current text. */
  readonly asked: readonly Mentioned[];
  /** Reads the caret, after each change and each movement. */
  readonly look: (field: HTMLTextAreaElement) => void;
  readonly take: (id: number) => void;
  readonly close: () => void;
}

/** Offers persons while a name is typed after an `@`, and tracks whom the comment asks. */
export function useMention({ text, picked, change }: KeptComment, mayAsk: boolean): Mention {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const store = useCombobox();
  const started = caret === null ? null : startedMention(text, caret);
  const persons = useFoundPersons(started?.typed ?? null, () => void store.selectFirstOption());
  const isOpen = started !== null && persons !== null;

  const close = (): void => {
    store.closeDropdown();
    setCaret(null);
  };
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void => {
    if (!mayAsk) return;
    const isOne = selectionStart === selectionEnd && startedMention(value, selectionEnd) !== null;
    if (!isOne) {
      close();
      return;
    }
    setCaret(selectionEnd);
    store.openDropdown();
  };
  const take = (id: number): void => {
    const person = persons?.find((one) => one.id === id);
    if (person === undefined || started === null || caret === null) return;
    const completed = completedMention(text, caret, started, person);
    change({ text: completed.text, picked: [...picked, person] });
    close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(completed.caret, completed.caret);
    });
  };
  return {
    field,
    store,
    persons: isOpen ? persons : null,
    asked: mentionsIn(text, picked),
    look,
    take,
    close,
  };
}
