import type { ArchiveScope } from '../model.ts';
import type { ArchivedColumn, KnownTable } from './catalogue.ts';

/** Pieces are about this long, in bytes; a longer row is a piece of its own. */
const pieceLength = 256 * 1024;

/**
 * The statement that writes the rows of a table as pieces of its CSV file, in the order of its key: `$1` is the tenant, `$2`
 * the archive, `$3` the member, `$4` the head of the file. Texts stand as they are, in quotation marks: what a spreadsheet
 * program would take for a formula is left unchanged, since an archive has to be what was stored (GoBD).
 */
export function csvStatement(table: KnownTable, scope: ArchiveScope): string {
  const line = table.columns.map((column) => cellOf(column, table)).join(` || ';' || `);
  const source = table.made ? `(${table.made.rows})` : table.table;
  const order = table.key.map((key) => `t.${quoted(key)}`).join(', ');
  const owner = table.table === 'tenant' ? 't.id = $1' : 't.tenant_id = $1';
  const conditions = [owner, ...conditionsOf(table, scope)].map((one) => `(${one})`).join(' and ');
  return `insert into archive_piece (tenant_id, archive_member_id, piece_no, bytes)
    select $1::bigint, $3::bigint, 0, convert_to($4, 'UTF8')
    union all
    select $1::bigint, $3::bigint, piece + 1, convert_to(string_agg(line, '' order by n), 'UTF8')
    from (
      select line, n, (sum(octet_length(line)) over (order by n rows unbounded preceding) / ${pieceLength})::integer as piece
      from (select ${line} || E'\\r\\n' as line, row_number() over (order by ${order}) as n
        from ${source} t where ${conditions} and $2::bigint is not null) r) p
    group by piece`;
}

function cellOf(column: ArchivedColumn, { table }: KnownTable): string {
  const value = storedText(column, table);
  if (column.kind === 'day') return `coalesce(to_char(${value}, 'DD.MM.YYYY'), '')`;
  if (column.kind !== 'text') return `coalesce(replace(${value}::text, '.', ','), '')`;
  return `coalesce('"' || replace(${value}, '"', '""') || '"', '')`;
}

function storedText({ name, type, kind }: ArchivedColumn, table: string): string {
  const value = `t.${quoted(name)}`;
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

/** What chooses the rows of an archive of one company or period. */
function conditionsOf(table: KnownTable, scope: ArchiveScope): readonly string[] {
  if (table.table === 'file') return typeof table.scope === 'object' ? [table.scope.where] : [];
  if (!isNarrowed(scope)) return [];
  if (table.table === 'audit_log') return auditConditions();
  if (table.scope === 'document')
    return [`exists (select from archived_document d where d.kind = '${table.table}' and d.id = t.id)`];
  if (table.scope === 'of documents') return [ofDocuments(table.columns.map(({ name }) => name))];
  if (table.scope !== 'all') return table.scope.where === '' ? [] : [table.scope.where];
  if (table.table === 'client') return [isOurs('t.id')];
  return isOfCompany(table) ? [`t.client_id is null or ${isOurs('t.client_id')}`] : [];
}

/** Whether rows of master data belong to a company, or to all; people are those of the whole tenant. */
export function isOfCompany({ table, scope, columns }: KnownTable): boolean {
  return scope === 'all' && table !== 'lb_user' && columns.some(({ name }) => name === 'client_id');
}

export function isNarrowed({ clientId, from, to }: ArchiveScope): boolean {
  return clientId !== null || from !== null || to !== null;
}

const isOurs = (client: string): string =>
  `not exists (select from archived_company) or ${client} in (select id from archived_company)`;

const kinds = ['invoice', 'procurement', 'contract'] as const;

function ofDocuments(columns: readonly string[]): string {
  return kinds
    .filter((kind) => columns.includes(`${kind}_id`))
    .map(
      (kind) => `exists (select from archived_document d where d.kind = '${kind}' and d.id = t.${kind}_id)`,
    )
    .join(' or ');
}

/** The history of the documents, and that of all master data but other companies' own. */
function auditConditions(): readonly string[] {
  return [
    `num_nonnulls(t.invoice_id, t.procurement_id, t.contract_id) = 0 or ${ofDocuments(kinds.map((kind) => `${kind}_id`))}`,
    `t."table" <> 'client' or ${isOurs('t.foreign_key')}`,
    `t.relation_table is distinct from 'client' or t.relation_key is null or ${isOurs('t.relation_key')}`,
  ];
}
