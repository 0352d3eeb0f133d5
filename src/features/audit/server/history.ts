import type { Language } from '../../../base/language.ts';
import { type Context, hasRole, isAuditor, type Means } from '../../../platform/context.ts';
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

/** The record whose history is read, and from where. */
export interface HistoryQuestion {
  readonly table: string;
  readonly id: number;
  /** Only items older than this one. */
  readonly before: number | null;
  /** Only what people filled in a document, once it was on its way; undefined: everything. */
  readonly content?: AskedContent | undefined;
}

const pageSize = 50;
/** Longer texts are cut; the record itself has the whole one. */
const longestText = 500;
const secretMask = '********';

/** Columns of the row before and after, with every plain value as text, so that no amount becomes a binary float. */
type Values = Readonly<Record<string, string | null>>;

/** A row of the audit with the person's name. */
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
 * What happened to one record, newest first, as far as the person may see it (ROLE-21): an empty page for what is not
 * there and for what is not his. Amounts are hidden from whoever sees no prices (ROLE-07).
 */
export async function auditHistory(
  parts: { readonly database: Database; readonly catalog: RecordCatalog },
  context: Context,
  asked: HistoryQuestion,
): Promise<HistoryPage> {
  const { database, catalog } = parts;
  const question = { ...asked, table: tableBehind[asked.table] ?? asked.table };
  const { language } = context;
  return await database.inTenant(context, async (tx) => {
    const span = question.content && (await contentSpan(tx, question.content, question.id));
    if (span === null) return { items: [], next: null };
    const rows = await readRows(tx, question, span, context);
    const page = rows.slice(0, pageSize);
    const names = await readNames(tx, catalog, page);
    const items = page.map((row) => itemOf({ catalog, names, language, question }, row));
    return {
      items: items.filter(({ type, changes }) => type !== 'update' || changes.length > 0),
      next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    };
  });
}

/** What changes is the table behind a view (DATA-22). */
const tableBehind: Readonly<Record<string, string>> = { task_group: 'lb_user' };

/** One form to people, though they stand in the tenant, in a row for each key, and in its places (SET-01). */
const settings = 'configuration';

async function readRows(
  tx: Tx,
  { table, id, before }: HistoryQuestion,
  span: ContentSpan | undefined,
  context: Context,
): Promise<AuditRow[]> {
  const showsAmounts = hasRole(context, 'user-price');
  // How people log in is read by administrators and auditors alone (AUTH-30).
  const showsMeans = hasRole(context, 'user-admin') || isAuditor(context);
  // Documents carry their own column in the audit, and everything that belongs to them has it.
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

/** Names by table and id, such as `supplier 12`. */
export type Names = ReadonlyMap<string, string>;

/** The names of everything that the rows point to, as far as the person may see it. */
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
  const names = new Map<string, string>();
  for (const [table, ids] of wanted) {
    const expression = catalog.nameOf(table);
    if (!expression) continue;
    const found = await tx.query<NamedRow>(
      `select t.id::text as id, ${expression} as name from ${table} t where t.id = any ($1)`,
      [[...ids]],
    );
    for (const { id, name } of found) if (name) names.set(`${table} ${id}`, name);
    const missing = [...ids].filter((id) => !names.has(`${table} ${id}`));
    const gone = missing.length === 0 ? [] : await tx.query<NamedRow>(namesOfGone, [table, missing]);
    for (const { id, name } of gone) if (name) names.set(`${table} ${id}`, name);
  }
  return names;
}

interface NamedRow {
  readonly id: string;
  readonly name: string | null;
}

/** What rows were called that are not there any more. */
const namesOfGone = `
  select foreign_key::text as id, coalesce(data_before ->> 'name', data_before ->> 'description') as name
  from audit_log where "table" = $1 and foreign_key = any ($2) and type = 'delete'`;

export interface Reading {
  readonly catalog: RecordCatalog;
  readonly names: Names;
  readonly language: Language;
  readonly question: HistoryQuestion;
}

/** A row in the words of its reader. */
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

/** An operator is nobody of the tenant, and is known there by name alone (OP-12). */
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

/** Names of rows may be texts of several lines. */
function inOneLine(name: string): string {
  const [first = ''] = name.split('\n');
  return first.length > longestName ? `${first.slice(0, longestName)} …` : first;
}

/** Which setting a row of `configuration` holds. */
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

/** The columns that changed; of the content of a document those that people fill, in the order of the form. */
function shownColumns({ question: { content } }: Reading, row: AuditRow): readonly string[] {
  const { type, table, properties, before, after } = row;
  if (!content) return properties;
  const changed = new Set(properties);
  const only = type === 'insert' ? after : type === 'delete' ? before : null;
  return Object.entries(content.filled[table] ?? {})
    .filter(([column, field]) => changed.has(column) && !(only && isUsualValue(field, only[column] ?? null)))
    .map(([column]) => column);
}

/** That a budget belongs to the cost center whose history this is, and which setting stands in a row named after it. */
function goesWithoutSaying({ question }: Reading, table: string, column: string): boolean {
  if (table === settings) return column === 'key' || column === 'model';
  return table !== question.table && column === `${question.table}_id`;
}

const none: HistoryValue = { kind: 'none' };

function shownValue(reading: Reading, row: AuditRow, column: string, values: Values | null): HistoryValue {
  const { table } = row;
  const value = values?.[column];
  const field = reading.question.content?.filled[table]?.[column];
  // The trigger names every changed column; what is missing beside it is an amount that the reader may not see.
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

/** Of some columns it means something that nothing stands there, such as an approval without a limit (ROLE-15). */
function emptyValue(language: Language, table: string, column: string): HistoryValue {
  const meaning = emptyLabel(language, table, column);
  return meaning === undefined ? none : textValue(meaning);
}

function settingValue({ names, language }: Reading, row: AuditRow, value: string): HistoryValue {
  if (/^(true|false)$/.test(value)) return { kind: 'flag', isSet: value === 'true' };
  const key = settingOf(names, row) ?? 'value';
  // Of some settings any number of choices is stored.
  const parts = value.split(',');
  const words = parts.map((part) => choiceLabel(language, settings, key, part));
  return textValue(words.every((word, place) => word !== parts[place]) ? words.join(', ') : value);
}

function textValue(text: string): HistoryValue {
  return { kind: 'text', text: text.length > longestText ? `${text.slice(0, longestText)} …` : text };
}

/** Lists and small objects, such as the translations of a name, as their parts one after the other. */
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
