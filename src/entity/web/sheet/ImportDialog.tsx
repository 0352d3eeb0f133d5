import { Button, FileButton, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, type Refusal } from '../../../base/refusal.ts';
import { useIntent } from '../../../platform/web/command.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { Entity } from '../../entity.ts';
import type { Reading } from '../../kind.ts';
import { type CsvNumbers, csvNumbers, languageOfNumbers, matchedColumns } from '../../sheet/csv-columns.ts';
import { type CsvColumns, csvLines, idColumn } from '../../sheet/csv-lines.ts';
import type { Typing } from '../../sheet/line.ts';
import { withImported } from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';
import { type CsvFile, fieldTitles, readCsvFile, useCsvRefusalText } from './csv-file.ts';
import classes from './EntitySheet.module.css';
import { startImport } from './import-state.ts';
import { mostRows } from './sheet-data.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface ImportDialogProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly typing: Typing;
  /** Whether the table holds all rows, so that it can match the rows of the file. */
  readonly isWhole: boolean;
  readonly onStarted: (job: number) => void;
  readonly onClose: () => void;
}

/** Loads a CSV file into the table, or lets the server import it (ADM-20). */
export function ImportDialog(props: ImportDialogProps): ReactNode {
  const { t } = useTranslation();
  const [csv, setCsv] = useState<CsvFile | Refusal | null>(null);
  const refusalText = useCsvRefusalText();
  const choose = async (file: File | null): Promise<void> => {
    if (file !== null) setCsv(await readCsvFile(file));
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
        <div>
          <FileButton accept=".csv,.txt,.tsv,text/csv" onChange={(file) => void choose(file)}>
            {(button) => (
              <Button variant="default" {...button}>
                {t('import.choose')}
              </Button>
            )}
          </FileButton>
        </div>
        {isRefusal(csv) ? (
          <p role="alert" className={classes.problem}>
            {refusalText(csv)}
          </p>
        ) : null}
        {csv !== null && !isRefusal(csv) ? <ImportForm key={csv.file.name} {...props} csv={csv} /> : null}
      </div>
    </Modal>
  );
}

const previewRows = 5;

/** Matches the columns of the file with the fields, and previews its first rows. */
function ImportForm(props: ImportDialogProps & { readonly csv: CsvFile }): ReactNode {
  const { entity, columns, editing, csv } = props;
  const { t } = useTranslation();
  const [numbers, setNumbers] = useState<CsvNumbers>('comma');
  const [matched, setMatched] = useState<CsvColumns>(() =>
    matchedColumns(csv.head, fieldTitles(entity, columns)),
  );
  const [isStarting, setStarting] = useState(false);
  const intent = useIntent();
  const typing = useCsvTyping(props.typing, numbers);
  const count = csv.rows.length;
  const isNothing = count === 0 || matched.every((name) => name === null || name === idColumn);

  const take = (): void => {
    const { lines, nextKey } = editing.sheet;
    const stored = lines.filter((line) => line.stored !== null && !line.isRemoved);
    editing.change((sheet) => withImported(sheet, [...csvLines(csv.rows, matched, stored, typing, nextKey)]));
    props.onClose();
  };
  const send = async (): Promise<void> => {
    setStarting(true);
    try {
      const settings = { columns: [...matched], separator: csv.separator, numbers };
      const key = intent.keyOf(JSON.stringify(settings));
      props.onStarted(await startImport(entity.table, csv.file, settings, key));
      props.onClose();
    } catch (failure) {
      toastFailure(failure);
      setStarting(false);
    }
  };
  return (
    <>
      <div className={classes.settings}>
        <NativeSelect
          label={t('import.numbers.label')}
          value={numbers}
          onChange={(event) =>
            setNumbers(csvNumbers.find((one) => one === event.currentTarget.value) ?? 'comma')
          }
          data={csvNumbers.map((value) => ({ value, label: t(`import.numbers.${value}`) }))}
        />
      </div>
      <ColumnTable csv={csv} columns={columns} matched={matched} onMatch={setMatched} />
      <p aria-live="polite">{t('import.count', { count })}</p>
      <div className={classes.buttons}>
        <Button variant="default" disabled={isNothing || count > mostRows || !props.isWhole} onClick={take}>
          {t('import.into_sheet')}
        </Button>
        <Button disabled={isNothing} loading={isStarting} onClick={() => void send()}>
          {t('import.start', { count })}
        </Button>
      </div>
    </>
  );
}

interface ColumnTableProps {
  readonly csv: CsvFile;
  readonly columns: readonly Column[];
  readonly matched: CsvColumns;
  readonly onMatch: (matched: CsvColumns) => void;
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
                  onChange={(event) => onMatch(rematched(matched, place, event.currentTarget.value || null))}
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

/** Each field is filled by one column only. */
function rematched(matched: CsvColumns, place: number, name: string | null): CsvColumns {
  return matched.map((known, at) => (at === place ? name : known === name ? null : known));
}

/** Reads numbers and days in the format of the file. */
function useCsvTyping(typing: Typing, numbers: CsvNumbers): Typing {
  const language = useLanguage();
  const readingOf = (name: string): Reading => {
    const input = typing.entity.fields[name]?.kind.input;
    const isMeasured = input === 'number' || input === 'day';
    return { ...typing.readingOf(name), language: isMeasured ? languageOfNumbers(numbers) : language };
  };
  return { ...typing, readingOf };
}
