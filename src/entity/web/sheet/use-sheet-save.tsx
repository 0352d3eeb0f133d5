import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../base/refusal.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import type { Entity, Row } from '../../entity.ts';
import type { Changes } from '../../sheet/changes.ts';
import { isChanged } from '../../sheet/changes.ts';
import type { Problems } from '../../sheet/judge.ts';
import type { Line } from '../../sheet/line.ts';
import { reloadedRows } from '../../sheet/sheet.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { rowsById, saveChanges } from './sheet-data.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetSaveOptions {
  readonly entity: Entity;
  readonly seesPrices: boolean;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly changes: Changes;
  readonly focusCell: (line: number, column: number) => void;
  /** The rows as they are stored now. */
  readonly onReload: () => Promise<readonly Row[]>;
}

export interface SheetSave {
  /** Shows the first red cell, or what is about to be saved. */
  readonly start: () => void;
  readonly isAsking: boolean;
  readonly isPending: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
  readonly showProblem: () => void;
  /** Offers to take over the rows that others have changed meanwhile. */
  readonly conflict: ReactNode;
}

/** Saves the table (SHEET-15, SHEET-16): refuses red cells, asks with the counts, never overwrites what others changed. */
export function useSheetSave(options: SheetSaveOptions): SheetSave {
  const { entity, editing, changes, columns } = options;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [outdated, setOutdated] = useState<readonly number[]>([]);

  const showProblem = (): void => {
    const isRed = ({ key }: Line): boolean => editing.problems.has(key);
    const found = editing.shown.findIndex(isRed);
    // A red line that the search hides comes back into view.
    if (found === -1) editing.setSearch('');
    const lines = found === -1 ? editing.sheet.lines : editing.shown;
    const line = found === -1 ? lines.findIndex(isRed) : found;
    const problems = editing.problems.get(lines[line]?.key ?? -1);
    const column = columns.findIndex(({ name }) => problems?.has(name));
    if (line !== -1) options.focusCell(line, Math.max(column, 0));
  };

  const save = async (): Promise<void> => {
    setPending(true);
    try {
      await saveChanges(entity, changes, client);
      toastSaved(t('table.saved'));
      // Nothing can be typed until the rows are there that it would be typed into.
      editing.begin(await options.onReload());
      setAsking(false);
    } catch (failure) {
      setAsking(false);
      const ids = outdatedIds(failure);
      const refused = refusedLines(failure, changes);
      if (ids.length > 0) setOutdated(ids);
      else toastFailure(failure);
      if (refused.size > 0) editing.refuse(refused);
    } finally {
      setPending(false);
    }
  };

  const reload = async (): Promise<void> => {
    try {
      const rows = await rowsById(entity, options.seesPrices, outdated);
      editing.change((sheet) => reloadedRows(sheet, new Set(outdated), rows));
      setOutdated([]);
    } catch (failure) {
      toastFailure(failure);
    }
  };

  return {
    start: () => {
      if (editing.problems.size > 0) return showProblem();
      if (isChanged(changes)) setAsking(true);
    },
    isAsking,
    isPending,
    confirm: () => void save(),
    cancel: () => setAsking(false),
    showProblem,
    conflict:
      outdated.length === 0 ? null : (
        <div role="alert" className={classes.notice}>
          {t('table.conflict.text', { rows: namesOf(entity, editing, outdated), count: outdated.length })}
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            {t('table.conflict.reload', { count: outdated.length })}
          </Button>
        </div>
      ),
  };
}

/** The rows that others have changed or deleted since they were loaded. */
function outdatedIds(failure: unknown): readonly number[] {
  if (!(failure instanceof ApiRefusal)) return [];
  if (failure.code !== 'record_changed' && failure.code !== 'not_found') return [];
  return String(failure.values.ids ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0);
}

/** What the server found wrong, by line: problems name their object as `objects.3.name` or `3.name`, or are of the only one. */
function refusedLines(failure: unknown, { lines }: Changes): ReadonlyMap<Line, Problems> {
  const found = new Map<Line, Map<string, FieldProblem>>();
  if (!(failure instanceof ApiRefusal)) return found;
  const { code, field, values, problems } = failure;
  const all = field === undefined ? problems : [...problems, { field, code, values }];
  for (const problem of all) {
    const [, place, name] = /^(?:(?:objects\.)?(\d+)\.)?(\w+)$/.exec(problem.field) ?? [];
    const line = lines.length === 1 ? lines[0] : lines[Number(place ?? -1)];
    if (line === undefined || name === undefined) continue;
    const known = found.get(line) ?? new Map<string, FieldProblem>();
    found.set(line, known.set(name, { ...problem, field: name }));
  }
  return found;
}

/** What the rows are called, for a message: the first few of them. */
function namesOf(entity: Entity, { sheet }: SheetEditing, ids: readonly number[]): string {
  const mostNames = 5;
  const wanted = new Set(ids);
  const lines = [...sheet.lines, ...sheet.removed].filter(({ id }) => id !== null && wanted.has(id));
  const names = lines.map(({ stored }) => entity.label.map((name) => stored?.[name] ?? '').join(' '));
  return names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ' …' : '');
}
