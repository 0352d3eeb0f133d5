import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';
import { type Command, useConfirmation } from '../../platform/web/command.ts';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import { type Draft, draftProblems, normalDraft } from '../draft.ts';
import type { Entity } from '../entity.ts';
import type { ReadRecord } from '../record.ts';
import { type RecordStore, recordOptions } from './entity-data.ts';
import type { EditedRecord } from './use-edited-record.ts';
import type { ShownProblems } from './use-shown-problems.ts';

export interface RecordSaving {
  readonly isPending: boolean;
  /** Counts the attempts to save before choosing, so that the choice can be focused each time. */
  readonly choicesAsked: number;
  /** Whether another person has saved the record since it was read (SHEET-16). */
  readonly isOutdated: boolean;
  /**
   * Saves and returns the id; null when there are problems, which are then shown. `unread` are the unreadable fields,
   * which the draft does not contain. `isWaitingReported`: the waiting documents were shown before.
   */
  readonly save: (unread: readonly FieldProblem[], isWaitingReported?: boolean) => Promise<number | null>;
  /** Set while the server asks for confirmation (API-41). */
  readonly confirmation: Command<number>['confirmation'];
}

interface SavedRecord {
  readonly entity: Entity;
  readonly store: RecordStore;
  readonly record: EditedRecord;
  readonly show: ShownProblems['show'];
}

export interface RecordSave extends RecordSaving {
  readonly setOutdated: (isOutdated: boolean) => void;
  /** Reads the stored record again. */
  readonly reload: (id: number) => Promise<ReadRecord>;
}

/** Saves an edited record, asks for confirmations, and shows what prevents saving. */
export function useRecordSave({ entity, store, record, show }: SavedRecord): RecordSave {
  const client = useQueryClient();
  const { base, draft } = record;
  const [isPending, setPending] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const [choicesAsked, setAsked] = useState(0);
  const { ask, confirmation } = useConfirmation();
  const reload = (id: number): Promise<ReadRecord> =>
    client.fetchQuery({ ...recordOptions(store, id), staleTime: 0 });

  const storeConfirmed = async (
    normal: Draft,
    isWaitingReported: boolean,
    confirmations: readonly string[] = [],
  ): Promise<number | null> => {
    try {
      return await store.save(base, normal, { isWaitingReported, confirmations });
    } catch (failure) {
      const asked = failure instanceof ApiRefusal ? failure.questions : [];
      if (asked.length === 0) throw failure;
      if (!(await ask(asked))) return null;
      const hashes = asked.map(({ hash }) => hash);
      return await storeConfirmed(normal, isWaitingReported, [...confirmations, ...hashes]);
    }
  };

  const save = async (unread: readonly FieldProblem[], isWaitingReported = false): Promise<number | null> => {
    if (record.conflicts.length > 0) {
      setAsked(choicesAsked + 1);
      return null;
    }
    const normal = normalDraft(entity, draft);
    const unreadNames = new Set(unread.map(({ field }) => field));
    const readable = draftProblems(entity, normal).filter(({ field }) => !unreadNames.has(field));
    const found = [...unread, ...readable];
    show(found);
    if (found.length > 0) return null;
    setPending(true);
    try {
      const id = await storeConfirmed(normal, isWaitingReported);
      if (id === null) return null;
      record.take(await reload(id));
      setOutdated(false);
      toastSaved();
      return id;
    } catch (failure) {
      const refused = failure instanceof ApiRefusal ? failure : null;
      if (refused?.code === 'record_changed') setOutdated(true);
      const placed = refused === null ? [] : placedProblems(entity, draft, refused);
      show(placed);
      if (refused?.code !== 'record_changed' && placed.length === 0) toastFailure(failure);
      return null;
    } finally {
      setPending(false);
    }
  };

  return { isPending, choicesAsked, isOutdated, confirmation, save, setOutdated, reload };
}

/** The server's refusals, assigned to the fields of the page. */
function placedProblems(entity: Entity, draft: Draft, refusal: ApiRefusal): readonly FieldProblem[] {
  const { problems, field, code, values } = refusal;
  const found = problems.length > 0 ? problems : field === undefined ? [] : [{ field, code, values }];
  const isKnown = (name: string): boolean => name in entity.fields;
  return found.flatMap((problem) => {
    const name = problem.field.split('.').at(-1) ?? problem.field;
    if (isKnown(name)) return [{ ...problem, field: name }];
    const children = Object.entries(entity.children).find(([, { fields }]) => name in fields);
    const row = children && draft.children[children[0]]?.[0];
    return children && row ? [{ ...problem, field: `${children[0]}.${row.key}.${name}` }] : [];
  });
}
