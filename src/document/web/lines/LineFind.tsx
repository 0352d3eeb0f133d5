import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './LineGrid.module.css';
import type { TypedLine } from './line-columns.ts';
import { foundPlaces, nextPlace } from './line-find.ts';
import type { GridLines } from './use-grid-lines.ts';

export interface LineFinding {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Places of the matching lines. */
  readonly found: ReadonlySet<number>;
  /** Control and F lead to the search; in its field they are the browser's. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const none: ReadonlySet<number> = new Set();

/** The search in lines of which the page holds only some, so that the browser cannot find the others (PROC-40). */
export function useLineFinding<Line extends TypedLine>({ shown, rows }: GridLines<Line>): LineFinding {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { isLong } = rows;
  const found = isLong && text !== '' ? new Set(foundPlaces(shown, text)) : none;
  return {
    field,
    text,
    onText: setText,
    found,
    onKeyDown: (event) => {
      const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (!isFind || !isLong || event.target === field.current) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    },
  };
}

export interface LineFindProps {
  readonly finding: LineFinding;
  readonly onGo: (place: number) => void;
}

/** Enter goes to the next matching line, with Shift to the former one. */
export function LineFind({ finding, onGo }: LineFindProps): ReactNode {
  const { t } = useTranslation();
  const { field, text, onText, found } = finding;
  const last = useRef(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = event.key === 'Enter' ? nextPlace([...found], last.current, event.shiftKey) : undefined;
    if (place === undefined) return;
    event.preventDefault();
    last.current = place;
    onGo(place);
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
      onChange={(event) => {
        last.current = -1;
        onText(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      rightSectionPointerEvents="none"
      rightSectionWidth={76}
      rightSection={
        <span className={classes.foundCount} aria-live="polite">
          {text === '' ? null : t('shell.palette.hits', { count: found.size })}
        </span>
      }
    />
  );
}
