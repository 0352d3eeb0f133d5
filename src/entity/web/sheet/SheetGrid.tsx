import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Area, filledTexts, type Place } from '../../sheet/area.ts';
import { isWritable } from '../../sheet/line.ts';
import { lastUsed } from '../../sheet/sheet.ts';
import { CellEditor, type Draft } from './CellEditor.tsx';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { GridTable } from './GridTable.tsx';
import { boxOf, drawnLines, gridHeight, layoutOf, scrollToPlace } from './grid-layout.ts';
import { useGridClipboard } from './use-grid-clipboard.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly selection: Selection;
  readonly viewRef: RefObject<HTMLDivElement | null>;
  readonly editorRef: RefObject<HTMLTextAreaElement | null>;
  readonly onClear: (area: Area) => void;
  readonly onCopied: () => void;
  readonly onPaste: (at: Place, block: readonly (readonly string[])[], html: string) => void;
  readonly onSave: () => void;
}

/** The cells: draws what is visible, and turns keys, pointer and clipboard into changes of the sheet. */
export function SheetGrid(props: SheetGridProps): ReactNode {
  const { label, columns, editing, selection, viewRef, editorRef } = props;
  const { t } = useTranslation();
  const { shown, problems, textAt } = editing;
  const [scrollTop, setScrollTop] = useState(0);
  const [draft, setDraft] = useState<Draft | null>(null);
  const layout = useMemo(() => layoutOf(columns), [columns]);
  const { active, area } = selection;
  const column = columns[active.column];
  const line = shown[active.line];
  const used = useMemo(() => lastUsed(shown) + 1, [shown]);

  const reveal = (place: Place): void => {
    if (viewRef.current) scrollToPlace(viewRef.current, layout, place);
  };
  const startDraft = (next: Draft | null): void => {
    if (next !== null && !isWritable(column?.field, line)) return;
    if (next !== null && draft === null) reveal(active);
    setDraft(next);
  };
  const commit = (text: string, lines: number, across: number): void => {
    editing.write(active, [[text]]);
    setDraft(null);
    // Who clicks elsewhere while typing stays where he clicked.
    if (lines !== 0 || across !== 0) reveal(selection.move(lines, across));
  };
  const fill = (source: Area, target: Area): void => {
    editing.write({ line: target.top, column: target.left }, filledTexts(source, target, textAt));
    selection.selectArea(target, active);
  };
  const toggle = (place: Place): boolean => {
    if (column?.field.kind.input !== 'flag') return false;
    editing.write(place, [[line?.cells[column.name] === true ? '0' : '1']]);
    return true;
  };
  const clipboard = useGridClipboard({ ...props, columns: columns.length });
  const onKey = useGridKeys(
    selection,
    { lines: shown.length, used, columns: columns.length },
    {
      edit: () => startDraft({ text: textAt(active), isFresh: false }),
      clear: props.onClear,
      fillDown: ({ top, ...rest }) => fill({ ...rest, top, bottom: top }, { ...rest, top }),
      toggle,
      undo: editing.undo,
      redo: editing.redo,
      save: props.onSave,
      reveal,
    },
  );
  const pointer = useGridPointer({
    layout,
    lines: shown.length,
    used,
    columns: columns.length,
    selection,
    onLeaveCell: () => editorRef.current?.blur(),
    onFill: fill,
  });
  const drawn = drawnLines(scrollTop, shown.length);
  const areaBox = boxOf(layout, area);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's part of the grid; the keyboard is with the editor in it.
    <div
      ref={viewRef}
      className={classes.view}
      style={{ height: gridHeight }}
      onScroll={(event) => {
        const { scrollTop: top } = event.currentTarget;
        if (drawnLines(top, shown.length).from !== drawn.from) setScrollTop(top);
      }}
      {...pointer.handlers}
      onMouseDown={(event) => {
        if ((event.target as HTMLElement).closest('[data-part=editor]')) return;
        // The editor keeps the keyboard; the browser must not select texts.
        event.preventDefault();
        editorRef.current?.focus({ preventScroll: true });
      }}
      onDoubleClick={(event) => {
        if ((event.target as HTMLElement).closest('[data-part], th')) return;
        if (!toggle(active)) startDraft({ text: textAt(active), isFresh: false });
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
      <div className={classes.area} style={areaBox} />
      <div className={classes.active} style={boxOf(layout, cellArea(active))} />
      {pointer.filling ? <div className={classes.filling} style={boxOf(layout, pointer.filling)} /> : null}
      <div
        data-part="fill"
        className={classes.handle}
        style={{ top: areaBox.top + areaBox.height, left: areaBox.left + areaBox.width }}
      />
      <CellEditor
        ref={editorRef}
        column={column}
        label={t('table.editor', { column: column?.title, line: active.line + 1 })}
        box={boxOf(layout, cellArea(active))}
        draft={draft}
        onDraft={startDraft}
        onCommit={commit}
        onKey={onKey}
        {...clipboard}
      />
    </div>
  );
}

function cellArea({ line, column }: Place): Area {
  return { top: line, bottom: line, left: column, right: column };
}
