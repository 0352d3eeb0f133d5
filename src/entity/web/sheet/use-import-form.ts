import { useMemo, useState } from 'react';
import { useIntent } from '../../../platform/web/command.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { Entity } from '../../entity.ts';
import type { Reading } from '../../kind.ts';
import { type CsvDays, type CsvNumbers, languageOfNumbers } from '../../sheet/csv-columns.ts';
import { type CsvColumns, csvLines, idColumn } from '../../sheet/csv-lines.ts';
import { guessedFormats } from '../../sheet/csv-table.ts';
import type { Typing } from '../../sheet/line.ts';
import { type LostZeros, lostZeros } from '../../sheet/lost-zeros.ts';
import { type Missing, missingRows } from '../../sheet/missing.ts';
import { withImported } from '../../sheet/sheet.ts';
import { useEntities } from '../entity-catalog.tsx';
import type { Column } from './columns.ts';
import type { CsvFile } from './csv-file.ts';
import { startImport } from './import-state.ts';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface ImportFormOptions {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly typing: Typing;
  readonly csv: CsvFile;
  readonly onStarted: (job: number) => void;
  readonly onClose: () => void;
}

/** How a chosen file will be imported. */
export interface ImportForm {
  readonly matched: CsvColumns;
  readonly match: (place: number, name: string | null) => void;
  readonly numbers: CsvNumbers;
  readonly setNumbers: (numbers: CsvNumbers) => void;
  readonly days: CsvDays;
  /** Null where the file has no days whose order matters. */
  readonly setDays: ((days: CsvDays) => void) | null;
  readonly zeros: readonly LostZeros[];
  readonly missing: readonly Missing[];
  readonly createsMissing: boolean;
  readonly setCreatesMissing: (creates: boolean) => void;
  readonly isNothing: boolean;
  readonly isStarting: boolean;
  /** Writes the rows into the cells of the table, unsaved. */
  readonly take: () => void;
  /** Lets the server import the file. */
  readonly send: () => Promise<void>;
}

export function useImportForm(options: ImportFormOptions): ImportForm {
  const { entity, columns, editing, csv } = options;
  const userId = useSession()?.userId ?? 0;
  const [matched, setMatched] = useState<CsvColumns>(() => startColumns(userId, entity, columns, csv));
  const guessed = useMemo(() => guessedFormats(entity, matched, csv.rows), [entity, matched, csv]);
  const [chosen, setChosen] = useState<{ readonly numbers?: CsvNumbers; readonly days?: CsvDays }>({});
  const [createsMissing, setCreatesMissing] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const intent = useIntent();
  const { numbers, days } = { ...guessed, ...chosen };
  const typing = useCsvTyping(options.typing, numbers, days);
  const entities = useEntities();
  const missing = useMemo(
    () => missingRows(options.typing, entities, csv.rows, matched),
    [options.typing, entities, csv, matched],
  );
  const zeros = useMemo(() => lostZeros(entity, matched, csv.rows), [entity, csv, matched]);
  const hasSlashes = useMemo(() => hasSlashedDays(entity, matched, csv), [entity, matched, csv]);
  const remember = (): void => rememberColumns(userId, entity.table, csv.head, matched);
  const { headLine, separator } = csv;
  return {
    matched,
    match: (at, name) => setMatched(rematched(matched, at, name)),
    numbers,
    setNumbers: (next) => setChosen({ ...chosen, numbers: next }),
    days,
    setDays: hasSlashes ? (next) => setChosen({ ...chosen, days: next }) : null,
    zeros,
    missing,
    createsMissing,
    setCreatesMissing,
    isNothing: csv.rows.length === 0 || matched.every((name) => name === null || name === idColumn),
    isStarting,
    take: () => {
      const { lines, nextKey } = editing.sheet;
      const stored = lines.filter((line) => line.stored !== null && !line.isRemoved);
      editing.change((sheet) =>
        withImported(sheet, [...csvLines(csv.rows, matched, stored, typing, nextKey)]),
      );
      remember();
      options.onClose();
    },
    send: async () => {
      setStarting(true);
      try {
        const settings = {
          columns: [...matched],
          head_line: headLine,
          separator,
          numbers,
          days,
          create_missing: createsMissing && missing.length > 0,
          show_differences: true,
        };
        const key = intent.keyOf(JSON.stringify(settings));
        options.onStarted(await startImport(entity.table, csv.file, settings, key));
        remember();
        options.onClose();
      } catch (failure) {
        toastFailure(failure);
        setStarting(false);
      }
    },
  };
}

/** What the person chose for such a file before, else what its titles say. */
function startColumns(
  userId: number,
  { table }: Entity,
  columns: readonly Column[],
  { head, matched }: CsvFile,
): CsvColumns {
  const known = new Set([...columns.map(({ name }) => name), idColumn]);
  const remembered = rememberedColumns(userId, table, head);
  return remembered?.map((name) => (name !== null && known.has(name) ? name : null)) ?? matched;
}

function hasSlashedDays({ fields }: Entity, matched: CsvColumns, { rows }: CsvFile): boolean {
  const places = [...matched.entries()].filter(
    ([, name]) => name !== null && fields[name]?.kind.input === 'day',
  );
  return places.some(([place]) => rows.some(({ cells }) => cells[place]?.includes('/')));
}

/** Each field is filled by one column only. */
function rematched(matched: CsvColumns, place: number, name: string | null): CsvColumns {
  return matched.map((known, at) => (at === place ? name : known === name ? null : known));
}

/** Reads numbers and days in the format of the file. */
function useCsvTyping(typing: Typing, numbers: CsvNumbers, days: CsvDays): Typing {
  const language = useLanguage();
  const readingOf = (name: string): Reading => {
    const input = typing.entity.fields[name]?.kind.input;
    const isMeasured = input === 'number' || input === 'day';
    return {
      ...typing.readingOf(name),
      language: isMeasured ? languageOfNumbers(numbers) : language,
      isMonthFirst: days === 'month',
    };
  };
  return { ...typing, readingOf };
}
