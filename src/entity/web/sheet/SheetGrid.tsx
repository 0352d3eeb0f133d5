import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Area, filledTexts, type Place } from '../../sheet/area.ts';
import { lastUsed, type Order } from '../../sheet/sheet.ts';
import { CellEditor, type CellEditorProps } from './CellEditor.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { Column } from './columns.ts';
import { fittingWidth } from './fitting-width.ts';
import { GridMarks } from './GridMarks.tsx';
import { GridTable } from './GridTable.tsx';
import { boxOfCell, gridHeight, isFrozen } from './grid-layout.ts';
import { ProblemBubble } from './ProblemBubble.tsx';
import classes from './SheetGrid.module.css';
import { type ActiveCell, useActiveCell } from './use-active-cell.ts';
import type { ColumnWidths } from './use-column-widths.ts';
import { useDrawnLines } from './use-drawn-lines.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { type GridCommands, useGridKeys } from './use-grid-keys.ts';
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
  readonly widths: ColumnWidths;
  readonly onClear: (area: Area) => void;
  readonly onCopied: () => void;
  readonly onPaste: (at: Place, block: readonly (readonly string[])[], html: string) => void;
  readonly onSave: () => void;
  /** Opens the form of a row. */
  readonly onOpen: (id: number) => void;
  /** Called when a cell edit has ended. */
  readonly onRest: () => void;
}

