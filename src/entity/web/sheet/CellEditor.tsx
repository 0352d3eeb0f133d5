import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choosable } from '../../sheet/lookup.ts';
import classes from './CellEditor.module.css';
import { runEditingKey } from './editing-keys.ts';
import type { Box } from './grid-layout.ts';
import { OptionList } from './OptionList.tsx';
import type { ActiveCell } from './use-active-cell.ts';
import { useCellOptions } from './use-cell-options.ts';

export interface CellEditorProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly cell: ActiveCell;
  /** The name of the cell for screen readers. */
  readonly label: string;
  readonly box: Box;
  /** Handles keys while no edit is open. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/**
 * Receives all typing in the grid. It covers the active cell invisibly, so that the first letter, a dead key or an
 * input method starts an edit as in any text field, and becomes visible during the edit.
 */
export function CellEditor(props: CellEditorProps): ReactNode {
  const { ref, cell, label, box } = props;
  const { column, draft } = cell;
  const { t } = useTranslation();
  const list = useId();
  const options = useCellOptions(column, draft);
  const isOpen = options.offered.length > 0;
  const isLong = column?.field.kind.input === 'long-text';

  const type = (text: string): void => {
    options.forgetMark();
    cell.type({ text, isFresh: draft?.isFresh ?? true });
  };
  const discard = (): void => {
    options.forgetMark();
    cell.type(null);
  };
  const commit = (lines: number, columns: number, picked?: Choosable): void => {
    options.forgetMark();
    cell.commit(options.completed(picked), lines, columns);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (draft === null) props.onKey(event);
    else runEditingKey(event, draft.isFresh, { type, discard, commit, mark: isOpen ? options.mark : null });
  };
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
        {...(column?.lookup && optionsAria(list, isOpen, options.marked))}
        value={draft?.text ?? ''}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
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
          options={options.offered}
          marked={options.marked}
          onPick={(option) => commit(0, 0, option)}
        />
      ) : null}
    </>
  );
}

/** ARIA attributes of the option list; a multi-line field cannot have the role combobox. */
function optionsAria(list: string, isOpen: boolean, marked: number | null) {
  return {
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    ...(isOpen && { 'aria-controls': list }),
    ...(isOpen && marked !== null && { 'aria-activedescendant': `${list}-${marked}` }),
  } as const;
}
