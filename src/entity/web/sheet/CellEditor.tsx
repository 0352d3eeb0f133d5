import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choosable, labelOf } from '../../sheet/lookup.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';

/** What is being typed into the active cell; `isFresh` while it replaces what stood there, so that arrows leave. */
export interface Draft {
  readonly text: string;
  readonly isFresh: boolean;
}

export interface CellEditorProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly column: Column | undefined;
  /** Names the cell for screen readers. */
  readonly label: string;
  readonly box: {
    readonly top: number;
    readonly left: number;
    readonly width: number;
    readonly height: number;
  };
  readonly draft: Draft | null;
  readonly onDraft: (draft: Draft | null) => void;
  /** Takes the text over and moves on by lines and columns. */
  readonly onCommit: (text: string, lines: number, columns: number) => void;
  /** Keys while nothing is being typed. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

const mostOptions = 60;

/**
 * Takes all typing of the grid. It lies unseen over the active cell, so that the first letter, a dead key or an input
 * method begins an edit as in any text field, and shows itself while something is typed.
 */
export function CellEditor(props: CellEditorProps): ReactNode {
  const { ref, column, label, box, draft, onDraft, onCommit, onKey } = props;
  const { t } = useTranslation();
  const list = useId();
  const [marked, setMarked] = useState<number | null>(null);
  const offered = draft === null ? [] : offeredFor(column, draft);
  const isMultiple = column?.field.kind.input === 'choices' || column?.field.kind.input === 'roles';
  const present =
    marked ?? (draft !== null && draft.text !== '' && draft.isFresh && offered.length > 0 ? 0 : null);

  const chosen = (option: Choosable | undefined, text: string): string => {
    if (option === undefined) return text;
    return isMultiple ? [...text.split(';').slice(0, -1), labelOf(option)].join('; ') : labelOf(option);
  };
  const commit = (lines: number, columns: number, option?: Choosable): void => {
    const text = draft?.text ?? '';
    // A text that says exactly what is meant needs no help.
    const isMeant = column?.lookup?.find(text) !== undefined;
    const picked = option ?? (present === null || isMeant ? undefined : offered[present]);
    setMarked(null);
    onCommit(chosen(picked, text), lines, columns);
  };
  const typeOn = (text: string): void => {
    setMarked(null);
    onDraft({ text, isFresh: draft === null ? true : draft.isFresh });
  };

  const onEditKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, altKey, shiftKey } = event;
    const isVertical = key === 'ArrowDown' || key === 'ArrowUp';
    if (key === 'Enter' && altKey) {
      event.preventDefault();
      event.currentTarget.setRangeText(
        '\n',
        event.currentTarget.selectionStart,
        event.currentTarget.selectionEnd,
        'end',
      );
      typeOn(event.currentTarget.value);
      return;
    }
    if (isVertical && offered.length > 0) {
      event.preventDefault();
      const next = (present ?? (key === 'ArrowDown' ? -1 : offered.length)) + (key === 'ArrowDown' ? 1 : -1);
      setMarked((next + offered.length) % offered.length);
      return;
    }
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setMarked(null);
      onDraft(null);
      return;
    }
    const back = shiftKey ? -1 : 1;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      Enter: [back, 0],
      Tab: [0, back],
      ...(draft?.isFresh && { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }),
    };
    const move = moves[key];
    if (move === undefined) return;
    event.preventDefault();
    commit(move[0], move[1]);
  };

  const isOpen = offered.length > 0;
  const isLong = column?.field.kind.input === 'long-text';
  return (
    <>
      <textarea
        ref={ref}
        data-part={draft === null ? undefined : 'editor'}
        className={draft === null ? `${classes.editor} ${classes.resting}` : classes.editor}
        style={{
          ...box,
          minWidth: draft === null ? 0 : 120,
          height: draft !== null && isLong ? 94 : box.height,
        }}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        {...(column?.lookup && {
          // A field of several lines may not call itself a combobox.
          'aria-haspopup': 'listbox' as const,
          ...(isOpen && { 'aria-controls': list }),
          'aria-autocomplete': 'list' as const,
          ...(isOpen && present !== null && { 'aria-activedescendant': `${list}-${present}` }),
        })}
        value={draft?.text ?? ''}
        onChange={(event) => typeOn(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (draft === null) onKey(event);
          else onEditKey(event);
        }}
        onBlur={() => draft !== null && commit(0, 0)}
        onCopy={(event) => draft === null && props.onCopy(event)}
        onCut={(event) => draft === null && props.onCut(event)}
        onPaste={(event) => draft === null && props.onPaste(event)}
      />
      {isOpen ? (
        <OptionList
          id={list}
          label={t('table.options', { column: column?.title })}
          box={box}
          options={offered}
          marked={present}
          onPick={(option) => commit(0, 0, option)}
        />
      ) : null}
    </>
  );
}

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly box: CellEditorProps['box'];
  readonly options: readonly Choosable[];
  /** The place of the option that Enter would take. */
  readonly marked: number | null;
  readonly onPick: (option: Choosable) => void;
}

/** The choices below the cell. */
function OptionList({ id, label, box, options, marked, onPick }: OptionListProps): ReactNode {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      data-part="editor"
      tabIndex={0}
      className={classes.options}
      // The keyboard stays with the text field above.
      onMouseDown={(event) => event.preventDefault()}
      style={{ top: box.top + box.height, left: box.left }}
    >
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is with the text field above.
        <div
          key={option.value}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === marked}
          className={classes.option}
          onClick={() => onPick(option)}
        >
          {labelOf(option)}
        </div>
      ))}
    </div>
  );
}

/** What fits the text; everything as long as the text is the one that stood in the cell. */
function offeredFor(column: Column | undefined, { text, isFresh }: Draft): readonly Choosable[] {
  const options = column?.lookup?.offered ?? [];
  const wanted = (text.split(';').at(-1) ?? '').trim().toLocaleLowerCase();
  if (!isFresh) return options.slice(0, mostOptions);
  return options
    .filter((option) => labelOf(option).toLocaleLowerCase().includes(wanted))
    .slice(0, mostOptions);
}
