import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { debounceMs } from '../constants.ts';

/**
 * The interface of a search field for its page. Other navigation must include the typed text: a delayed search would
 * undo it.
 */
export interface TypedText {
  /** Trimmed, whether already searched for or not. */
  readonly text: string;
  /** Shows the text and cancels a pending search. */
  readonly showText: (text: string) => void;
}

interface TypedTextProps {
  /** The current search. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: Ref<TypedText>;
}

interface Typing {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Without delay. */
  readonly search: (text: string) => void;
}

/** Typing in a search field; searches after a pause (CONST: 600 ms), unless the page was left. */
export function useTypedText({ text, onText, field }: TypedTextProps): Typing {
  const [typed, setTyped] = useState(text);
  const search = (wanted: string): void => {
    showText(wanted);
    if (wanted !== text) onText(wanted);
  };
  const searchLater = useDebouncedCallback(search, debounceMs);
  // The result of this field's own search must not overwrite later input.
  const shown = useRef(text);
  const showText = (wanted: string): void => {
    searchLater.cancel();
    shown.current = wanted;
    setTyped((present) => (present.trim() === wanted ? present : wanted));
  };
  useImperativeHandle(field, () => ({ text: typed.trim(), showText }));
  useEffect(() => {
    if (shown.current === text) return;
    searchLater.cancel();
    shown.current = text;
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
