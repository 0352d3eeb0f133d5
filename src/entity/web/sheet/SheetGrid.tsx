import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Area, filledTexts, type Place } from '../../sheet/area.ts';
import { lastUsed } from '../../sheet/sheet.ts';
import { CellEditor } from './CellEditor.tsx';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { GridMarks } from './GridMarks.tsx';
import { GridTable } from './GridTable.tsx';
import { boxOfCell, gridHeight } from './grid-layout.ts';
import { useActiveCell } from './use-active-cell.ts';
import { useDrawnLines } from './use-drawn-lines.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import type { GridView } from './use-grid-view.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly selection: Selection;
  readonly view: GridView;
  readonly onClear: (area: Area) => void;
  readonly onCopied: () => void;
  readonly onPaste: (at: Place, block: readonly (readonly string[])[], html: string) => void;
  readonly onSave: () => void;
}

/** The cells: draws what is visible, and turns keys, pointer and clipboard into changes of the sheet. */
export function SheetGrid(props: SheetGridProps): ReactNode {
  const { label, columns, editing, selection, view } = props;
  const { t } = useTranslation();
  const { shown, problems, textAt } = editing;
  const { layout, reveal } = view;
  const used = useMemo(() => lastUsed(shown) + 1, [shown]);
  const size = { lines: shown.length, used, columns: columns.length };
  const { drawn, onScroll } = useDrawnLines(shown.length);
  const cell = useActiveCell({ columns, editing, selection, reveal });

  const fill = (source: Area, target: Area): void => {
    editing.write({ line: target.top, column: target.left }, filledTexts(source, target, textAt));
    selection.selectArea(target, cell.place);
  };
  const clipboard = useGridClipboard({ ...props, columns: columns.length });
  const onKey = useGridKeys(selection, size, {
    edit: cell.edit,
    clear: props.onClear,
    fillDown: ({ top, ...rest }) => fill({ ...rest, top, bottom: top }, { ...rest, top }),
    toggle: cell.toggle,
    undo: editing.undo,
    redo: editing.redo,
    save: props.onSave,
    reveal,
  });
  const pointer = useGridPointer({
    layout,
    size,
    selection,
    onLeaveCell: () => view.editor.current?.blur(),
    onFill: fill,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's part of the grid; the keyboard is with the editor in it.
    <div
      ref={view.frame}
      className={classes.view}
      style={{ height: gridHeight }}
      onScroll={onScroll}
      {...pointer.handlers}
      onMouseDown={(event) => {
        if (isOn(event, '[data-part=editor]')) return;
        // The editor keeps the keyboard; the browser must not select texts.
        event.preventDefault();
        view.focus();
      }}
      onDoubleClick={(event) => {
        if (!isOn(event, '[data-part], th') && !cell.toggle()) cell.edit();
      }}
    >
      <GridTable
        label={label}
        columns={columns}
        layout={layout}
        lines={shown}
        {...drawn}
        problems={problems}
      />
      <GridMarks layout={layout} area={selection.area} active={cell.place} filling={pointer.filling} />
      <CellEditor
        ref={view.editor}
        cell={cell}
        label={t('table.editor', { column: cell.column?.title, line: cell.place.line + 1 })}
        box={boxOfCell(layout, cell.place)}
        onKey={onKey}
        {...clipboard}
      />
    </div>
  );
}

function isOn({ target }: MouseEvent, selector: string): boolean {
  return (target as HTMLElement).closest(selector) !== null;
}
