import { Button, Checkbox, FileButton, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, type Refusal } from '../../../base/refusal.ts';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { LockedButton } from '../../../platform/web/kit/LockedButton.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { Entity } from '../../entity.ts';
import { entityLabelKey } from '../../labels.ts';
import { csvDays, csvNumbers } from '../../sheet/csv-columns.ts';
import { type CsvColumns, idColumn } from '../../sheet/csv-lines.ts';
import type { Typing } from '../../sheet/line.ts';
import type { Column } from './columns.ts';
import { type CsvFile, fieldTitles, readCsvFile, tableFiles, useCsvRefusalText } from './csv-file.ts';
import classes from './EntitySheet.module.css';
import { maxRows } from './sheet-data.ts';
import { type ImportForm, useImportForm } from './use-import-form.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface ImportDialogProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly typing: Typing;
  /** Whether the table holds all rows, so that it can match the rows of the file. */
  readonly isWhole: boolean;
  readonly onStarted: (job: number) => void;
  /** Downloads an empty file with the columns and their choices. */
  readonly onTemplate: () => void;
  readonly onClose: () => void;
}

/** Loads a spreadsheet or CSV file into the table, or lets the server import it (ADM-20). */
export function ImportDialog(props: ImportDialogProps): ReactNode {
  const { t } = useTranslation();
  const [csv, setCsv] = useState<CsvFile | Refusal | null>(null);
  const refusalText = useCsvRefusalText();
  const choose = async (file: File | null): Promise<void> => {
    if (file !== null) setCsv(await readCsvFile(file, () => fieldTitles(props.entity, props.columns)));
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      size={900}
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <div className={classes.dialog}>
        <p>{t('import.hint')}</p>
        <div className={classes.settings}>
          <FileButton accept={tableFiles} onChange={(file) => void choose(file).catch(toastFailure)}>
            {(button) => (
              <Button variant="default" {...button}>
                {t('import.choose')}
              </Button>
            )}
          </FileButton>
          <Button variant="subtle" onClick={props.onTemplate}>
            {t('import.template')}
          </Button>
        </div>
        {isRefusal(csv) ? (
          <p role="alert" className="problem">
            {refusalText(csv)}
          </p>
        ) : null}
        {csv !== null && !isRefusal(csv) ? (
          <ChosenFile key={`${csv.file.name} ${csv.file.lastModified}`} {...props} csv={csv} />
        ) : null}
      </div>
    </Modal>
  );
}

const previewRows = 5;

/** Matches the columns of the file with the fields, previews its first rows, and shows doubts. */
function ChosenFile(props: ImportDialogProps & { readonly csv: CsvFile }): ReactNode {
  const { columns, csv } = props;
  const { t } = useTranslation();
  const form = useImportForm(props);
  const count = csv.rows.length;
  const lock = form.isNothing ? t(count === 0 ? 'import.lock.no_rows' : 'import.lock.no_column') : null;
  return (
    <>
      <div className={classes.settings}>
        <NativeSelect
          label={t('import.numbers.label')}
          value={form.numbers}
          onChange={(event) =>
            form.setNumbers(csvNumbers.find((one) => one === event.currentTarget.value) ?? 'comma')
          }
          data={csvNumbers.map((value) => ({ value, label: t(`import.numbers.${value}`) }))}
        />
        {form.setDays === null ? null : (
          <NativeSelect
            label={t('import.days.label')}
            value={form.days}
            onChange={(event) => form.setDays?.(event.currentTarget.value === 'month' ? 'month' : 'day')}
            data={csvDays.map((value) => ({ value, label: t(`import.days.${value}`) }))}
          />
        )}
      </div>
      <ColumnTable csv={csv} columns={columns} matched={form.matched} onMatch={form.match} />
      <ImportDoubts columns={columns} form={form} />
      <p aria-live="polite">{t('import.count', { count })}</p>
      <div className={classes.buttons}>
        <LockedButton
          variant="default"
          reason={
            lock ?? (props.isWhole && count <= maxRows ? null : t('import.lock.not_whole', { most: maxRows }))
          }
          onClick={form.take}
        >
          {t('import.into_sheet')}
        </LockedButton>
        <LockedButton reason={lock} loading={form.isStarting} onClick={() => void form.send()}>
          {t('import.start', { count })}
        </LockedButton>
      </div>
    </>
  );
}

/** Names are shown for the first of them. */
const maxNames = 10;

/** Lost zeros, and rows of other lists that the import can create. */
function ImportDoubts({
  columns,
  form,
}: {
  readonly columns: readonly Column[];
  readonly form: ImportForm;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {form.zeros.map(({ field, count }) => (
        <p key={field} role="status" className="problem">
          {t('import.zeros', { count, field: columns.find(({ name }) => name === field)?.title })}
        </p>
      ))}
      {form.missing.length === 0 ? null : (
        <Checkbox
          label={t('import.missing')}
          description={form.missing
            .map(({ target, rows }) => {
              const names = [...rows.keys()];
              const shown = names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ' …' : '');
              return `${t(entityLabelKey(target.table, 'many'))}: ${shown}`;
            })
            .join(' · ')}
          checked={form.createsMissing}
          onChange={(event) => form.setCreatesMissing(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

interface ColumnTableProps {
  readonly csv: CsvFile;
  readonly columns: readonly Column[];
  readonly matched: CsvColumns;
  readonly onMatch: (place: number, name: string | null) => void;
}

/** One row for each column of the file: its title, its field and its first values. */
function ColumnTable({ csv, columns, matched, onMatch }: ColumnTableProps): ReactNode {
  const { t } = useTranslation();
  const some = csv.rows.slice(0, previewRows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={classes.previewView} tabIndex={0} aria-label={t('import.preview')}>
      <table className={classes.preview}>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.field')}</th>
            {some.map(({ line }) => (
              <th scope="col" key={line}>
                {t('import.line', { line })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {csv.head.map((title, place) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file keep their places.
              key={place}
              className={matched[place] === null ? classes.leftOut : undefined}
            >
              <th scope="row">{title || t('import.untitled', { place: place + 1 })}</th>
              <td>
                <NativeSelect
                  size="xs"
                  aria-label={t('import.field_of', { column: title || String(place + 1) })}
                  value={matched[place] ?? ''}
                  onChange={(event) => onMatch(place, event.currentTarget.value || null)}
                  data={[
                    { value: '', label: t('import.left_out') },
                    ...columns.map(({ name, title: label }) => ({ value: name, label })),
                    { value: idColumn, label: t('table.id') },
                  ]}
                />
              </td>
              {some.map(({ line, cells }) => (
                <td key={line}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
