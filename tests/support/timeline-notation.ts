import type { EntryStatus, EntryType } from '../../src/timeline/kinds.ts';
import {
  type Entry,
  type IsGroup,
  isDone,
  type Occasion,
  type Timeline,
  withDerived,
} from '../../src/timeline/timeline.ts';

/**
 * The notation of TL-17: `no[*] type [assignee] [status]/text ["comment"]`, one line per entry, `*` = current.
 * Persons are single capital letters or short names; they map to the ids of `idOf`.
 */

const names = new Map<string, number>();

/** The same id for the same name, in all tests. */
export function idOf(name: string): number {
  const id = names.get(name) ?? names.size + 1;
  names.set(name, id);
  return id;
}

export function nameOf(id: number): string {
  return [...names].find(([, known]) => known === id)?.[0] ?? `#${id}`;
}

export const noGroups: IsGroup = () => false;

export const noon = '2025-05-21T12:00:00.000Z';

export function occasion(actor: string, isGroup: IsGroup = noGroups): Occasion {
  return { now: noon, actorId: idOf(actor), isGroup };
}

/** Reads `1* approval A` lines; done entries have `approved` and the like as third word. */
export function timelineOf(text: string, isGroup: IsGroup = noGroups): Timeline {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const current = lines.findIndex(([no]) => no?.endsWith('*'));
  const entries = lines.map(([, type, assignee = '-', status = '-'], entryNo): Entry => {
    const done = status === '-' ? null : (status as EntryStatus);
    return {
      id: entryNo + 100,
      entryNo,
      type: type as EntryType,
      status: done,
      size: 'size-m',
      textType: 'future',
      lbUserId: assignee === '-' ? null : idOf(assignee),
      forUserId: null,
      comment: null,
      note: null,
      completedAt: done === null || done === 'reassigned' ? null : '2025-05-20T08:00:00.000Z',
      createdAt: '2025-05-20T08:00:00.000Z',
      createdBy: idOf('U1'),
    };
  });
  return withDerived({ currentEntryNo: current === -1 ? entries.length : current, entries }, isGroup);
}

/** Writes a timeline in the notation of the specification. */
export function written(timeline: Timeline): string[] {
  return timeline.entries.map((entry) =>
    [
      `${entry.entryNo}${entry.entryNo === timeline.currentEntryNo ? '*' : ''}`,
      entry.type,
      entry.lbUserId === null ? '(none)' : nameOf(entry.lbUserId),
      ...(entry.forUserId === null ? [] : [`for ${nameOf(entry.forUserId)}`]),
      `${isDone(entry) ? entry.status : '-'}/${entry.textType}`,
      ...(entry.comment === null ? [] : [`"${entry.comment}"`]),
    ].join(' '),
  );
}
