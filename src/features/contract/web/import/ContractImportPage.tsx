import { Button, Checkbox, FileButton, Skeleton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../../base/refusal.ts';
import { changesOf, isChanged } from '../../../../entity/sheet/changes.ts';
import { nextProblem } from '../../../../entity/sheet/next-problem.ts';
import { lastUsed } from '../../../../entity/sheet/sheet.ts';
import { tableFiles, useCsvRefusalText } from '../../../../entity/web/sheet/csv-file.ts';
import classes from '../../../../entity/web/sheet/EntitySheet.module.css';
import { gridHeight } from '../../../../entity/web/sheet/grid-layout.ts';
import { SheetBar } from '../../../../entity/web/sheet/SheetBar.tsx';
import { SheetFoot } from '../../../../entity/web/sheet/SheetFoot.tsx';
import { SheetGrid } from '../../../../entity/web/sheet/SheetGrid.tsx';
import { useClearing } from '../../../../entity/web/sheet/use-clearing.tsx';
import { useColumnWidths } from '../../../../entity/web/sheet/use-column-widths.ts';
import { type GridView, useGridView } from '../../../../entity/web/sheet/use-grid-view.ts';
import { usePasting } from '../../../../entity/web/sheet/use-pasting.tsx';
import { type Selection, useSelection } from '../../../../entity/web/sheet/use-selection.ts';
import { type SheetEditing, useSheet } from '../../../../entity/web/sheet/use-sheet.ts';
import { NoPermission } from '../../../../platform/web/kit/EmptyState.tsx';
import { LeaveGuard } from '../../../../platform/web/kit/LeaveGuard.tsx';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { importedContract } from '../../imported-rows.ts';
import { type ImportColumns, useImportColumns } from './columns.ts';
import { csvBlock } from './csv-block.ts';
import { plainBlock } from './spreadsheet-texts.ts';
import { useImport } from './use-import.ts';

/** Imports contracts from a spreadsheet, pasted or from a CSV file (ADM-20, CON-05). */
export function ContractImportPage(): ReactNode {
  const { t } = useTranslation();
  const mayCreate = useHasRole('user-insert-contract');
  const parts = useImportColumns(useHasRole('user-price'));
  if (!mayCreate) {
    return (
      <NoPermission isPage title={t('contract.not_allowed.title')}>
        {t('contract.not_allowed.text')}
      </NoPermission>
    );
  }
  return (
    <>
      <PageTitleRow title={t('contract.import.title')} />
      {parts === null ? <Skeleton height={gridHeight} radius={6} /> : <ImportSheet {...parts} />}
    </>
  );
}

function ImportSheet({ columns, typing }: ImportColumns): ReactNode {
  const { t } = useTranslation();
  const widths = useColumnWidths(importedContract);
  const view = useGridView(columns, widths.widths);
  const sheet = useSheet(importedContract, [], columns, typing);
  const editing: SheetEditing = {
    ...sheet,
    write: (at, block) => sheet.write(at, plainBlock(block, columns.slice(at.column))),
  };
  const selection = useSelection(editing.shown, columns.length);
  const pasting = usePasting(editing);
  const clearing = useClearing(editing, selection.area);
  const changes = useMemo(() => changesOf(importedContract, editing.sheet.lines), [editing.sheet]);
  const showProblem = useNextProblem(columns, editing, selection, view);
  const mayTakeOver = useHasRole('user-change-contract');
  const [areInForce, setInForce] = useState(false);
  const { progress, left, start } = useImport(editing, areInForce, showProblem);
  const label = t('contract.import.title');
  return (
    <section className={classes.sheet} aria-label={label}>
      <p>{t('contract.import.text')}</p>
      <CsvTools
        columns={columns}
        onTexts={(texts) => editing.write({ line: lastUsed(editing.shown) + 1, column: 0 }, texts)}
      />
      {mayTakeOver ? (
        <Checkbox
          className={classes.tools}
          label={t('contract.import.in_force')}
          checked={areInForce}
          disabled={progress !== null}
          onChange={(event) => setInForce(event.currentTarget.checked)}
        />
      ) : null}
      {pasting.notice}
      <Progress progress={progress} left={left} />
      <SheetGrid
        label={label}
        columns={columns}
        editing={editing}
        selection={selection}
        view={view}
        widths={widths}
        onClear={clearing.clear}
        onCopied={pasting.copied}
        onPaste={pasting.paste}
        onSave={start}
        onOpen={() => {}}
        onRest={() => {}}
      />
      <SheetFoot
        entity={importedContract}
        columns={columns}
        editing={editing}
        selection={selection}
        typing={typing}
      />
      <SheetBar
        editing={editing}
        changes={changes}
        onPress={view.leaveCell}
        onSave={start}
        onNextProblem={showProblem}
      />
      {clearing.question}
      <LeaveGuard isDirty={isChanged(changes)} />
    </section>
  );
}

/** Goes to the next red cell. */
function useNextProblem(
  columns: ImportColumns['columns'],
  editing: SheetEditing,
  selection: Selection,
  view: GridView,
): () => void {
  return () => {
    const names = columns.map(({ name }) => name);
    const place = nextProblem(editing.shown, names, editing.problems, selection.active);
    if (place === null) return;
    selection.select(place);
    view.reveal(place);
    view.focus();
  };
}

/** The number of stored contracts, and of those that the server refused. */
function Progress({ progress, left }: Pick<ReturnType<typeof useImport>, 'progress' | 'left'>): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {progress === null ? null : (
        <p role="status" className={classes.notice}>
          {t('contract.import.running', { done: progress.done, all: progress.all })}
        </p>
      )}
      {left === 0 ? null : (
        <p role="alert" className={classes.notice}>
          {t('contract.import.left', { count: left })}
        </p>
      )}
    </>
  );
}

interface CsvToolsProps {
  readonly columns: ImportColumns['columns'];
  readonly onTexts: (texts: readonly (readonly string[])[]) => void;
}

/** Loads a file into the table, which validates it before anything is stored. */
function CsvTools({ columns, onTexts }: CsvToolsProps): ReactNode {
  const { t } = useTranslation();
  const refusalText = useCsvRefusalText();
  const [notice, setNotice] = useState<string | null>(null);
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const block = await csvBlock(file, columns);
    if (isRefusal(block)) return setNotice(refusalText(block));
    onTexts(block.texts);
    setNotice(
      block.unknown.length === 0 ? null : t('contract.import.unknown', { columns: block.unknown.join(', ') }),
    );
  };
  return (
    <>
      <div className={classes.tools}>
        <FileButton accept={tableFiles} onChange={(file) => void take(file).catch(toastFailure)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileUpload size={16} stroke={1.6} aria-hidden />}
            >
              {t('contract.import.file')}
            </Button>
          )}
        </FileButton>
      </div>
      {notice === null ? null : (
        <p role="alert" className={classes.notice}>
          {notice}
        </p>
      )}
    </>
  );
}
