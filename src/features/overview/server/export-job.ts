import { type CsvCell, csvHead, csvRows } from '../../../base/csv.ts';
import { type Day, dayOfInstant } from '../../../base/day.ts';
import { type RefusalCode, Refused, refuse } from '../../../base/refusal.ts';
import { xlsxParts } from '../../../base/xlsx.ts';
import type { Graphql } from '../../../graphql/server/graphql.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { storeStream } from '../../../platform/server/files/files.ts';
import { zip } from '../../../platform/server/files/zip.ts';
import type { Job, JobHandlers } from '../../../platform/server/jobs/jobs.ts';
import { text } from '../../../platform/server/texts.ts';
import {
  columnsFor,
  type ExportColumnKey,
  type ExportRow,
  exportColumns,
  fieldsOf,
} from '../export-columns.ts';
import type { ExportFormat, ExportOrder, ExportResult } from '../export-order.ts';
import { exportOrder } from './export-order-input.ts';

export const exportJob = 'overview_export';

export interface ExportParts {
  readonly database: Database;
  readonly graphql: Pick<Graphql, 'execute'>;
  readonly clock: Clock;
}

/** So many rows are in memory at a time. */
const rowsAtOnce = 1000;
/** More rows than a spreadsheet takes are nothing that anybody reads. */
const mostRows = 1_000_000;

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function exportJobs(parts: ExportParts): JobHandlers {
  return { [exportJob]: (job) => writeExport(parts, job, exportOrder.parse(job.input)) };
}

/**
 * Reads the documents through the API as the person himself, so that tenant, visibility and amounts are those of his
 * rights at this moment, and keeps them as a file of his own. A repetition writes a new file.
 */
async function writeExport(parts: ExportParts, job: Job, order: ExportOrder): Promise<ExportResult> {
  const context = { ...job.context, language: order.language };
  const columns = columnsFor(hasRole(context, 'user-price')).filter((key) => order.columns.includes(key));
  const timeZone = await timeZoneOf(parts.database, context);
  const dayOf = (instant: string | Date): Day => dayOfInstant(new Date(instant), timeZone);
  const t = (key: string): string => text(order.language, key);
  const ids = await idsOf(parts, context, order);
  const cells = cellsOf(parts, { ...job, context }, ids, columns, { t, dayOf });
  const titles = columns.map((key) => t(`overview.export.column.${key}`));
  const content =
    order.format === 'csv' ? csvBytes(titles, cells) : zip(xlsxParts(t('overview.tab.all'), titles, cells));
  const file = {
    tenantId: context.tenantId,
    name: `procurement_${dayOf(parts.clock.now())}.${order.format}`,
    mime: types[order.format],
    receivedBy: 'export',
    createdById: context.userId,
    showsAmounts: columns.some((key) => 'isAmount' in exportColumns[key]),
  } as const;
  return { file_id: await storeStream(parts.database, context, file, content), rows: ids.length };
}

async function* csvBytes(
  titles: readonly string[],
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(titles));
  for await (const some of rows) yield Buffer.from(csvRows(some));
}

/** The documents in their order at one moment: what moves meanwhile is neither missed nor exported twice. */
async function idsOf(parts: ExportParts, context: Context, order: ExportOrder): Promise<readonly number[]> {
  const query = `query ($where: procurement_bool_exp!, $order_by: [procurement_order_by!]) {
    procurement(where: $where, order_by: $order_by, limit: ${mostRows}) { id }
  }`;
  const rows = await read(parts, context, query, { where: order.where, order_by: order.order_by });
  return rows.map(({ id }) => id);
}

/** The cells of some documents at a time. Those that the person no longer sees are left out. */
async function* cellsOf(
  parts: ExportParts,
  job: Job,
  ids: readonly number[],
  columns: readonly ExportColumnKey[],
  texts: Parameters<(typeof exportColumns)['status']['cell']>[1],
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  const query = `query ($ids: [bigint!]!) {
    procurement(where: { id: { _in: $ids } }, limit: ${rowsAtOnce}) { ${fieldsOf(columns)} }
  }`;
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const wanted = ids.slice(start, start + rowsAtOnce);
    const rows = await read(parts, job.context, query, { ids: wanted });
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield wanted
      .flatMap((id) => byId.get(id) ?? [])
      .map((row) => columns.map((key) => exportColumns[key].cell(row, texts)));
    await job.progress((100 * (start + wanted.length)) / ids.length);
  }
}

type Row = ExportRow & { readonly id: number };

interface Answer {
  readonly data?: { readonly procurement: readonly Row[] };
  readonly errors?: readonly { readonly extensions: { readonly code: RefusalCode } }[];
}

async function read(
  { graphql }: ExportParts,
  context: Context,
  query: string,
  variables: object,
): Promise<readonly Row[]> {
  const { body } = await graphql.execute(context, { query, variables });
  const { data, errors } = JSON.parse(body) as Answer;
  const code = errors?.[0]?.extensions.code;
  // What nobody expected may pass; a refusal stays one.
  if (code === 'unexpected' || (code === undefined && data === undefined))
    throw new Error(`no export: ${body}`);
  if (code !== undefined) throw new Refused(refuse(code));
  return data?.procurement ?? [];
}

async function timeZoneOf(database: Database, context: Context): Promise<string> {
  const { zone } = await database.inTenant(
    context,
    (tx) => tx.one<{ zone: string }>('select app.time_zone() as zone'),
    { role: 'writer' },
  );
  return zone;
}
