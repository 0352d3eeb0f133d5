import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Tx } from '../../platform/server/database.ts';
import { isRepeat } from '../../platform/server/idempotency.ts';
import type { DocumentKind, EntrySize, EntryStatus, EntryType, TextType } from '../kinds.ts';
import { type Entry, type Timeline, waitedSince } from '../timeline.ts';

/** A stored timeline, with data that the engine does not need. */
export interface StoredTimeline {
  readonly id: number;
  readonly contentVersion: number;
  readonly timeline: Timeline;
}

/** The document of the entries; each entry has its key (TECH-02). */
export interface DocumentKey {
  readonly kind: DocumentKind;
  readonly id: number;
}

interface EntryRow {
  id: number;
  entry_no: number;
  type: EntryType;
  status: EntryStatus | null;
  size: EntrySize;
  text_type: TextType;
  lb_user_id: number | null;
  for_user_id: number | null;
  comment: string | null;
  message_code: string | null;
  message_values: Record<string, string | number | boolean | null> | null;
  message_amounts: Record<string, string> | null;
  completed_at: string | null;
  created_at: string;
  created_by_id: number | null;
}

/** A timeline by its id, or the one in `app.found_timeline`, set by `findTimeline` in the same round trip. */
export type TimelineRef = number | 'found';

/** SQL for the id of the timeline, with its reference as first value. */
const referred = "coalesce($1::bigint, nullif(current_setting('app.found_timeline', true), '')::bigint)";

function idOf(timeline: TimelineRef): number | null {
  return timeline === 'found' ? null : timeline;
}

/**
 * Finds the timeline of a document with the visibility of `tx`, so that statements sent after it may use it
 * (`TimelineRef`) before its answer arrives: if the document is invisible, or the command is a repeat, they find and
 * lock nothing. Refuses `not_found`.
 */
export async function findTimeline(tx: Tx, { kind, id }: DocumentKey): Promise<void> {
  const found = await tx.one<{ timeline_id: string }>(
    `select set_config('app.found_timeline', coalesce(
       (select timeline_id::text from ${kind} where id = $1 and not ${isRepeat}), ''), true) as timeline_id`,
    [id],
  );
  if (found.timeline_id === '') throw new Refused(refuse('not_found'));
}

/** Maximum wait for another command on the same document (LOCK-09). */
const lockTimeout = '2s';

/**
 * Maximum wait for rows shared by many documents, such as an order charged by several invoices; shorter than the
 * statement limit.
 */
const sharedLockTimeout = '8s';

/**
 * Locks the timeline for the rest of the transaction and loads it.
 *
 * Refuses `timeline_locked` if another command or somebody else's unexpired record lock holds it, and
 * `timeline_changed` if its content has changed since the caller loaded it (LOCK-01, LOCK-09); both name the other
 * person. Without `expectedVersion` (comments) only the lock is checked.
 */
export async function lockTimeline(
  tx: Tx,
  context: Context,
  timeline: TimelineRef,
  expectedVersion: number | null,
): Promise<StoredTimeline> {
  const locked = lockedHead(tx, timeline);
  const found = Promise.all([holderOf(tx, context, timeline), loadEntries(tx, timeline)]);
  const [head, [holder, entries]] = await firstFailure(locked, found);
  if (holder) throw new Refused(refuse('timeline_locked', { values: { name: holder.name } }));
  if (expectedVersion !== null && head.content_version !== expectedVersion) {
    throw new Refused(refuse('timeline_changed', { values: { name: head.changed_by ?? '' } }));
  }
  return storedTimeline(head.id, head, entries);
}

/**
 * Locks several timelines for the rest of the transaction, always in the order of their ids. Refuses like
 * `lockTimeline`.
 */
export async function lockTimelines(tx: Tx, context: Context, timelineIds: readonly number[]): Promise<void> {
  await orRefused(tx, tx.fixed(lockMany, [timelineIds, lockTimeout]));
  const holder = await holderAmong(tx, context, timelineIds);
  if (holder) throw new Refused(refuse('timeline_locked', { values: { name: holder.name } }));
}

/** Loads already locked timelines by id. */
export async function loadTimelines(
  tx: Tx,
  timelineIds: readonly number[],
): Promise<ReadonlyMap<number, StoredTimeline>> {
  const [heads, rows] = await Promise.all([
    tx.fixed<Head>(
      'select id, current_entry_no, content_version, null as changed_by from timeline where id = any ($1)',
      [timelineIds],
    ),
    tx.fixed<EntryRow & { readonly timeline_id: number }>(
      `select timeline_id, ${entryColumns} from timeline_entry where timeline_id = any ($1) order by timeline_id, entry_no`,
      [timelineIds],
    ),
  ]);
  const entries = Map.groupBy(rows, ({ timeline_id }) => timeline_id);
  return new Map(
    heads.map((head) => [head.id, storedTimeline(head.id, head, (entries.get(head.id) ?? []).map(entryOf))]),
  );
}

