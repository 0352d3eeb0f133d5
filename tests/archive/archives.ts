import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { csvRows } from '../../src/base/csv-reading.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { workOffArchives } from '../../src/features/archive/server/jobs.ts';
import type { Database } from '../../src/platform/server/database.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type OperatorFixture, operatorFixture } from '../operator/operators.ts';
import { dtdFaults, readDtd } from '../support/dtd.ts';
import type { WebConfiguration } from '../support/web.ts';

export interface ArchiveFixture extends OperatorFixture {
  readonly path: string;
  /** Runs the worker's job once; `isOver` ends its turn. */
  work(isOver?: () => boolean, database?: Database): Promise<void>;
  /** Makes and downloads an archive as operator, or as administrator with this order. */
  made(order?: object): Promise<{ readonly id: string; readonly files: ReadonlyMap<string, Buffer> }>;
  download(id: string): Promise<Buffer>;
}

export async function archiveFixture(change: Partial<WebConfiguration> = {}): Promise<ArchiveFixture> {
  const fixture = await operatorFixture(change);
  await prepareQueue(fixture.web.ownerUrl);
  await addInvoices(fixture, fixture.demoTenant);
  const path = `/api/operator/tenant/${fixture.demoTenant}/archive-export`;
  const work: ArchiveFixture['work'] = (isOver = () => false, database = fixture.web.database) =>
    workOffArchives({ database, log: fixture.web.log.log, isOver });
  const download = async (id: string): Promise<Buffer> => {
    const answer = await fixture.admin.send({ method: 'GET', url: `/api/archive-export/${id}/file` });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  return {
    ...fixture,
    path,
    work,
    download,
    made: async (order) => {
      const answer = order
        ? await fixture.admin.send({ method: 'POST', url: '/api/archive-export', payload: order })
        : await fixture.post(path);
      expect(answer.status, answer.body.toString()).toBe(202);
      const { id } = answer.json<{ id: string }>();
      await work();
      return { id, files: unpackedArchive(await download(id)) };
    },
  };
}

/** Number of the first invoice, harmful if used in paths or HTML. */
export const hostileNumber = '../../x"; drop <table>';

/** Invoices of two companies on several days, with lines, taxes, exported bookings, and one that corrects another. */
async function addInvoices({ web }: OperatorFixture, tenantId: number): Promise<void> {
  await web.sql(
    `with companies as (
       select array_agg(id order by id) as ids from client where tenant_id = $1
     ), numbered as (
       select n, ids[1 + n % 2] as client_id, nextval(pg_get_serial_sequence('timeline', 'id')) as timeline_id
       from companies, generate_series(1, 12) n
     ), timelines as (
       insert into timeline (tenant_id, id) overriding system value select $1, timeline_id from numbered
     ), invoices as (
       insert into invoice (tenant_id, timeline_id, running_number, invoice_number_formatted, name, status, creator_id, client_id, supplier_id,
         invoice_date, total_netto, total_tax, total_brutto)
       select $1, timeline_id, n, case n when 1 then $2 else 'RE-' || lpad(n::text, 6, '0') end, 'Rechnung', 'approval', p.creator_id, numbered.client_id,
         (select min(id) from supplier where tenant_id = $1), date '2026-01-29' + n / 2, 100 * n + 0.37, 19 * n, 119 * n + 0.37
       from numbered, (select creator_id from procurement where tenant_id = $1 order by id limit 1) p
       returning id, client_id, total_netto, total_tax, total_brutto
     ), taxes as (
       insert into invoice_tax (tenant_id, invoice_id, tax_percentage, net, tax)
       select $1, id, 19, total_netto, total_tax from invoices
     ), lines as (
       insert into invoice_line (tenant_id, invoice_id, description, quantity, unit_net_price, tax_percentage, total_netto, total_brutto, sort_no)
       select $1, id, 'Zeile', 1, total_netto, 19, total_netto, total_brutto, 1 from invoices
     ), runs as (
       insert into invoice_export_run (tenant_id, running_number, client_id, target, state, ended_at)
       select $1, client_id, client_id, 'datev-csv', 'done', now() from (select distinct client_id from invoices) c returning id, client_id
     )
     insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id, state, ended_at, booked_on, gross, currency, control_amount, bookings)
     select $1, r.id, i.id, 'exported', now(), '2026-02-01', total_brutto, 'EUR', total_brutto, jsonb_build_object('day', '2026-02-01', 'creditor', '70001',
       'invoice', jsonb_build_object('currency', 'EUR'), 'bookings', jsonb_build_array(
         jsonb_build_object('gross', (total_brutto - 1)::text, 'account', '4930', 'text', '+49; "x"', 'tax_percentage', '19', 'tax_category', 'S'),
         jsonb_build_object('gross', '1.00', 'account', '4930', 'text', null, 'tax_percentage', '19', 'tax_category', 'S')))
     from invoices i join runs r on r.client_id = i.client_id`,
    [tenantId, hostileNumber],
  );
  await web.sql(
    `update invoice set corrects_invoice_id = (select min(id) from invoice where tenant_id = $1 and client_id = o.client_id)
     from (select max(id) as id, client_id from invoice where tenant_id = $1 group by client_id) o where invoice.tenant_id = $1 and invoice.id = o.id`,
    [tenantId],
  );
}

/**
 * Members of an archive by path, read from its directory; throws on a wrong checksum or size, and on duplicate paths.
 */
export function unpackedArchive(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let place = archive.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    const nameLength = archive.readUInt16LE(place + 28);
    const path = archive.toString('utf8', place + 46, place + 46 + nameLength);
    const head = archive.readUInt32LE(place + 42);
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const raw = archive.subarray(start, start + archive.readUInt32LE(place + 20));
    const bytes = archive.readUInt16LE(place + 10) === 0 ? raw : inflateRawSync(raw);
    const isWhole =
      crc32(bytes) === archive.readUInt32LE(place + 16) && bytes.length === archive.readUInt32LE(place + 24);
    if (!isWhole) throw new Error(`${path} is damaged`);
    if (files.has(path)) throw new Error(`${path} comes twice`);
    files.set(path, bytes);
    place += 46 + nameLength + archive.readUInt16LE(place + 30);
  }
  return files;
}

