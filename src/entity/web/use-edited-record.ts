import { useState } from 'react';
import { changeCount, type Draft, newDraft, type StoredRecord } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import { isUndecided, type RecordConflict, rebased, withStored } from '../rebase.ts';
import { type Labels, labelKey, type ReadRecord, type RowLabel } from '../record.ts';

export interface EditedRecord {
  /** The record as last read; null for a new record. */
  readonly base: StoredRecord | null;
  /** The record with the edits on top. */
  readonly draft: Draft;
  readonly labels: Labels;
  readonly changes: number;
  readonly edit: (change: (before: Draft) => Draft) => void;
  /** Remembers the label of a chosen row. */
  readonly name: (table: string, label: RowLabel) => void;
  /** Conflicts between local and other people's changes, until one side is chosen. */
  readonly conflicts: readonly RecordConflict[];
  readonly decide: (conflict: RecordConflict, side: 'mine' | 'theirs') => void;
  readonly discard: () => void;
  /** Continues with the current stored record. */
  readonly take: (read: ReadRecord) => void;
  /** Continues with the current stored record and keeps the edits on top. */
  readonly rebase: (read: ReadRecord) => void;
}

/** A record as stored and as edited; a new one begins with the values of `start`. */
export function useEditedRecord(entity: Entity, read: ReadRecord | null, start: Row = {}): EditedRecord {
  const [base, setBase] = useState(read?.record ?? null);
  const [empty] = useState(() => newDraft(entity));
  const [draft, setDraft] = useState<Draft>(base ?? { ...empty, values: { ...empty.values, ...start } });
  const [labels, setLabels] = useState<Labels>(read?.labels ?? new Map());
  const [found, setFound] = useState<readonly RecordConflict[]>([]);
  const conflicts = found.filter((conflict) => isUndecided(draft, conflict));
  const changes = changeCount(entity, base ?? empty, draft);
  const goOn = (from: ReadRecord, next: Draft): void => {
    setBase(from.record);
    setDraft(next);
    setFound([]);
    setLabels(new Map([...labels, ...from.labels]));
  };

  // Another part of the page has changed the record, such as blocking a person: an unedited form follows it.
  const [seen, setSeen] = useState(read);
  if (read !== seen) {
    setSeen(read);
    if (read !== null && base !== null && changes === 0) goOn(read, read.record);
    else if (read !== null) setLabels(new Map([...labels, ...read.labels]));
  }

  return {
    base,
    draft,
    labels,
    changes,
    edit: setDraft,
    name: (table, label) => setLabels((known) => new Map([...known, [labelKey(table, label.id), label]])),
    conflicts,
    decide: (conflict, side) => {
      setFound(conflicts.filter((other) => other !== conflict));
      if (side === 'theirs') setDraft(withStored(draft, conflict));
    },
    discard: () => setDraft(base ?? empty),
    take: (from) => goOn(from, from.record),
    rebase: (from) => {
      const next = base === null ? null : rebased(base, from.record, draft);
      goOn(from, next?.draft ?? from.record);
      setFound(next?.conflicts ?? []);
    },
  };
}
