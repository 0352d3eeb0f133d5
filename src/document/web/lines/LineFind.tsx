import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './LineGrid.module.css';
import type { TypedLine } from './line-columns.ts';
import { foundPlaces } from './line-find.ts';
import type { GridLines } from './use-grid-lines.ts';

export interface LineFinding {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly find: (text: string) => void;
  /** Places of the matching lines. */
  readonly found: readonly number[];
  /** Which of them is shown; undefined without a match. */
  readonly shown: number | undefined;
  /** Goes to the next match, or to the former one. */
  readonly go: (step: 1 | -1) => void;
  /** Control and F begin a search; a second time they are the browser's. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The search in lines of which the page holds only some, so that the browser cannot find the others (PROC-40). */
export function useLineFinding<Line extends TypedLine>({ shown: lines, rows }: GridLines<Line>): LineFinding {
  const field = useRef<HTMLInputElement>(null);
  const [{ text, at }, setSearch] = useState({ text: '', at: 0 });
  const found = rows.isLong ? foundPlaces(lines, text) : [];
  const shown = found[at % Math.max(found.length, 1)];
  const isSought = useRef(false);
  // Shows the next match once its line is drawn.
  useEffect(() => {
    if (!isSought.current || shown === undefined) return;
    const row = rows.elementAt(shown);
    isSought.current = row === null;
    if (row === null) rows.draw(shown);
    else row.scrollIntoView({ block: 'center' });
  });
  const search = (next: { readonly text: string; readonly at: number }): void => {
    isSought.current = true;
    setSearch(next);
  };
  return {
    field,
    text,
    find: (typed) => search({ text: typed, at: 0 }),
    found,
    shown,
    go: (step) => search({ text, at: (at + step + found.length) % Math.max(found.length, 1) }),
    onKeyDown: (event) => {
      const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (!isFind || !rows.isLong || event.target === field.current) return;
      event.preventDefault();
      field.current?.focus();
    },
  };
}

export interface LineFindProps {
  readonly finding: LineFinding;
  /** Ends the search at the shown line. */
  readonly onLeave: (place: number) => void;
}

/** Enter shows the next match, with Shift the former one, and Escape goes there. */
export function LineFind({ finding, onLeave }: LineFindProps): ReactNode {
  const { t } = useTranslation();
  const { field, text, found, shown, find, go } = finding;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else {
      find('');
      if (shown !== undefined) onLeave(shown);
    }
  };
  return (
    <TextInput
      ref={field}
      type="search"
      size="xs"
      className={classes.find}
      leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
      aria-label={t('document.line.find')}
      placeholder={t('document.line.find')}
      value={text}
      onChange={(event) => find(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSectionPointerEvents="none"
      rightSectionWidth={76}
      rightSection={
        <span className={classes.foundCount} aria-live="polite">
          {text.trim() === ''
            ? null
            : t('document.line.found', {
                at: shown === undefined ? 0 : found.indexOf(shown) + 1,
                count: found.length,
              })}
        </span>
      }
    />
  );
}
