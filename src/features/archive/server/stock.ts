import type { Database, Tx } from '../../../platform/server/database.ts';
import { germanLabel } from '../../audit/server/store.ts';
import { csvPath, descriptionXml } from '../description.ts';
import { dtdName, dtdText } from '../dtd.ts';
import { memberPath, type PathedFile } from '../member-path.ts';
import { type KnownTable, knownTables, type Pointer } from './catalogue.ts';
import { csvStatement, isDangling, isNarrowed, isSeenByAuditors, rowKey } from './csv-sql.ts';
import { asWriter, hold, type Work } from './work.ts';

/** Time limit per statement in milliseconds, several times that of the largest table of a large tenant. */
const timeLimitMs = 15 * 60_000;
/** Originals added at a time. */
const pageLength = 2_000;
/** Originals whose retention ends within this time are copied, since they may be deleted before the archive is. */
const copiedWithin = "interval '60 days'";

/**
 * Records the content of an archive in one transaction with one snapshot (ARC-05): data files as of then, and the
 * list of originals, whose bytes never change. An interruption rolls everything back.
 */
export async function takeStock(database: Database, work: Work): Promise<void> {
  const { tenantId, id, scope } = work;
  await database.atGate(
    async (gate) => {
      await hold(gate, work);
      await gate.fixed(
        "update archive set state = 'packing', made_at = now() where tenant_id = $1 and id = $2",
        [tenantId, id],
      );
      const tx = await asWriter(gate, tenantId);
      const tables = await knownTables(tx);
      if (isNarrowed(scope)) await chooseDocuments(tx, work);
      if (scope.clientId !== null) await chooseMasterData(gate, work, tables);
      const members = await addMembers(tx, work, [
        'index.xml',
        dtdName,
        ...tables.map(({ table }) => csvPath(table)),
      ]);
      const memberOf = (path: string): number => {
        const member = members.get(path);
        if (member === undefined) throw new Error(`${path} is not a member of the archive`);
        return member;
      };
      await addOriginals(tx, work);
      for (const table of tables) {
        const head = `${table.columns.map(({ name }) => `"${name}"`).join(';')}\r\n`;
        await tx.query(csvStatement(table, scope), [tenantId, id, memberOf(csvPath(table.table)), head]);
      }
      await addText(tx, work, memberOf(dtdName), dtdText);
      await addText(tx, work, memberOf('index.xml'), await description(tx, work, tables));
    },
    { isSnapshot: true, timeLimitMs },
  );
}

async function addMembers(
  tx: Tx,
  { tenantId, id }: Work,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.fixed<{ id: number; path: string }>(
    `insert into archive_member (tenant_id, archive_id, path)
     select $1, $2, path from unnest($3::text[]) with ordinality as p (path, n) order by n returning id, path`,
    [tenantId, id, paths],
  );
  return new Map(rows.map((row) => [row.path, row.id]));
}

async function addText(tx: Tx, { tenantId }: Work, member: number, text: string): Promise<void> {
  await tx.fixed(
    'insert into archive_piece (tenant_id, archive_member_id, piece_no, bytes) values ($1, $2, 0, $3)',
    [tenantId, member, Buffer.from(text)],
  );
}

/**
 * The documents of a company and period, with referenced documents of the company: invoices by invoice or booking
 * day, orders by creation day, contracts by their term.
 */
