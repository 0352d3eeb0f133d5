import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { debounceMs } from '../constants.ts';

/**
 * A search field as its page sees it. Whatever else the page is told to show takes along what is typed: a search that
 * came after the click would undo it.
 */
export interface TypedText {
  /** Without the spaces around it, be it searched for already or not. */
  readonly text: string;
  /** Shows the text, and searches for nothing that was typed before. */
  readonly settle: (text: string) => void;
}

interface TypedTextProps {
  /** What is searched for now. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: Ref<TypedText>;
}

interface Typing {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** At once. */
  readonly search: (text: string) => void;
}

/** What is typed into a search field; it is searched for after a pause (CONST: 600 ms), unless the page was left. */
export function useTypedText({ text, onText, field }: TypedTextProps): Typing {
  const [typed, setTyped] = useState(text);
  const search = (wanted: string): void => {
    settle(wanted);
    if (wanted !== text) onText(wanted);
  };
  const searchLater = useDebouncedCallback(search, debounceMs);
  // What this field asked for itself must not overwrite what has been typed since.
  const settled = useRef(text);
  const settle = (wanted: string): void => {
    searchLater.cancel();
    settled.current = wanted;
    setTyped((present) => (present.trim() === wanted ? present : wanted));
  };
  useImperativeHandle(field, () => ({ text: typed.trim(), settle }));
  useEffect(() => {
    if (settled.current === text) return;
    searchLater.cancel();
    settled.current = text;
    setTyped(text);
  }, [text, searchLater]);

  const { history } = useRouter();
  useEffect(() => {
    const { pathname } = history.location;
    return history.subscribe(({ location }) => {
      if (location.pathname !== pathname) searchLater.cancel();
    });
  }, [history, searchLater]);
  return {
    typed,
    type: (next) => {
      setTyped(next);
      searchLater(next.trim());
    },
    search: (next) => search(next.trim()),
  };
}
