import type { Refusal } from '../base/refusal.ts';
import { isAssignee, occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { currentEntry, type Timeline } from '../timeline/timeline.ts';
import type { DocumentSituation } from './facts.ts';
import { isSameField } from './field-values.ts';
import type { DocumentFields } from './fields.ts';

/** What a person may change at the current step. */
export interface EditRights<Head extends PropertyKey = string, Line extends PropertyKey = string> {
  readonly head: 'all' | readonly Head[];
  readonly lines: 'all' | readonly Line[];
}

/** A row of a document that keeps its place in the table. */
export interface StoredLine {
  readonly id: number | null;
}

/** Head and lines of a document. */
export interface Content<Head extends object, Line extends StoredLine> {
  readonly head: Head;
  readonly lines: readonly Line[];
}

/** The fields in which two contents are compared. */
export interface EditedFields {
  readonly head: DocumentFields;
  readonly lines: DocumentFields;
  /** What else is typed of a line. */
  readonly beside?: readonly string[];
}

/** One thing in which a document differs from what is stored. */
export interface FieldChange<Line extends StoredLine = StoredLine> {
  /** As in refusals: `delivery_date` or `lines.2.quantity`. */
  readonly path: string;
  /** Its name, or `removedLine`. */
  readonly field: string;
  /** The line as it was; null for a head field, undefined for a line that is added. */
  readonly line: Line | null | undefined;
}

export const removedLine = 'removed';

/** Every field in which the document differs, removed lines included. */
export function changedFields<Head extends object, Line extends StoredLine>(
  fields: EditedFields,
  before: Content<Head, Line>,
  after: Content<Head, Line>,
): readonly FieldChange<Line>[] {
  const head = differing(fields.head, Object.keys(fields.head), before.head, after.head).map(
    (field): FieldChange<Line> => ({ path: field, field, line: null }),
  );
  const lineNames = [...Object.keys(fields.lines), ...(fields.beside ?? [])];
  const lines = after.lines.flatMap((line, position) => {
    const known = lineById(before.lines, line.id);
    return differing(fields.lines, lineNames, known ?? {}, line).map(
      (field): FieldChange<Line> => ({ path: `lines.${position}.${field}`, field, line: known }),
    );
  });
  const gone = before.lines
    .filter((line) => !lineById(after.lines, line.id))
    .map((line): FieldChange<Line> => ({ path: 'lines', field: removedLine, line }));
  return [...head, ...lines, ...gone];
}

function differing(
  fields: DocumentFields,
  names: readonly string[],
  before: object,
  after: object,
): readonly string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return names.filter((name) => !isSameField(fields, name, was.get(name) ?? null, is.get(name) ?? null));
}

export function lineById<Line extends StoredLine>(
  lines: readonly Line[],
  id: number | null,
): Line | undefined {
  return id === null ? undefined : lines.find((line) => line.id === id);
}

/** Whether these rights cover a change. */
export function isAllowed({ field, line }: FieldChange, rights: EditRights): boolean {
  const allowed = line === null ? rights.head : rights.lines;
  return allowed === 'all' || allowed.includes(field);
}

/** An edit outside the own task leaves an audit entry in the timeline, and so does one that `isTold` unless it is of a draft (TL-21). */
export function withAuditEntry(
  situation: DocumentSituation,
  changed: readonly FieldChange[],
  isTold = false,
): Timeline | Refusal {
  const { timeline } = situation.document;
  if (isDraft(situation) || (!isTold && isAssignee(situation))) return timeline;
  const fields = [...new Set(changed.map((one) => one.field))].toSorted().join(' ');
  const note = { code: 'document_edited', values: { fields }, amounts: {} };
  return change(timeline, occasionOf(situation), remark({ type: 'comment', status: 'auditLog', note }));
}

function isDraft({ document: { kind, timeline } }: DocumentSituation): boolean {
  return currentEntry(timeline)?.type === kind.entries.start;
}