/** Loads a timeline without locking it, for reading only. */
export async function loadTimeline(tx: Tx, timeline: TimelineRef): Promise<StoredTimeline> {
  const [head, entries] = await Promise.all([
    tx.one<Head>(`${selectHead} where t.id = ${referred}`, [idOf(timeline)]),
    loadEntries(tx, timeline),
  ]);
  return storedTimeline(head.id, head, entries);
}

function storedTimeline(id: number, head: Head, entries: Entry[]): StoredTimeline {
  const timeline = { currentEntryNo: head.current_entry_no, entries };
  return { id, contentVersion: head.content_version, timeline };
}

const selectHead = `
  select t.id, t.current_entry_no, t.content_version, u.name as changed_by
  from timeline t left join lb_user u on u.tenant_id = t.tenant_id and u.id = t.changed_by_id`;

/** Sets the timeout before the row is reached. */
const lockHead = `
  with patience as materialized (select set_config('lock_timeout', $2, true))
  ${selectHead} cross join patience where t.id = ${referred} for update of t`;

const lockMany = `
  with patience as materialized (select set_config('lock_timeout', $2, true))
  select t.id from timeline t cross join patience where t.id = any ($1::bigint[]) order by t.id for update of t`;

/** Shared rows are locked only for the length of a transaction, but many may wait at once (PROC-22). */
const waitLonger = "select set_config('lock_timeout', $1, true)";

interface Head {
  id: number;
  current_entry_no: number;
  content_version: number;
  changed_by: string | null;
}

async function lockedHead(tx: Tx, timeline: TimelineRef): Promise<Head> {
  return await orRefused(tx, tx.one<Head>(lockHead, [idOf(timeline), lockTimeout]));
}

async function orRefused<T>(tx: Tx, locked: Promise<T>): Promise<T> {
  try {
    const result = await locked;
    tx.send(waitLonger, [sharedLockTimeout]);
    return result;
  } catch (error) {
    if (isLockTimeout(error)) throw new Refused(refuse('timeline_locked', { values: { name: '' } }));
    throw error;
  }
}

/** Somebody else who has recently locked a timeline (LOCK-09). */
interface Holder {
  readonly name: string;
}

async function holderOf(tx: Tx, { userId }: Context, timeline: TimelineRef): Promise<Holder | undefined> {
  return await tx.maybeOne<Holder>(selectHolder(`= ${referred}`), [idOf(timeline), userId]);
}

async function holderAmong(
  tx: Tx,
  { userId }: Context,
  timelineIds: readonly number[],
): Promise<Holder | undefined> {
  return await tx.maybeOne<Holder>(selectHolder('= any ($1::bigint[])'), [timelineIds, userId]);
}

const selectHolder = (which: string) => `
  select u.name from record_lock l join lb_user u on u.tenant_id = l.tenant_id and u.id = l.locked_by_id
  where l.table_name = 'timeline' and l.foreign_id ${which} and l.locked_by_id <> $2
    and l.locked_at > now() - interval '60 seconds' limit 1`;

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

const entryColumns = `id, entry_no, type, status, size, text_type, lb_user_id, for_user_id, comment, message_code,
  message_values, message_amounts, completed_at, created_at, created_by_id`;

async function loadEntries(tx: Tx, timeline: TimelineRef): Promise<Entry[]> {
  const rows = await tx.fixed<EntryRow>(
    `select ${entryColumns} from timeline_entry where timeline_id = ${referred} order by entry_no`,
    [idOf(timeline)],
  );
  return rows.map(entryOf);
}

function entryOf(row: EntryRow): Entry {
  return {
    id: row.id,
    entryNo: row.entry_no,
    type: row.type,
    status: row.status,
    size: row.size,
    textType: row.text_type,
    lbUserId: row.lb_user_id,
    forUserId: row.for_user_id,
    comment: row.comment,
    note:
      row.message_code === null
        ? null
        : { code: row.message_code, values: row.message_values ?? {}, amounts: row.message_amounts ?? {} },
    completedAt: row.completed_at,
    createdAt: row.created_at,
    createdBy: row.created_by_id,
  };
}

/** A timeline of which only the row is stored. */
export const newTimeline: Omit<StoredTimeline, 'id'> = {
  contentVersion: 1,
  timeline: { currentEntryNo: 0, entries: [] },
};

/** A changed timeline to be stored. */
export interface TimelineChange {
  readonly documentId: number;
  readonly stored: StoredTimeline;
  readonly changed: Timeline;
  /** Increments `content_version`, so that others who have the document open must reload it (TL-26). */
  readonly isContentChange: boolean;
}

