import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandConfirmation } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { LeaveGuard } from '../../../platform/web/kit/LeaveGuard.tsx';
import type { Entity, Row } from '../../entity.ts';
import { entityLabelKey } from '../../labels.ts';
import { changesOf, isChanged } from '../../sheet/changes.ts';
import type { Typing } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { ImportNotice } from './ImportNotice.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { SheetBar } from './SheetBar.tsx';
import { SheetFoot } from './SheetFoot.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import { SheetTools } from './SheetTools.tsx';
import { maxRows, type SheetRows } from './sheet-data.ts';
import { useClearing } from './use-clearing.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useFoundRows } from './use-found-rows.ts';
import { useFreshRows } from './use-fresh-rows.ts';
import { type GridView, useGridView } from './use-grid-view.ts';
import type { ImportInSheet } from './use-import-job.ts';
import { usePasting } from './use-pasting.tsx';
import { type Selection, useSelection } from './use-selection.ts';
import { type SheetEditing, useSheet } from './use-sheet.ts';
import { useSheetSave } from './use-sheet-save.tsx';

export interface SheetEditorProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly typing: Typing;
  readonly loaded: SheetRows;
  readonly seesPrices: boolean;
  readonly imported: ImportInSheet;
  readonly onReload: () => Promise<readonly Row[]>;
  /** The stored rows cannot be read, so the shown ones must not be edited. */
  readonly onUnread: (failure: Error) => void;
  /** Opens the form of a row. */
  readonly onOpen: (id: number) => void;
}

/** The table view with its rows: tools, cells and notices. */
export function SheetEditor(props: SheetEditorProps): ReactNode {
  const { entity, columns, typing, loaded, imported, onReload } = props;
  const { t } = useTranslation();
  const parts = useSheetParts(props);
  const { widths, view, editing, selection, changes, isTouched, saving } = parts;
  const isWhole = loaded.total <= maxRows;
  const found = useFoundRows(entity, props.seesPrices, isWhole, editing);
  const pasting = usePasting(editing);
  const clearing = useClearing(editing, selection.area);
  const activeLine = editing.shown[selection.active.line];
  const activeId = activeLine?.id ?? null;
  const openRow = (id: number): void => {
    rememberOpened(entity, id);
    props.onOpen(id);
  };
  return (
    <section className={classes.sheet} aria-label={t(entityLabelKey(entity.table, 'many'))}>
      <SheetTools
        entity={entity}
        columns={columns}
        editing={editing}
        typing={typing}
        onPress={view.leaveCell}
        onAddLine={() => {
          editing.addLines(1, activeLine);
          selection.selectKey(editing.sheet.nextKey, selection.active);
        }}
        onRemoveLines={clearing.removeLines}
        areRemoved={clearing.areRemoved}
        onOpen={activeId === null ? null : () => openRow(activeId)}
        isWhole={isWhole}
        onImportStarted={imported.remember}
      />
      {isWhole ? null : <Coverage all={loaded.total} found={found} />}
      {/* Unsaved typing is kept; a save reports the rows that the import has changed. */}
      <ImportNotice entity={entity} imported={imported} onReload={isTouched ? null : onReload} />
      {saving.conflict}
      {saving.refusal}
      {pasting.notice}
      <SheetGrid
        label={t(entityLabelKey(entity.table, 'many'))}
        columns={columns}
        editing={editing}
        selection={selection}
        view={view}
        widths={widths}
        onClear={clearing.clear}
        onCopied={pasting.copied}
        onPaste={pasting.paste}
        onSave={saving.start}
        onOpen={openRow}
        onRest={parts.showFresh}
      />
      <SheetFoot entity={entity} columns={columns} editing={editing} selection={selection} typing={typing} />
      <SheetBar
        editing={editing}
        changes={changes}
        onPress={view.leaveCell}
        onSave={saving.start}
        onNextProblem={saving.showNextProblem}
      />
      <SaveDialog entity={entity} saving={saving} changes={changes} />
      <CommandConfirmation command={saving} actionLabel={t('entity.save')} />
      {clearing.question}
      <LeaveGuard isDirty={isTouched && !saving.isPending} />
    </section>
  );
}

/** How many of all rows the table shows (SHEET-20). */
function Coverage({ all, found }: { readonly all: number; readonly found: number | undefined }): ReactNode {
  const { t } = useTranslation();
  return (
    <p className={classes.notice} role="status">
      {found === undefined
        ? t('table.overfull', { shown: maxRows, count: all })
        : t('table.found', { count: found, all })}
    </p>
  );
}

/** The state of the table view: rows, changes, selection and saving. */
function useSheetParts(props: SheetEditorProps) {
  const { entity, columns, typing, loaded } = props;
  const widths = useColumnWidths(entity);
  const view = useGridView(columns, widths.widths);
  const editing = useSheet(entity, loaded.rows, columns, typing);
  const selection = useSelection(editing.shown, columns.length);
  const changes = useMemo(() => changesOf(entity, editing.sheet.lines), [entity, editing.sheet]);
  const isTouched = isChanged(changes);
  const showFresh = useFreshRows({ rows: loaded.rows, editing, isTouched, view });
  usePlace(entity, editing, selection, view);
  const focusCell = (key: number, line: number, column: number): void => {
    selection.selectKey(key, { line, column });
    view.reveal({ line, column });
    view.focus();
  };
  const onReload = (): Promise<readonly Row[]> => {
    props.imported.forgetEnded();
    return props.onReload();
  };
  const saving = useSheetSave({ ...props, editing, changes, place: selection.active, focusCell, onReload });
  return { widths, view, editing, selection, changes, isTouched, showFresh, saving };
}

/** Shows the row to which the person returns, and keeps the active cell in view when rows are reloaded. */
function usePlace(entity: Entity, editing: SheetEditing, selection: Selection, view: GridView): void {
  const stay = useEffectEvent(() => view.reveal(selection.active));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows were reloaded.
  useEffect(() => stay(), [editing.rows]);
  const comeBack = useEffectEvent(() => {
    const id = takeOpened(entity);
    const line = id === null ? -1 : editing.shown.findIndex((one) => one.id === id);
    if (line === -1) return;
    selection.select({ line, column: 0 });
    view.reveal({ line, column: 0 });
    view.focus();
  });
  useEffect(() => comeBack(), []);
}

let opened: { readonly table: string; readonly id: number } | null = null;

/** Remembers the row whose form is opened, until the table view is shown again. */
function rememberOpened({ table }: Entity, id: number): void {
  opened = { table, id };
}

/** The row whose form was opened from the table view, once; null if there is none. */
function takeOpened({ table }: Entity): number | null {
  const id = opened?.table === table ? opened.id : null;
  opened = null;
  return id;
}
