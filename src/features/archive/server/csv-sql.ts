import { documentKinds } from '../../../timeline/kinds.ts';
import type { ArchiveScope } from '../model.ts';
import type { ArchivedColumn, KnownTable, Pointer } from './catalogue.ts';

/** Target length of a piece in bytes; a longer row is a piece of its own. */
const pieceLength = 256 * 1024;

/**
 * SQL statement that writes a table's rows as pieces of its CSV file, in key order: `$1` is the tenant, `$2` the
 * archive, `$3` the member, `$4` the head of the file. Texts are quoted but otherwise unchanged, even where a
 * spreadsheet would read a formula, since an archive must contain the stored data (GoBD).
 */
export function csvStatement(table: KnownTable, scope: ArchiveScope): string {
  const line = table.columns.map((column) => cellOf(column, table, scope)).join(` || ';' || `);
  const order = table.key.map((key) => `t.${quoted(key)}`).join(', ');
  return `insert into archive_piece (tenant_id, archive_member_id, piece_no, bytes)
    select $1::bigint, $3::bigint, 0, convert_to($4, 'UTF8')
    union all
    select $1::bigint, $3::bigint, piece + 1, convert_to(string_agg(line, '' order by n), 'UTF8')
    from (
      select line, n, (sum(octet_length(line)) over (order by n rows unbounded preceding) / ${pieceLength})::integer as piece
      from (select ${line} || E'\\r\\n' as line, row_number() over (order by ${order}) as n
        from ${chosenRows(table, scope)}) r) p
    group by piece`;
}

/** SQL source of a table's archived rows, as `t`. */
function chosenRows(table: KnownTable, scope: ArchiveScope): string {
  const source = table.made ? `(${table.made.rows})` : table.table;
  const owner = table.table === 'tenant' ? 't.id = $1' : 't.tenant_id = $1';
  const conditions = [owner, '$2::bigint is not null', ...conditionsOf(table, scope)];
  return `${source} t where ${conditions.map((one) => `(${one})`).join(' and ')}`;
}

function cellOf(column: ArchivedColumn, table: KnownTable, scope: ArchiveScope): string {
  const value = storedText(column, table, scope);
  if (column.kind === 'day') return `coalesce(to_char(${value}, 'DD.MM.YYYY'), '')`;
  if (column.kind !== 'text') return `coalesce(replace(${value}::text, '.', ','), '')`;
  return `coalesce('"' || replace(${value}, '"', '""') || '"', '')`;
}

function storedText({ name, type, kind }: ArchivedColumn, known: KnownTable, scope: ArchiveScope): string {
  const { table } = known;
  const pointer = known.pointers.find(({ column }) => column === name);
  const value = pointer ? pointed(known, pointer, scope) : `t.${quoted(name)}`;
  if (kind !== 'text') return value;
  if (type === 'path')
    return '(select m.path from archive_member m where m.tenant_id = $1 and m.archive_id = $2 and m.file_id = t.id)';
  if (table === 'configuration' && name === 'value')
    return `case when t.model = 'password' and t.value is not null then '********' else t.value end`;
  if (type === 'bytea') return `encode(${value}, 'hex')`;
  if (type === 'timestamptz') return `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return `${value}::text`;
}

function quoted(name: string): string {
  return `"${name}"`;
}

/** SQL conditions for an archive of one company or period. */
function conditionsOf(table: KnownTable, scope: ArchiveScope): readonly string[] {
  if (table.table === 'file') return typeof table.scope === 'object' ? [table.scope.where] : [];
  if (!isNarrowed(scope)) return [];
  const seen = isSeenByAuditors(table) && scope.clientId !== null ? isSeen(table) : 'true';
  if (table.table === 'audit_log') return auditConditions(seen, scope);
  if (table.scope === 'document')
    return [`exists (select from archived_document d where d.kind = '${table.table}' and d.id = t.id)`];
  if (table.scope === 'of documents') return [ofDocuments(table.columns.map(({ name }) => name))];
  if (table.scope !== 'all') return table.scope.where === '' ? [] : [table.scope.where];
  return [seen];
}

/** The audit of the documents without references to other companies, and that of the master data. */
function auditConditions(seen: string, { clientId }: ArchiveScope): readonly string[] {
  const ofDocument = 'num_nonnulls(t.invoice_id, t.procurement_id, t.contract_id) > 0';
  const history = `case when ${ofDocument} then ${ofDocuments(documentKinds.map((kind) => `${kind}_id`))} else ${seen} end`;
  if (clientId === null) return [history];
  const names = "t.relation_table = 'client' and t.relation_key is not null";
  return [
    history,
    `not coalesce(${names}, false) or exists (select from archived_row r where r.source = 'client' and r.key = t.relation_key::text)`,
  ];
}

/** Whether auditor policies select its rows in an archive of one company: master data and its audit. */
export function isSeenByAuditors({ table, scope }: KnownTable): boolean {
  return scope === 'all' || table === 'audit_log';
}

/** SQL expression of a row's key as text. */
export function rowKey(key: readonly string[]): string {
  return `concat_ws(' ', ${key.map((name) => `t.${quoted(name)}`).join(', ')})`;
}

function isSeen({ table, key }: KnownTable): string {
  return `exists (select from archived_row r where r.source = '${table}' and r.key = ${rowKey(key)})`;
}

/**
 * SQL value of a reference; null in one company's master data if it points to a row that auditors do not see
 * (ARC-09).
 */
function pointed({ scope }: KnownTable, { column, to }: Pointer, { clientId }: ArchiveScope): string {
  const value = `t.${quoted(column)}`;
  if (clientId === null || scope !== 'all') return value;
  return `(select ${value} from archived_row r where r.source = '${to}' and r.key = ${value}::text)`;
}

/** A reference of a table with its target table. */
export interface PointedAt {
  readonly table: KnownTable;
  readonly pointer: Pointer;
  readonly target: KnownTable;
}

/**
 * SQL query whether a reference has targets outside of the archive, as `dangles`; parameters as of `csvStatement`.
 */
export function isDangling({ table, pointer, target }: PointedAt, scope: ArchiveScope): string {
  const value = pointed(table, pointer, scope);
  return `select exists (select ${value} from ${chosenRows(table, scope)} and ${value} is not null
    except select t.${quoted(target.key[0] ?? '')} from ${chosenRows(target, scope)}) as dangles`;
}

export function isNarrowed({ clientId, from, to }: ArchiveScope): boolean {
  return clientId !== null || from !== null || to !== null;
}

function ofDocuments(columns: readonly string[]): string {
  return documentKinds
    .filter((kind) => columns.includes(`${kind}_id`))
    .map(
      (kind) => `exists (select from archived_document d where d.kind = '${kind}' and d.id = t.${kind}_id)`,
    )
    .join(' or ');
}
