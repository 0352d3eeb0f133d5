import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Command, useConfirmation, useIntent } from '../../../platform/web/command.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { documentKinds } from '../../../timeline/kinds.ts';
import type { Entity, Row } from '../../entity.ts';
import { entityLabelKey } from '../../labels.ts';
import type { Place } from '../../sheet/area.ts';
import { type Changes, isChanged } from '../../sheet/changes.ts';
import type { Problems } from '../../sheet/judge.ts';
import type { Line } from '../../sheet/line.ts';
import { nextProblem } from '../../sheet/next-problem.ts';
import { reloadedRows } from '../../sheet/sheet.ts';
import { useEntities } from '../entity-catalog.tsx';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { lineName } from './line-name.ts';
import { RefusedLines } from './RefusedLines.tsx';
import { refusedLines } from './refused-lines.ts';
import { rowsById, saveChanges } from './sheet-data.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetSaveOptions {
  readonly entity: Entity;
  readonly seesPrices: boolean;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly changes: Changes;
  /** The active cell. */
  readonly place: Place;
  readonly focusCell: (key: number, line: number, column: number) => void;
  /** Returns the rows as stored now. */
  readonly onReload: () => Promise<readonly Row[]>;
  /** The rows are stored but cannot be read: the shown ones must not be saved again. */
  readonly onUnread: (failure: Error) => void;
}

export interface SheetSave {
  /** Shows the first red cell, or the confirmation of the save. */
  readonly start: () => void;
  readonly isAsking: boolean;
  readonly isPending: boolean;
  /** Saves after the effects of the changes were shown or could not be determined. */
  readonly confirm: (isWaitingReported: boolean) => void;
  readonly cancel: () => void;
  /** Set while the server asks for confirmation (API-41). */
  readonly confirmation: Command<boolean>['confirmation'];
  /** Goes to the next red cell, wrapping around. */
  readonly showNextProblem: () => void;
  /** Offers to reload the rows that other people have changed. */
  readonly conflict: ReactNode;
  /** Lists the rows that the server refused, with the reasons. */
  readonly refusal: ReactNode;
}

/**
 * Saves the table (SHEET-15, SHEET-16): refuses red cells, confirms with the counts, never overwrites other people's
 * changes.
 */
export function useSheetSave(options: SheetSaveOptions): SheetSave {
  const { entity, editing, changes } = options;
  const client = useQueryClient();
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const intent = useIntent();
  const showProblem = useProblemShown(options);
  const { take, settle, conflict, refusal } = useRefusedRows(options, showProblem);

  const { ask, confirmation } = useConfirmation();
  const store = async (
    isWaitingReported: boolean,
    confirmations: readonly string[] = [],
  ): Promise<boolean> => {
    try {
      const { objects, idsToDelete } = changes;
      const key = intent.keyOf(JSON.stringify([objects, idsToDelete, confirmations]));
      await saveChanges(entity, changes, key, client, { isWaitingReported, confirmations });
      intent.reached();
      return true;
    } catch (failure) {
      const asked = entity.asked && failure instanceof ApiRefusal ? failure.questions : [];
      if (asked.length > 0) {
        const hashes = asked.map(({ hash }) => hash);
        return (await ask(asked)) && (await store(isWaitingReported, [...confirmations, ...hashes]));
      }
      take(failure);
      return false;
    }
  };
  const save = async (isWaitingReported: boolean): Promise<void> => {
    setPending(true);
    if (await store(isWaitingReported)) {
      settle();
      toastSaved(t('table.saved'));
      try {
        // Editing is blocked until the saved rows are loaded.
        editing.begin(await options.onReload());
      } catch (failure) {
        options.onUnread(failure instanceof Error ? failure : new Error(String(failure)));
      }
    }
    setAsking(false);
    setPending(false);
  };

  return {
    start: () => {
      if (editing.problems.size > 0) return showProblem(null);
      if (isChanged(changes)) setAsking(true);
    },
    isAsking,
    isPending,
    confirm: (isWaitingReported) => void save(isWaitingReported),
    cancel: () => setAsking(false),
    confirmation,
    showNextProblem: () => showProblem(options.place),
    conflict,
    refusal,
  };
}

type ShowProblem = (from: Place | null) => void;