/** Writes exactly the differences between the stored and the changed timeline, in at most three statements. */
export function saveTimeline(
  tx: Tx,
  context: Context,
  { kind, id }: DocumentKey,
  stored: StoredTimeline,
  changed: Timeline,
  isContentChange: boolean,
): void {
  saveTimelines(tx, context, kind, [{ documentId: id, stored, changed, isContentChange }]);
}

/** As `saveTimeline`, for many documents of one kind, in as few statements. */
export function saveTimelines(
  tx: Tx,
  context: Context,
  kind: DocumentKind,
  changes: readonly TimelineChange[],
): void {
  const gone = changes.flatMap(goneEntries);
  if (gone.length > 0) tx.send('delete from timeline_entry where id = any ($1)', [gone]);
  const heads = changes.map(({ stored, changed, isContentChange }) => ({
    id: stored.id,
    current_entry_no: changed.currentEntryNo,
    step: isContentChange ? 1 : 0,
  }));
  const moved = changes.flatMap((change) =>
    movedEntries(change).map((entry) => writtenRow(change.changed, entry)),
  );
  const head = [JSON.stringify(heads), context.userId || null];
  if (moved.length > 0)
    tx.send(`with moved as (${updateEntries}) ${updateTimelines}`, [...head, JSON.stringify(moved)]);
  else tx.send(updateTimelines, head);
  const added = changes.flatMap(({ documentId, stored, changed }) =>
    changed.entries
      .filter(({ id }) => id === null)
      .map((entry) => ({ ...writtenRow(changed, entry), timeline_id: stored.id, document_id: documentId })),
  );
  if (added.length > 0) tx.send(insertEntries(kind), [JSON.stringify(added), context.tenantId]);
}

function goneEntries({ stored, changed }: TimelineChange): (number | null)[] {
  const kept = new Set(changed.entries.map(({ id }) => id));
  return stored.timeline.entries.map(({ id }) => id).filter((id) => !kept.has(id));
}

function movedEntries({ stored, changed }: TimelineChange): Entry[] {
  const before = new Map(stored.timeline.entries.map((entry) => [entry.id, entry]));
  return changed.entries.filter((entry) => {
    const former = before.get(entry.id);
    return former !== undefined && !isSameEntry(former, entry);
  });
}

const updateTimelines = `
  update timeline t set current_entry_no = h.current_entry_no, content_version = t.content_version + h.step,
    changed_by_id = case when h.step > 0 then $2 else t.changed_by_id end
  from json_to_recordset($1) as h(id bigint, current_entry_no integer, step integer) where t.id = h.id`;

const entryRecord = `id bigint, entry_no integer, type text, status text, size text, text_type text, lb_user_id bigint,
  for_user_id bigint, comment text, message_code text, message_values jsonb, message_amounts jsonb, completed_at timestamptz,
  created_at timestamptz, created_by_id bigint, waited_since timestamptz`;

const updateEntries = `
  update timeline_entry e set entry_no = r.entry_no, status = r.status, size = r.size, text_type = r.text_type,
    lb_user_id = r.lb_user_id, for_user_id = r.for_user_id, comment = r.comment, completed_at = r.completed_at,
    waited_since = r.waited_since
  from json_to_recordset($3) as r(${entryRecord}) where e.id = r.id`;

const insertEntries = (kind: DocumentKind) => `
  insert into timeline_entry (tenant_id, timeline_id, ${kind}_id, entry_no, type, status, size,
    text_type, lb_user_id, for_user_id, comment, message_code, message_values, message_amounts, completed_at, created_at,
    created_by_id, waited_since)
  select $2, timeline_id, document_id, entry_no, type, status, size, text_type, lb_user_id, for_user_id, comment, message_code,
    message_values, message_amounts, completed_at, created_at, created_by_id, waited_since
  from json_to_recordset($1) as r(timeline_id bigint, document_id bigint, ${entryRecord})`;

function writtenRow(timeline: Timeline, entry: Entry): EntryRow & { readonly waited_since: string | null } {
  return { ...rowOf(entry), waited_since: waitedSince(timeline, entry) };
}

function rowOf(entry: Entry): EntryRow {
  return {
    id: entry.id ?? 0,
    entry_no: entry.entryNo,
    type: entry.type,
    status: entry.status,
    size: entry.size,
    text_type: entry.textType,
    lb_user_id: entry.lbUserId,
    for_user_id: entry.forUserId,
    comment: entry.comment,
    message_code: entry.note?.code ?? null,
    message_values: entry.note ? { ...entry.note.values } : null,
    message_amounts: entry.note ? { ...entry.note.amounts } : null,
    completed_at: entry.completedAt,
    created_at: entry.createdAt,
    created_by_id: entry.createdBy,
  };
}

function isSameEntry(former: Entry, entry: Entry): boolean {
  return JSON.stringify(rowOf(former)) === JSON.stringify(rowOf(entry));
}