/** The cells: renders the visible ones, and turns keys, pointer and clipboard events into changes of the sheet. */
export function SheetGrid(props: SheetGridProps): ReactNode {
  const { label, columns, editing, selection, view, widths } = props;
  const { shown, problems, textAt } = editing;
  const { layout, reveal } = view;
  const used = useMemo(() => lastUsed(shown) + 1, [shown]);
  const size = { lines: shown.length, used, columns: columns.length };
  const { drawn, onScroll } = useDrawnLines(shown.length);
  const cell = useActiveCell({ columns, editing, selection, reveal });
  const [menu, setMenu] = useState<number | null>(null);
  useRest(cell, props.onRest);

  const fill = (source: Area, target: Area): void => {
    editing.write({ line: target.top, column: target.left }, filledTexts(source, target, textAt));
    selection.selectArea(target, cell.place);
  };
  const clipboard = useGridClipboard({ ...props, columns: columns.length });
  const onKey = useGridKeys(selection, size, {
    ...gridCommands(props, cell, fill),
    menu: () => {
      reveal(cell.place);
      setMenu(cell.place.column);
    },
  });
  const pointer = useGridPointer({
    layout,
    size,
    selection,
    onLeaveCell: () => view.editor.current?.blur(),
    onFill: fill,
  });
  return (
    <div className={classes.frame}>
      <div
        ref={view.frame}
        data-sheet-view
        className={classes.view}
        style={{ height: gridHeight }}
        onScroll={onScroll}
        {...pointer.handlers}
        {...mouseHandlers(props, cell)}
      >
        <div className={classes.content} style={{ width: layout.width }}>
          <EditedCell editing={editing} view={view} cell={cell} onKey={onKey} {...clipboard} />
          <GridMarks layout={layout} area={selection.area} active={cell.place} filling={pointer.filling} />
          <GridTable
            label={label}
            columns={columns}
            layout={layout}
            lines={shown}
            order={editing.sheet.order}
            {...drawn}
            problems={problems}
            onMenu={setMenu}
            onWidth={widths.setWidth}
          />
        </div>
      </div>
      {menu === null ? null : <OpenMenu {...props} place={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}

interface EditedCellProps
  extends Pick<SheetGridProps, 'editing' | 'view'>,
    Omit<CellEditorProps, 'ref' | 'label' | 'box'> {}

/** The editor over the active cell, with its problem while it is not edited. */
function EditedCell({ editing, view, cell, ...events }: EditedCellProps): ReactNode {
  const { t } = useTranslation();
  const { place, column, draft } = cell;
  const problem = editing.problems.get(editing.shown[place.line]?.key ?? -1)?.get(column?.name ?? '');
  const box = boxOfCell(view.layout, place);
  return (
    <div className={isFrozen(place.column) ? classes.frozenLayer : undefined}>
      <CellEditor
        ref={view.editor}
        cell={cell}
        label={t('table.editor', { column: column?.title, line: place.line + 1 })}
        box={box}
        {...events}
      />
      {problem && draft === null ? <ProblemBubble problem={problem} box={box} /> : null}
    </div>
  );
}

type OpenMenuProps = Pick<SheetGridProps, 'columns' | 'editing' | 'selection' | 'view' | 'widths'> & {
  readonly place: number;
  readonly onClose: () => void;
};

/** The open menu of a column; closing it returns the focus to the cell. */
function OpenMenu(props: OpenMenuProps): ReactNode {
  const { columns, editing, selection, view, widths, place, onClose } = props;
  const column = columns[place];
  if (column === undefined) return null;
  const sort = (order: Order): void => {
    editing.sort(order);
    selection.select(selection.active);
  };
  return (
    <ColumnMenu
      column={column}
      place={place}
      layout={view.layout}
      scrollLeft={view.frame.current?.scrollLeft ?? 0}
      onSort={sort}
      onFit={() => fitColumn(props, place)}
      onUsualWidth={() => widths.setWidth(column.name, null)}
      onClose={() => {
        onClose();
        view.focus();
      }}
    />
  );
}

/** The actions of single and double clicks besides selecting. */
function mouseHandlers(props: SheetGridProps, cell: ActiveCell) {
  return {
    onMouseDown: (event: MouseEvent) => {
      if (partOf(event) === 'editor') return;
      // Keep the focus in the editor; the browser must not select text.
      event.preventDefault();
      props.view.focus();
    },
    onClick: (event: MouseEvent) => {
      const id = openedRow(event);
      if (id !== null) props.onOpen(id);
    },
    onDoubleClick: (event: MouseEvent) => {
      const fitted = fittedColumn(event);
      if (fitted !== null) fitColumn(props, fitted);
      else if (partOf(event) === undefined && !isInHead(event) && !cell.toggle()) cell.edit();
    },
  };
}

/** Reports the end of a cell edit. */
function useRest({ draft }: ActiveCell, onRest: () => void): void {
  const isTyping = draft !== null;
  const rest = useEffectEvent(() => {
    if (!isTyping) onRest();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an edit begins or ends.
  useEffect(() => rest(), [isTyping]);
}

function gridCommands(
  { editing, view, onClear, onSave }: SheetGridProps,
  cell: ActiveCell,
  fill: (source: Area, target: Area) => void,
): Omit<GridCommands, 'menu'> {
  return {
    edit: cell.edit,
    clear: onClear,
    fillDown: ({ top, ...rest }) => fill({ ...rest, top, bottom: top }, { ...rest, top }),
    toggle: cell.toggle,
    undo: editing.undo,
    redo: editing.redo,
    save: onSave,
    reveal: view.reveal,
  };
}

function fitColumn(
  { columns, editing, widths }: Pick<SheetGridProps, 'columns' | 'editing' | 'widths'>,
  place: number,
): void {
  const column = columns[place];
  if (column) widths.setWidth(column.name, fittingWidth(column, editing.shown));
}

/** The part of the grid under the pointer; undefined for a cell. */
function partOf({ target }: MouseEvent): string | undefined {
  return (target as HTMLElement).closest<HTMLElement>('[data-part]')?.dataset.part;
}

function isInHead({ target }: MouseEvent): boolean {
  return (target as HTMLElement).closest('th') !== null;
}

function openedRow({ target }: MouseEvent): number | null {
  const button = (target as HTMLElement).closest<HTMLElement>('[data-part=open]');
  return button === null ? null : Number(button.dataset.id);
}

function fittedColumn({ target }: MouseEvent): number | null {
  const handle = (target as HTMLElement).closest<HTMLElement>('[data-part=width]');
  return handle === null ? null : Number(handle.dataset.place);
}
