import type { DocumentFields } from '../../fields.ts';
import { differingFields } from '../../read-fields.ts';
import type { ShownDocument } from '../document.ts';

/** One difference between the seen and the current document (LOCK-01). */
export type DocumentChange =
  | { readonly kind: 'status'; readonly before: string; readonly after: string }
  | { readonly kind: 'assignee'; readonly name: string | null }
  | { readonly kind: 'total'; readonly before: number; readonly after: number }
  | { readonly kind: 'lines_added' | 'lines_removed' | 'lines_changed'; readonly count: number }
  | { readonly kind: 'received'; readonly count: number }
  | { readonly kind: 'field'; readonly field: string };

/** Compares two versions of a document of one kind. */
export type ChangesBetween<Document extends ShownDocument> = (
  before: Document,
  after: Document,
) => readonly DocumentChange[];

/** The identity of a compared line. */
interface ComparedLine {
  readonly id: number;
}

/** The fields of a kind that an open page watches. */
export interface WatchedFields<Document extends ShownDocument, Line extends ComparedLine> {
  readonly fields: DocumentFields;
  readonly lines: (document: Document) => readonly Line[];
  /** Fields that change with the steps of the document, not by editing. */
  readonly unwatched: readonly (keyof Line)[];
  /** The received quantity of a line, reported separately. */
  readonly received?: (line: Line) => unknown;
}

/** The changes by another person, in order of importance; empty if only remarks were added. */
export function changesOf<Document extends ShownDocument, Line extends ComparedLine>(
  watched: WatchedFields<Document, Line>,
): ChangesBetween<Document> {
  return (before, after) => [
    ...stepChanges(before, after),
    ...totalChange(before, after),
    ...lineChanges(watched, watched.lines(before), watched.lines(after)),
    ...differingFields(watched.fields, before, after).map((field) => ({ kind: 'field' as const, field })),
  ];
}

function stepChanges(before: ShownDocument, after: ShownDocument): readonly DocumentChange[] {
  const changes: DocumentChange[] = [];
  if (before.status !== after.status) {
    changes.push({ kind: 'status', before: before.status, after: after.status });
  }
  const [was, is] = [before, after].map(assignee);
  if (was?.id !== is?.id) changes.push({ kind: 'assignee', name: is?.name ?? null });
  return changes;
}

function totalChange(before: ShownDocument, after: ShownDocument): readonly DocumentChange[] {
  const [was, is] = [before.total_netto, after.total_netto];
  return was === null || is === null || was === is ? [] : [{ kind: 'total', before: was, after: is }];
}

function lineChanges<Document extends ShownDocument, Line extends ComparedLine>(
  { unwatched, received }: WatchedFields<Document, Line>,
  before: readonly Line[],
  after: readonly Line[],
): readonly DocumentChange[] {
  const known = new Map(before.map((line) => [line.id, line]));
  const present = new Set(after.map((line) => line.id));
  const common = after.flatMap((line) => {
    const earlier = known.get(line.id);
    return earlier === undefined ? [] : [{ earlier, line }];
  });
  const counts = {
    lines_added: after.length - common.length,
    lines_removed: before.filter((line) => !present.has(line.id)).length,
    lines_changed: common.filter(({ earlier, line }) => !isSameApartFrom(earlier, line, unwatched)).length,
    received: common.filter(({ earlier, line }) => received?.(earlier) !== received?.(line)).length,
  } as const;
  return (['lines_added', 'lines_removed', 'lines_changed', 'received'] as const).flatMap((kind) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [],
  );
}

function assignee({ timeline }: ShownDocument) {
  return (
    timeline.timeline_entries.find((entry) => entry.entry_no === timeline.current_entry_no)?.lb_user ?? null
  );
}

function isSameApartFrom(one: object, other: object, ignored: readonly PropertyKey[]): boolean {
  const kept = (row: object): string =>
    JSON.stringify(Object.entries(row).filter(([key]) => !ignored.includes(key)));
  return kept(one) === kept(other);
}