/** The rows of the last save that others have changed, or that the server refused. */
function useRefusedRows(options: SheetSaveOptions, showProblem: ShowProblem) {
  const { entity, editing, changes, columns } = options;
  const [outdated, setOutdated] = useState<readonly number[]>([]);
  const [refused, setRefused] = useState<ReadonlyMap<Line, Problems>>(new Map());
  const standing = standingOf(refused, editing.sheet.lines);
  const nameOf = useNameOfUse();
  return {
    /** Shows what a failed save says about rows. */
    take: (failure: unknown): void => {
      const ids = outdatedIds(failure);
      const lines = refusedLines(failure, { changes, lines: editing.sheet.lines, columns, nameOf });
      setOutdated(ids);
      setRefused(lines);
      if (ids.length === 0 && lines.size === 0) toastFailure(failure);
      if (lines.size > 0) editing.refuse(lines);
    },
    settle: (): void => {
      setOutdated([]);
      setRefused(new Map());
    },
    conflict:
      outdated.length === 0 ? null : (
        <Conflict {...options} outdated={outdated} onDone={() => setOutdated([])} />
      ),
    refusal:
      standing.size === 0 ? null : (
        <RefusedLines
          entity={entity}
          columns={columns}
          editing={editing}
          refused={standing}
          onShow={(line) => showProblem({ line, column: -1 })}
          onClose={() => setRefused(new Map())}
        />
      ),
  };
}

/** Goes to the next red cell after a place, or with null to the first. */
function useProblemShown(options: SheetSaveOptions): ShowProblem {
  const { editing, columns, focusCell } = options;
  const names = columns.map(({ name }) => name);
  return (from) => {
    const isSeen = editing.shown.some(({ key }) => editing.problems.has(key));
    // Shows red lines that the search hides.
    if (!isSeen) editing.setSearch('');
    const lines = isSeen ? editing.shown : editing.sheet.lines;
    const found = nextProblem(lines, names, editing.problems, isSeen ? from : null);
    const key = found && lines[found.line]?.key;
    if (found && key !== undefined && key !== null) focusCell(key, found.line, found.column);
  };
}

type ConflictProps = Pick<SheetSaveOptions, 'entity' | 'editing' | 'seesPrices'> & {
  readonly outdated: readonly number[];
  readonly onDone: () => void;
};

/** Lists the rows that other people have changed or deleted, and reloads them. */
function Conflict({ entity, editing, seesPrices, outdated, onDone }: ConflictProps): ReactNode {
  const { t } = useTranslation();
  const reload = async (): Promise<void> => {
    try {
      const rows = await rowsById(entity, seesPrices, outdated);
      editing.change((sheet) => reloadedRows(sheet, new Set(outdated), rows));
      onDone();
    } catch (failure) {
      toastFailure(failure);
    }
  };
  return (
    <div role="alert" className={classes.notice}>
      {t('table.conflict.text', { rows: namesOf(entity, editing, outdated), count: outdated.length })}
      <Button size="compact-sm" variant="default" onClick={() => void reload()}>
        {t('table.conflict.reload', { count: outdated.length })}
      </Button>
    </div>
  );
}

/** The refusals of lines that are unchanged since they were sent. */
function standingOf(
  refused: ReadonlyMap<Line, Problems>,
  lines: readonly Line[],
): ReadonlyMap<Line, Problems> {
  if (refused.size === 0) return refused;
  const present = new Set(lines);
  return new Map([...refused].filter(([line]) => present.has(line)));
}

const documents: readonly string[] = [...documentKinds, 'mailbox', 'marketplace'];

/**
 * The label of rows that use another row: master data by its usual label, documents and others by texts of this page.
 */
function useNameOfUse(): (table: string) => string {
  const { t } = useTranslation();
  const entities = useEntities();
  return (table) => {
    if (entities.has(table)) return t(entityLabelKey(table, 'many'));
    return t(`table.used.${documents.includes(table) ? table : 'other'}`);
  };
}

/** The rows that other people have changed or deleted since they were loaded. */
function outdatedIds(failure: unknown): readonly number[] {
  if (!(failure instanceof ApiRefusal)) return [];
  if (failure.code !== 'record_changed' && failure.code !== 'not_found') return [];
  return String(failure.values.ids ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0);
}

/** The first few labels of the rows, for a message. */
function namesOf(entity: Entity, { sheet }: SheetEditing, ids: readonly number[]): string {
  const maxNames = 5;
  const wanted = new Set(ids);
  const lines = sheet.lines.filter(({ id }) => id !== null && wanted.has(id));
  const names = lines.map((line) => lineName(entity, line));
  return names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ' …' : '');
}