export type Row = Readonly<Record<string, string>>;

/** Rows of a data file by its head. */
export function rowsOf(files: ReadonlyMap<string, Buffer>, table: string): readonly Row[] {
  const [head, ...rows] = cellsOf(files, table);
  return rows.map((cells) =>
    Object.fromEntries((head ?? []).map((name, place) => [name, cells[place] ?? ''])),
  );
}

export function cellsOf(files: ReadonlyMap<string, Buffer>, table: string): readonly (readonly string[])[] {
  const read = csvRows(textOf(files, `${table}.csv`), ';');
  if (isRefusal(read)) throw new Error(`${table}.csv is not a CSV file`);
  return read.map(({ cells }) => cells);
}

export function textOf(files: ReadonlyMap<string, Buffer>, path: string): string {
  const bytes = files.get(path);
  if (!bytes) throw new Error(`no ${path}`);
  return bytes.toString('utf8');
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface Described {
  readonly table: string;
  readonly url: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly pointers: readonly { readonly column: string; readonly to: string }[];
}

/** Parses `index.xml`, which must match its DTD. */
export function describedTables(files: ReadonlyMap<string, Buffer>): readonly Described[] {
  const grammar = join(mkdtempSync(join(tmpdir(), 'dtd-')), 'index.dtd');
  writeFileSync(grammar, textOf(files, 'gdpdu-01-09-2004.dtd'));
  const xml = textOf(files, 'index.xml');
  expect(dtdFaults({ 'index.xml': xml }, readDtd(grammar))).toEqual([]);
  const every = (text: string, element: string): readonly string[] =>
    [...text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, inner = '']) => inner);
  const one = (text: string, element: string): string => every(text, element)[0] ?? '';
  return every(xml, 'Table').map((table) => {
    const key = every(table, 'VariablePrimaryKey').map((column) => one(column, 'Name'));
    return {
      table: one(table, 'Name'),
      url: one(table, 'URL'),
      key,
      columns: [...key, ...every(table, 'VariableColumn').map((column) => one(column, 'Name'))],
      pointers: every(table, 'ForeignKey').map((pointer) => ({
        column: one(pointer, 'Name'),
        to: one(pointer, 'References'),
      })),
    };
  });
}

/** References without target in the archive, as `table.column -> value`. */
export function danglingPointers(files: ReadonlyMap<string, Buffer>): readonly string[] {
  const described = describedTables(files);
  const keys = new Map(
    described.map(({ table, key }) => [table, new Set(rowsOf(files, table).map((row) => row[key[0] ?? '']))]),
  );
  return described.flatMap(({ table, pointers }) =>
    rowsOf(files, table).flatMap((row) =>
      pointers.flatMap(({ column, to }) => {
        const value = row[column];
        return value === '' || keys.get(to)?.has(value) ? [] : [`${table}.${column} -> ${to} ${value}`];
      }),
    ),
  );
}
