import type { CsvCell } from '../../../base/csv.ts';
import { type Day, dayOfInstant } from '../../../base/day.ts';
import type { ExportedKind, ExportTexts } from '../../../document/export-columns.ts';
import type { Where } from '../../../document/listed-kind.ts';
import type { Graphql } from '../../../graphql/server/graphql.ts';
import { readAs } from '../../../graphql/server/read-as.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { ExportResult } from '../../../platform/export-result.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { storeStream } from '../../../platform/server/files/files.ts';
import { tableMimes } from '../../../platform/server/files/files-type.ts';
import { tableBytes } from '../../../platform/server/files/table-file.ts';
import type { Job, JobHandlers } from '../../../platform/server/jobs/jobs.ts';
import { text } from '../../../platform/server/texts.ts';
import { type ColumnRow, columnsFor, listColumns } from '../export-columns.ts';
import type { ExportOrder } from '../export-order.ts';
import {
  type FileColumns,
  type FileRow,
  fileNameOf,
  rowsOf,
  selectionOf,
  showsAmounts,
  titlesOf,
} from '../export-rows.ts';
import { exportOrder } from './export-order-input.ts';

export const exportJob = 'overview_export';

export interface ExportParts {
  readonly database: Database;
  readonly graphql: Pick<Graphql, 'execute'>;
  readonly clock: Clock;
  readonly kinds: readonly ExportedKind[];
}

/** Documents in memory at a time; fewer with their lines. */
const rowsAtOnce = 1000;
const withLinesAtOnce = 50;
/** Larger files exceed the row limit of spreadsheets. */
const maxRows = 1_000_000;

export function exportJobs(parts: ExportParts): JobHandlers {
  return { [exportJob]: (job) => writeExport(parts, job, exportOrder.parse(job.input)) };
}

/**
 * Reads the documents through the API as the person, so that current rights decide about tenant, visibility and
 * amounts, and stores them as the person's file. A retry writes a new file.
 */
export async function writeExport(parts: ExportParts, job: Job, order: ExportOrder): Promise<ExportResult> {
  const context = { ...job.context, language: order.language };
  const list = listColumns(parts.kinds.find(({ name }) => order.kind === name));
  const seesPrices = hasRole(context, 'user-price');
  const columns = columnsFor(list, seesPrices).filter((key) => order.columns.includes(key));
  const isPerLine = order.isPerLine && Object.keys(list.lines).length > 0;
  const lines = isPerLine ? columnsFor({ columns: list.lines }, seesPrices) : null;
  const shown: FileColumns = { list, columns, lines };
  const timeZone = await timeZoneOf(parts.database, context);
  const dayOf = (instant: string | Date): Day => dayOfInstant(new Date(instant), timeZone);
  const t = (key: string): string => text(order.language, key);
  const keys = await keysOf(parts, context, order);
  const rows = cellsOf(parts, { ...job, context }, keys, { shown, texts: { t, dayOf } });
  const title = t(`overview.tab.${list.kind ?? 'all'}`);
  const content = tableBytes(order.format, { sheet: title, titles: titlesOf(shown, t), rows });
  const file = {
    tenantId: context.tenantId,
    name: `${fileNameOf(title, dayOf(parts.clock.now()))}.${order.format}`,
    mime: tableMimes[order.format],
    receivedBy: 'export',
    createdById: context.userId,
    showsAmounts: showsAmounts(shown),
  } as const;
  return { file_id: await storeStream(parts.database, context, file, content), rows: keys.length };
}

type Key = Pick<ColumnRow, 'kind' | 'id'>;

/** A snapshot of the documents in order, so that concurrent changes neither drop nor repeat any. */
async function keysOf(parts: ExportParts, context: Context, order: ExportOrder): Promise<readonly Key[]> {
  const query = `query ($where: document_bool_exp!, $order_by: [document_order_by!]) {
    document(where: $where, order_by: $order_by, limit: ${maxRows}) { kind id }
  }`;
  // Columns of a kind do not apply to other kinds.
  const where = order.kind === null ? order.where : { _and: [order.where, { kind: { _eq: order.kind } }] };
  return await read(parts, context, query, { where, order_by: order.order_by });
}

interface Shown {
  readonly shown: FileColumns;
  readonly texts: ExportTexts;
}

/** The cells of the documents in batches, without documents that the person no longer sees. */
async function* cellsOf(
  parts: ExportParts,
  job: Job,
  keys: readonly Key[],
  { shown, texts }: Shown,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  const query = `query ($where: document_bool_exp!) {
    document(where: $where, limit: ${rowsAtOnce}) { ${selectionOf(shown)} }
  }`;
  const atOnce = shown.lines === null ? rowsAtOnce : withLinesAtOnce;
  for (let start = 0; start < keys.length; start += atOnce) {
    const wanted = keys.slice(start, start + atOnce);
    const rows: readonly FileRow[] = await read(parts, job.context, query, { where: whereOfKeys(wanted) });
    const byKey = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
    yield wanted
      .flatMap(({ kind, id }) => byKey.get(`${kind} ${id}`) ?? [])
      .flatMap((row) => rowsOf(shown, row, texts));
    await job.progress((100 * (start + wanted.length)) / keys.length);
  }
}

function whereOfKeys(keys: readonly Key[]): Where {
  const byKind = Map.groupBy(keys, ({ kind }) => kind);
  return {
    _or: [...byKind].map(([kind, own]) => ({ kind: { _eq: kind }, id: { _in: own.map(({ id }) => id) } })),
  };
}

async function read(
  { graphql }: ExportParts,
  context: Context,
  query: string,
  variables: object,
): Promise<readonly ColumnRow[]> {
  type Answer = { readonly document: readonly ColumnRow[] };
  return (await readAs<Answer>(graphql, context, query, variables)).document;
}

async function timeZoneOf(database: Database, context: Context): Promise<string> {
  const { zone } = await asWriter(database, context, (tx) =>
    tx.one<{ zone: string }>('select app.time_zone() as zone'),
  );
  return zone;
}
