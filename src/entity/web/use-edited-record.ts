import { useState } from 'react';
import { changeCount, type Draft, newDraft, type StoredRecord } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import { isUndecided, type RecordConflict, rebased, withStored } from '../rebase.ts';
import { type Labels, labelKey, type ReadRecord, type RowLabel } from '../record.ts';

export interface EditedRecord {
  /** What is stored, as it was read last; null for a new record. */
  readonly base: StoredRecord | null;
  /** The record with what is typed on top. */
  readonly draft: Draft;
  readonly labels: Labels;
  readonly changes: number;
  readonly edit: (change: (before: Draft) => Draft) => void;
  /** Remembers what a row is called that was chosen. */
  readonly name: (table: string, label: RowLabel) => void;
  /** What was changed here and elsewhere, until one of the two is chosen. */
  readonly conflicts: readonly RecordConflict[];
  readonly decide: (conflict: RecordConflict, side: 'mine' | 'theirs') => void;
  readonly discard: () => void;
  /** Goes on with what is stored now. */
  readonly take: (read: ReadRecord) => void;
  /** Goes on with what is stored now, and keeps what was typed on top of it. */
  readonly rebase: (read: ReadRecord) => void;
}

/** A record as it is stored and as it is being typed; a new one begins with the values of `start`. */
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

  // Something beside the form has changed the record, such as blocking a person: what nobody has typed on follows it.
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
