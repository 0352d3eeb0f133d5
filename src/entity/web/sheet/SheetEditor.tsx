import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../platform/web/kit/LeaveGuard.tsx';
import type { Entity, Row } from '../../entity.ts';
import { entityLabelKey } from '../../labels.ts';
import { changesOf, isChanged } from '../../sheet/changes.ts';
import type { Typing } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { ImportNotice } from './ImportNotice.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { SheetFoot } from './SheetFoot.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import { SheetTools } from './SheetTools.tsx';
import { mostRows, type SheetRows } from './sheet-data.ts';
import { useClearing } from './use-clearing.tsx';
import { useFreshRows } from './use-fresh-rows.ts';
import { useGridView } from './use-grid-view.ts';
import type { ImportInSheet } from './use-import-job.ts';
import { usePasting } from './use-pasting.tsx';
import { useSelection } from './use-selection.ts';
import { useSheet } from './use-sheet.ts';
import { useSheetSave } from './use-sheet-save.tsx';

export interface SheetEditorProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly typing: Typing;
  readonly loaded: SheetRows;
  readonly seesPrices: boolean;
  readonly imported: ImportInSheet;
  readonly onReload: () => Promise<readonly Row[]>;
}

/** The table view with its rows: tools, cells, and what they say. */
export function SheetEditor(props: SheetEditorProps): ReactNode {
  const { entity, columns, typing, loaded, seesPrices, imported, onReload } = props;
  const { t } = useTranslation();
  const view = useGridView(columns);
  const editing = useSheet(entity, loaded.rows, columns, typing);
  const selection = useSelection(editing.shown.length, columns.length);
  const changes = useMemo(
    () => changesOf(entity, editing.sheet.lines, editing.sheet.removed),
    [entity, editing.sheet],
  );
  useFreshRows({ rows: loaded.rows, editing, isTouched: isChanged(changes), selection, view });
  const focusCell = (line: number, column: number): void => {
    selection.select({ line, column });
    view.reveal({ line, column });
    view.focus();
  };
  const saving = useSheetSave({ entity, seesPrices, columns, editing, changes, focusCell, onReload });
  const pasting = usePasting(editing);
  const clearing = useClearing(editing, selection.area);
  return (
    <section className={classes.sheet} aria-label={t(entityLabelKey(entity.table, 'many'))}>
      <SheetTools
        entity={entity}
        columns={columns}
        editing={editing}
        typing={typing}
        isSaving={saving.isPending}
        isChanged={isChanged(changes)}
        onSave={saving.start}
        onAddLine={() => editing.addLines(1, editing.shown[selection.active.line])}
        onRemoveLines={clearing.removeLines}
        isWhole={loaded.total <= mostRows}
        onImportStarted={imported.remember}
      />
      {loaded.total > mostRows ? (
        <p className={classes.notice}>{t('table.overfull', { shown: mostRows, count: loaded.total })}</p>
      ) : null}
      {/* What is being typed is kept; a save will tell which of its rows the import has changed. */}
      <ImportNotice imported={imported} onReload={isChanged(changes) ? null : onReload} />
      {saving.conflict}
      {pasting.notice}
      <SheetGrid
        label={t(entityLabelKey(entity.table, 'many'))}
        columns={columns}
        editing={editing}
        selection={selection}
        view={view}
        onClear={clearing.clear}
        onCopied={pasting.copied}
        onPaste={pasting.paste}
        onSave={saving.start}
      />
      <SheetFoot
        entity={entity}
        columns={columns}
        editing={editing}
        selection={selection}
        changes={changes}
        onNextProblem={saving.showProblem}
      />
      <SaveDialog saving={saving} changes={changes} />
      {clearing.question}
      <LeaveGuard isDirty={isChanged(changes) && !saving.isPending} />
    </section>
  );
}