async function chooseDocuments(tx: Tx, { tenantId, scope }: Work): Promise<void> {
  const { clientId, from, to } = scope;
  await tx.query(
    'create temporary table archived_document (kind text, id bigint, primary key (kind, id)) on commit drop',
  );
  await tx.query(
    `insert into archived_document
     with recursive chosen as (
       select d.kind, d.id from document d
       where d.tenant_id = $1 and ($2::bigint is null or d.client_id = $2) and case d.kind
         when 'contract' then exists (
           select from contract c where c.tenant_id = $1 and c.id = d.id
             and ($4::date is null or (d.created_at at time zone app.time_zone())::date <= $4)
             and ($3::date is null or c.end_date is null or c.end_date >= $3))
         else daterange($3, $4, '[]') @> coalesce(d.invoice_date, (d.created_at at time zone app.time_zone())::date) end
       union
       select 'invoice', e.invoice_id from invoice_export_entry e
         join document d on d.tenant_id = $1 and d.kind = 'invoice' and d.id = e.invoice_id
       where e.tenant_id = $1 and ($2::bigint is null or d.client_id = $2) and daterange($3, $4, '[]') @> e.booked_on
     ), pointer as (
       select 'invoice' as kind, id, 'procurement' as other, procurement_id as other_id from invoice where tenant_id = $1
       union all select 'invoice', id, 'contract', contract_id from invoice where tenant_id = $1
       union all select 'invoice', id, 'invoice', corrects_invoice_id from invoice where tenant_id = $1
       union all select 'procurement', id, 'contract', contract_id from procurement where tenant_id = $1
       union all select 'contract', id, 'contract', amends_id from contract where tenant_id = $1
       union all select 'contract', amends_id, 'contract', id from contract where tenant_id = $1 and amends_id is not null
       union all select 'invoice', l.invoice_id, 'procurement', p.procurement_id
         from invoice_line l join procurement_line p on p.tenant_id = $1 and p.id = l.procurement_line_id where l.tenant_id = $1
     ), reached as (
       select kind, id from chosen
       union
       select p.other, p.other_id from reached r join pointer p on p.kind = r.kind and p.id = r.id where p.other_id is not null
     )
     select r.kind, r.id from reached r join document d on d.tenant_id = $1 and d.kind = r.kind and d.id = r.id
     where $2::bigint is null or d.client_id = $2`,
    [tenantId, clientId, from, to],
  );
  await tx.query('analyze archived_document');
}

/** The master data rows, and their audit, that an auditor of the company sees by the auditor policies (ARC-09). */
async function chooseMasterData(gate: Tx, { scope }: Work, tables: readonly KnownTable[]): Promise<void> {
  const { clientId, from, to } = scope;
  await gate.as('gate').fixed('select app.audit_for_archive($1, $2, $3)', [clientId, from, to]);
  const tx = gate.as('writer');
  await tx.query(
    'create temporary table archived_row (source text, key text, primary key (source, key)) on commit drop',
  );
  await tx.query('grant insert on archived_row to auditor');
  const auditor = gate.as('auditor');
  for (const { table, key } of tables.filter(isSeenByAuditors))
    await auditor.query(`insert into archived_row select '${table}', ${rowKey(key)} from ${table} t`);
  await tx.query('analyze archived_row');
}

interface FileRow extends PathedFile {
  readonly id: string;
  readonly document_id: number | null;
  readonly number: string | null;
  readonly size: number;
  readonly is_copied: boolean;
}

/** Exported lists are files of a person and are deleted later, so they are excluded. */
const isKept = `(f.received_by is distinct from 'export'
  or exists (select from invoice_export_file e where e.tenant_id = f.tenant_id and e.file_id = f.id)
  or exists (select from closed_month_file e where e.tenant_id = f.tenant_id and e.file_id = f.id)
  or exists (select from invoice_creditor_file e where e.tenant_id = f.tenant_id and e.file_id = f.id))`;

const isChosen = `(exists (select from archived_document d where (d.kind, d.id) in
    (('invoice', f.invoice_id), ('procurement', f.procurement_id), ('contract', f.contract_id)))
  or exists (select from invoice_export_file x join invoice_export_entry e on e.tenant_id = x.tenant_id and e.invoice_export_run_id = x.invoice_export_run_id
    join archived_document d on d.kind = 'invoice' and d.id = e.invoice_id where x.tenant_id = f.tenant_id and x.file_id = f.id))`;

