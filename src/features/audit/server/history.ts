import type { Language } from '../../../base/language.ts';
import { type Context, hasRole, isAuditor, type Means } from '../../../platform/context.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { text } from '../../../platform/server/texts.ts';
import { isDocumentTable } from '../../../timeline/kinds.ts';
import type { HistoryChange, HistoryItem, HistoryPage, HistoryType, HistoryValue } from '../history.ts';
import {
  type AskedContent,
  type ContentSpan,
  contentSpan,
  isUsualValue,
  spanValues,
  withinSpan,
} from './document-content.ts';
import { choiceLabel, columnLabel, emptyLabel, isTechnical, tableLabel } from './history-labels.ts';
import type { RecordCatalog } from './record-catalog.ts';

/** The record and page of a history request. */
export interface HistoryQuestion {
  readonly table: string;
  readonly id: number;
  /** Only items older than this id. */
  readonly before: number | null;
  /** Only content changes after submission; undefined for everything. */
  readonly content?: AskedContent | undefined;
}

const pageSize = 50;
/** Longer texts are cut; the record itself has the full text. */
const longestText = 500;
const secretMask = '********';

/** Columns of a row before and after, with plain values as text, so that amounts keep their digits. */
type Values = Readonly<Record<string, string | null>>;

/** An audit row with the person's name. */
export interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly type: HistoryType;
  readonly random_id: string;
  readonly info: string | null;
  readonly table: string;
  readonly relation_table: string | null;
  readonly foreign_key: number | null;
  readonly person: string | null;
  readonly means: Means | null;
  readonly properties: readonly string[];
  readonly before: Values | null;
  readonly after: Values | null;
}

/**
 * History of a record, newest first, as far as the person may see it (ROLE-21): an empty page for unknown and
 * invisible records. Amounts are hidden without the price role (ROLE-07).
 */
