import type { Refusal } from '../base/refusal.ts';
import { isAssignee, occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { currentEntry, type Timeline } from '../timeline/timeline.ts';
import type { DocumentSituation } from './facts.ts';
import { isSameField } from './field-values.ts';
import type { DocumentFields } from './fields.ts';

/** The fields that a person may change at the current step. */
export interface EditRights<Head extends PropertyKey = string, Line extends PropertyKey = string> {
  readonly head: 'all' | readonly Head[];
  readonly lines: 'all' | readonly Line[];
}

/** The creator of a new document may edit all of its head. */
export const newDocumentRights = { head: 'all', lines: [], startsApprovalAgain: false } as const;

/** A document row with its stored id; null for a new row. */
export interface StoredLine {
  readonly id: number | null;
}

/** Head and lines of a document. */
export interface Content<Head extends object, Line extends StoredLine> {
  readonly head: Head;
  readonly lines: readonly Line[];
}

/** The fields to compare. */
export interface EditedFields {
  readonly head: DocumentFields;
  readonly lines: DocumentFields;
  /** Further line fields that people type. */
  readonly beside?: readonly string[];
}

/** One difference between a document and its stored state. */
export interface FieldChange<Line extends StoredLine = StoredLine> {
  /** As in refusals: `delivery_date` or `lines.2.quantity`. */
  readonly path: string;
  /** The name of the field, or `removedLine`. */
  readonly field: string;
  /** The line before the change; null for a head field, undefined for an added line. */
  readonly line: Line | null | undefined;
}

export const removedLine = 'removed';

/** All changed fields, removed lines included. */
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

/** Whether the edit rights cover a change. */
export function isAllowed({ field, line }: FieldChange, rights: EditRights): boolean {
  const allowed = line === null ? rights.head : rights.lines;
  return allowed === 'all' || allowed.includes(field);
}

/**
 * Adds an audit entry for an edit outside one's own task, or for any edit where `isReported`; drafts get none (TL-21).
 */
export function withAuditEntry(
  situation: DocumentSituation,
  changed: readonly FieldChange[],
  isReported = false,
): Timeline | Refusal {
  const { timeline } = situation.document;
  if (isDraft(situation) || (!isReported && isAssignee(situation))) return timeline;
  const fields = [...new Set(changed.map((one) => one.field))].toSorted().join(' ');
  const note = { code: 'document_edited', values: { fields }, amounts: {} };
  return change(timeline, occasionOf(situation), remark({ type: 'comment', status: 'auditLog', note }));
}

function isDraft({ document: { kind, timeline } }: DocumentSituation): boolean {
  return currentEntry(timeline)?.type === kind.entries.start;
}