async function addOriginals(tx: Tx, work: Work): Promise<void> {
  await tx.query(
    `declare originals no scroll cursor for
     select f.id, f.name, f.size, o.folder, o.document_id, d.number,
       row_number() over (partition by o.folder, o.document_id order by f.id) as place,
       f.retain_until is null or f.retain_until < current_date + ${copiedWithin} as is_copied
     from file f
     cross join lateral (select
       case when f.invoice_id is not null then 'rechnungen' when f.procurement_id is not null then 'bestellungen'
         when f.contract_id is not null then 'vertraege' when f.received_by = 'export' then 'exporte'
         when f.is_master_data then 'stammdaten' else 'weitere' end as folder,
       case when f.invoice_id is not null then 'invoice' when f.procurement_id is not null then 'procurement' else 'contract' end as kind,
       coalesce(f.invoice_id, f.procurement_id, f.contract_id) as document_id) o
     left join document d on d.tenant_id = f.tenant_id and d.kind = o.kind and d.id = o.document_id
     where f.tenant_id = (select app.tenant_id()) and ${isKept}${isNarrowed(work.scope) ? ` and ${isChosen}` : ''}
     order by o.folder, o.document_id, f.id`,
  );
  for (;;) {
    const files = await tx.query<FileRow>(`fetch ${pageLength} from originals`);
    if (files.length === 0) break;
    await tx.fixed(
      `insert into archive_member (tenant_id, archive_id, path, file_id, size, is_copied, is_original)
       select $1, $2, path, file_id, size, is_copied, true
       from unnest($3::text[], $4::uuid[], $5::bigint[], $6::boolean[]) with ordinality as m (path, file_id, size, is_copied, n) order by n`,
      [
        work.tenantId,
        work.id,
        files.map((file) => memberPath({ ...file, document: documentOf(file) })),
        files.map((file) => file.id),
        files.map((file) => file.size),
        files.map((file) => file.is_copied),
      ],
    );
  }
  await tx.query('close originals');
  await tx.fixed(
    `insert into archive_piece (tenant_id, archive_member_id, piece_no, bytes)
     select $1, m.id, c.chunk_no, c.bytes from archive_member m
     join file_chunk c on c.tenant_id = m.tenant_id and c.file_id = m.file_id
     where m.tenant_id = $1 and m.archive_id = $2 and m.is_copied`,
    [work.tenantId, work.id],
  );
  // The object outlives its file as long as the archive names it (TECH-16).
  await tx.fixed(
    `update archive_member m set object_key = o.object_key, cipher_key = o.cipher_key from file_object o
     where m.tenant_id = $1 and m.archive_id = $2 and m.is_copied and o.tenant_id = m.tenant_id and o.file_id = m.file_id`,
    [work.tenantId, work.id],
  );
}

function documentOf({ document_id: id, number }: FileRow): PathedFile['document'] {
  return id === null ? null : { id, number };
}

interface Facts {
  readonly name: string;
  readonly place: string | null;
  readonly client: string | null;
  readonly made_at: string;
}

async function description(tx: Tx, work: Work, tables: readonly KnownTable[]): Promise<string> {
  const { scope } = work;
  const facts = await tx.one<Facts>(
    `select coalesce(s.name, t.name) as name, coalesce(s.place, '') as place,
       (select c.name from client c where c.tenant_id = t.id and c.id = $1) as client,
       to_char(now() at time zone app.time_zone(), 'DD.MM.YYYY HH24:MI:SS') as made_at
     from tenant t
     -- The companies are the taxable persons; the name of the tenant is a key.
     cross join lateral (
       select string_agg(coalesce(nullif(c.billing_name, ''), c.name), '; ' order by c.id) as name,
         (array_agg(concat_ws(', ', nullif(c.billing_address, ''), nullif(concat_ws(' ', c.billing_zipcode, c.billing_city), ''),
           c.billing_country) order by c.id))[1] as place
       from client c where c.tenant_id = t.id and case when $1::bigint is null then c.active else c.id = $1 end) s
     where t.id = app.tenant_id()`,
    [scope.clientId],
  );
  const about = facts.client === null ? 'alle Firmen' : `Firma ${facts.client}`;
  return descriptionXml({
    supplier: { name: facts.name, place: facts.place || '-' },
    comment: `Export aus Kontor, ${about}, Stand ${facts.made_at}`,
    from: scope.from,
    to: scope.to,
    tables: await describedTables(tx, work, tables),
    // In German, like the titles of the tables, for auditors.
    labelOf: germanLabel,
  });
}

/** The tables with those references whose targets are all in the archive. */
async function describedTables(
  tx: Tx,
  { tenantId, id, scope }: Work,
  tables: readonly KnownTable[],
): Promise<readonly KnownTable[]> {
  const names = new Map(tables.map((table) => [table.table, table]));
  const described: KnownTable[] = [];
  for (const table of tables) {
    const pointers: Pointer[] = [];
    for (const pointer of table.pointers) {
      const target = names.get(pointer.to);
      if (!target) continue;
      const question = isNarrowed(scope) ? isDangling({ table, pointer, target }, scope) : null;
      const answer = question === null ? null : await tx.one<{ dangles: boolean }>(question, [tenantId, id]);
      if (!answer?.dangles) pointers.push(pointer);
    }
    described.push({ ...table, pointers });
  }
  return described;
}