export async function auditHistory(
  parts: { readonly database: Database; readonly readCatalog: () => Promise<RecordCatalog> },
  context: Context,
  asked: HistoryQuestion,
): Promise<HistoryPage> {
  const { database, readCatalog } = parts;
  const question = { ...asked, table: tableBehind[asked.table] ?? asked.table };
  const { language } = context;
  return await database.inTenant(context, async (tx) => {
    const span = question.content && (await contentSpan(tx, question.content, question.id));
    if (span === null) return { items: [], next: null };
    const [rows, catalog] = await firstFailure(readRows(tx, question, span, context), readCatalog());
    const page = rows.slice(0, pageSize);
    const names = await tx.last(() => readNames(tx, catalog, page));
    const items = page.map((row) => itemOf({ catalog, names, language, question }, row));
    return {
      items: items.filter(({ type, changes }) => type !== 'update' || changes.length > 0),
      next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

/** The audit names the table behind a view (DATA-22). */
const tableBehind: Readonly<Record<string, string>> = { task_group: 'lb_user' };

/** Settings are one form, stored in the tenant, in a row per key, and in locations (SET-01). */
const settings = 'configuration';

async function readRows(
  tx: Tx,
  { table, id, before }: HistoryQuestion,
  span: ContentSpan | undefined,
  context: Context,
): Promise<AuditRow[]> {
  const showsAmounts = hasRole(context, 'user-price');
  // Only administrators and auditors see how people log in (AUTH-30).
  const showsMeans = hasRole(context, 'user-admin') || isAuditor(context);
  // Audit rows of documents and their parts have a column with the document's id.
  const isDocument = isDocumentTable(table);
  const belongs = isDocument
    ? `a.${table}_id = $1`
    : table === settings
      ? `((a."table" = 'tenant' and a.foreign_key = $1 or a."table" in ('location', $3)) and $1 = (select app.tenant_id()))`
      : '(a."table" = $3 and a.foreign_key = $1 or a.relation_table = $3 and a.relation_key = $1)';
  const merged = (when: 'before' | 'after') =>
    `(select json_object_agg(e.key, e.value) from jsonb_each_text(${
      showsAmounts
        ? `coalesce(a.data_${when}, '{}') || coalesce(a.amounts_${when}, '{}')`
        : `coalesce(a.data_${when}, '{}')`
    }) e)`;
  const values = isDocument ? [id, before] : [id, before, table];
  return await tx.query<AuditRow>(
    `select a.id, a.created_at as at, a.type, a.random_id, a.info, a."table", a.relation_table, a.foreign_key, u.name as person,
       ${showsMeans ? 'a.means' : 'null'} as means, a.affected_properties as properties, ${merged('before')} as before, ${merged('after')} as after
     from audit_log a left join lb_user u on u.tenant_id = a.tenant_id and u.id = a.lb_user_id
     where ${belongs} and ($2::bigint is null or a.id < $2) ${span ? `and ${withinSpan}` : ''}
     order by a.id desc limit ${pageSize + 1}`,
    span ? [...values, ...spanValues(span)] : values,
  );
}

/** Names by table and id, with keys such as `supplier 12`. */
export type Names = ReadonlyMap<string, string>;

/** The names of all referenced rows that the person may see. */
export async function readNames(tx: Tx, catalog: RecordCatalog, rows: readonly AuditRow[]): Promise<Names> {
  const wanted = new Map<string, Set<string>>();
  const want = (table: string, id: string) => wanted.set(table, (wanted.get(table) ?? new Set()).add(id));
  for (const row of rows) {
    if (row.foreign_key !== null) want(row.table, String(row.foreign_key));
    for (const values of [row.before, row.after]) {
      for (const [column, value] of Object.entries(values ?? {})) {
        const target = catalog.column(row.table, column)?.references;
        if (target && value !== null && !isTechnical(column)) want(target, value);
      }
    }
  }
  const named = await Promise.all(
    [...wanted].map(async ([table, ids]) => {
      const expression = catalog.nameOf(table);
      const asked = [table, [...ids], [...ids]];
      const found = expression ? await tx.query<NamedRow>(selectNames(table, expression), asked) : [];
      return found.flatMap(({ id, name }) => (name ? [[`${table} ${id}`, name] as const] : []));
    }),
  );
  return new Map(named.flat());
}

interface NamedRow {
  readonly id: string;
  readonly name: string | null;
}

/** Selects the names of a table's rows; deleted ones have the name last recorded. Files have ids that are no numbers. */
function selectNames(table: string, expression: string): string {
  return `with found as materialized (
      select t.id::text as id, ${expression} as name from ${table} t where t.id = any ($2))
    select id, name from found where name <> ''
    union all
    select a.foreign_key::text, coalesce(a.data_before ->> 'name', a.data_before ->> 'description') from audit_log a
      where a."table" = $1 and a.type = 'delete' and a.foreign_key = any (array(
        select w.id::bigint from unnest($3::text[]) w (id)
        where w.id ~ '^[0-9]+$' and not exists (select from found f where f.id = w.id and f.name <> '')))`;
}

export interface Reading {
  readonly catalog: RecordCatalog;
  readonly names: Names;
  readonly language: Language;
  readonly question: HistoryQuestion;
}

/** Converts a row for its reader. */
export function itemOf(reading: Reading, row: AuditRow): HistoryItem {
  const isAboutChange = row.type === 'insert' || row.type === 'update' || row.type === 'delete';
  const via = isAboutChange && row.info?.startsWith('via ') ? row.info.slice('via '.length) : null;
  return {
    id: row.id,
    at: row.at,
    type: row.type,
    group: row.random_id,
    person: operatorOf(reading, row) ?? row.person,
    via,
    means: row.means,
    info: isAboutChange ? null : row.info,
    isTyped: !isAboutChange && row.relation_table !== 'impersonation',
    part: partOf(reading, row),
    changes: changesOf(reading, row),
  };
}

/** Operators are not people of the tenant, which knows only their name (OP-12). */
function operatorOf({ language }: Reading, { type, info }: AuditRow): string | null {
  if (type === 'info' || type === 'checkbox' || !info?.startsWith('operator ')) return null;
  return text(language, 'audit.operator', { name: info.slice('operator '.length) });
}

function partOf({ names, language, question }: Reading, row: AuditRow): string | null {
  if (row.table === settings) {
    const key = settingOf(names, row);
    return key ? columnLabel(language, settings, key) : null;
  }
  if (row.table === question.table || row.table === 'tenant') return null;
  const { before, after } = row;
  const own = after?.name ?? before?.name ?? after?.description ?? before?.description;
  const name = own ?? names.get(`${row.table} ${row.foreign_key}`);
  const label = tableLabel(language, row.table);
  return name ? `${label}: ${inOneLine(name)}` : label;
}

const longestName = 120;

/** Cuts names to one line, since some are multi-line texts. */
function inOneLine(name: string): string {
  const [first = ''] = name.split('\n');
  return first.length > longestName ? `${first.slice(0, longestName)} …` : first;
}

/** Key of the setting in a row of `configuration`. */
function settingOf(names: Names, row: AuditRow): string | undefined {
  return row.after?.key ?? row.before?.key ?? names.get(`${settings} ${row.foreign_key}`);
}

function changesOf(reading: Reading, row: AuditRow): HistoryChange[] {
  return shownColumns(reading, row)
    .filter((column) => !isTechnical(column) && !goesWithoutSaying(reading, row.table, column))
    .map((column) => ({
      field: column,
      label: columnLabel(reading.language, row.table, column),
      before: row.type === 'insert' ? none : shownValue(reading, row, column, row.before),
      after: row.type === 'delete' ? none : shownValue(reading, row, column, row.after),
    }))
    .filter(({ before, after }) => before.kind !== 'none' || after.kind !== 'none');
}

/** The columns to show: all changed ones, or for document content those that people fill in, in form order. */
function shownColumns({ question: { content } }: Reading, row: AuditRow): readonly string[] {
  const { type, table, properties, before, after } = row;
  if (!content) return properties;
  const changed = new Set(properties);
  const only = type === 'insert' ? after : type === 'delete' ? before : null;
  return Object.entries(content.filled[table] ?? {})
    .filter(([column, field]) => changed.has(column) && !(only && isUsualValue(field, only[column] ?? null)))
    .map(([column]) => column);
}

/** Columns that only repeat the record itself, or the name of the setting. */
function goesWithoutSaying({ question }: Reading, table: string, column: string): boolean {
  if (table === settings) return column === 'key' || column === 'model';
  return table !== question.table && column === `${question.table}_id`;
}

const none: HistoryValue = { kind: 'none' };

function shownValue(reading: Reading, row: AuditRow, column: string, values: Values | null): HistoryValue {
  const { table } = row;
  const value = values?.[column];
  const field = reading.question.content?.filled[table]?.[column];
  // The trigger lists every changed column; one without a value is an amount that the reader may not see.
  if (value === undefined) return { kind: 'amount_hidden' };
  if (value === null || value === '') return emptyValue(reading.language, table, column);
  if (value === secretMask) return { kind: 'secret' };
  const known = reading.catalog.column(table, column);
  if (known?.references) {
    const name = reading.names.get(`${known.references} ${value}`);
    return name ? { kind: 'text', text: name } : { kind: 'unknown' };
  }
  if (table === settings && column === 'value') return settingValue(reading, row, value);
  if (field?.price) return { kind: 'amount', text: value };
  if (field?.labelKey) return textValue(text(reading.language, field.labelKey(value)));
  switch (known?.kind) {
    case 'flag':
      return { kind: 'flag', isSet: value === 'true' };
    case 'number':
    case 'day':
    case 'instant':
      return { kind: known.kind, text: value };
    case 'list':
    case 'object':
      return listValue(reading.language, table, column, value);
    default:
      return textValue(choiceLabel(reading.language, table, column, value));
  }
}

/** In some columns empty has a meaning, such as no approval limit (ROLE-15). */
function emptyValue(language: Language, table: string, column: string): HistoryValue {
  const meaning = emptyLabel(language, table, column);
  return meaning === undefined ? none : textValue(meaning);
}

function settingValue({ names, language }: Reading, row: AuditRow, value: string): HistoryValue {
  if (/^(true|false)$/.test(value)) return { kind: 'flag', isSet: value === 'true' };
  const key = settingOf(names, row) ?? 'value';
  // Some settings store several choices.
  const parts = value.split(',');
  const words = parts.map((part) => choiceLabel(language, settings, key, part));
  return textValue(words.every((word, place) => word !== parts[place]) ? words.join(', ') : value);
}

function textValue(text: string): HistoryValue {
  return { kind: 'text', text: text.length > longestText ? `${text.slice(0, longestText)} …` : text };
}

/** Lists and small objects, such as translations of a name, as a sequence of their parts. */
function listValue(language: Language, table: string, column: string, json: string): HistoryValue {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null) return textValue(String(parsed));
  const isList = Array.isArray(parsed);
  const parts = Object.entries(parsed)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => {
      const shown =
        typeof value === 'string' ? choiceLabel(language, table, column, value) : JSON.stringify(value);
      return isList ? shown : `${key}: ${shown}`;
    });
  return parts.length === 0 ? none : textValue(parts.join(', '));
}
