import type { CsvCell } from '../../base/csv.ts';
import { dayOfInstant } from '../../base/day.ts';
import { Refused, refuse } from '../../base/refusal.ts';
import type { XlsxColumn } from '../../base/xlsx.ts';
import type { Model } from '../../graphql/model.ts';
import type { Graphql } from '../../graphql/server/graphql.ts';
import { readAs } from '../../graphql/server/read-as.ts';
import { type Context, hasRole } from '../../platform/context.ts';
import type { ExportResult } from '../../platform/export-result.ts';
import type { Clock } from '../../platform/server/clock.ts';
import type { Database } from '../../platform/server/database.ts';
import { storeStream } from '../../platform/server/files/files.ts';
import { tableMimes } from '../../platform/server/files/files-type.ts';
import { tableBytes } from '../../platform/server/files/table-file.ts';
import type { Job, JobHandlers } from '../../platform/server/jobs/jobs.ts';
import { isModuleOn } from '../../platform/server/modules.ts';
import { text } from '../../platform/server/texts.ts';
import type { Entity, Row } from '../entity.ts';
import { entityLabelKey, fieldLabelKey } from '../labels.ts';
import { flatRow, sheetEntity, sheetSelection } from '../sheet/first-child.ts';
import type { Typing } from '../sheet/line.ts';
import type { Lookup } from '../sheet/lookup.ts';
import { sheetFields } from '../sheet/sheet-fields.ts';
import { type TableOrder, tableOrder, tableWhere } from '../table-order.ts';
import { typingOf } from './import-reading.ts';

export const tableJob = 'table_export';

export interface TableParts {
  readonly database: Database;
  readonly graphql: Pick<Graphql, 'execute'>;
  readonly clock: Clock;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly model: Model;
}

/** Rows in memory at a time. */
const rowsAtOnce = 1000;
/** Larger files exceed the row limit of spreadsheets. */
const maxRows = 1_000_000;
/** Longer lists of choices are of no use in a spreadsheet. */
const maxChoices = 5000;

export function tableJobs(parts: TableParts): JobHandlers {
  return { [tableJob]: (job) => writeTable(parts, job, tableOrder.parse(job.input)) };
}

interface Shown {
  readonly entity: Entity;
  /** The columns of the table view without secrets (SHEET-18). */
  readonly columns: readonly string[];
  readonly typing: Typing;
  readonly timeZone: string;
}

/**
 * Writes all rows of a table view that match the search as a file of the person (SHEET-20). Reads them through the
 * API as the person, so that current rights decide about rows and prices. The file can be imported again.
 */
export async function writeTable(parts: TableParts, job: Job, order: TableOrder): Promise<ExportResult> {
  const declared = parts.entities.get(order.entity);
  if (!declared) throw new Refused(refuse('not_found'));
  const context = { ...job.context, language: order.language };
  const shown = await shownOf(parts, { ...job, context }, sheetEntity(declared));
  const { entity, columns, timeZone } = shown;
  const t = (key: string): string => text(order.language, key);
  const keys = order.is_template ? [] : await keysOf(parts, context, entity, order.text);
  const titles = [...columns.map((name) => t(fieldLabelKey(entity.table, name))), t('table.id')];
  const content = tableBytes(order.format, {
    sheet: t(entityLabelKey(entity.table, 'many')),
    titles,
    rows: cellsOf(parts, { ...job, context }, keys, shown),
    columns: typedColumns(shown),
  });
  const day = dayOfInstant(parts.clock.now(), timeZone);
  const file = {
    tenantId: context.tenantId,
    name: `${entity.table}_${day}.${order.format}`,
    mime: tableMimes[order.format],
    receivedBy: 'export',
    createdById: context.userId,
    showsAmounts: columns.some((name) => entity.fields[name]?.price),
  } as const;
  return { file_id: await storeStream(parts.database, context, file, content), rows: keys.length };
}

async function shownOf(parts: TableParts, job: Job, entity: Entity): Promise<Shown> {
  return await parts.database.inTenant(job.context, async (tx) => {
    const isMultilingual = await isModuleOn(tx, 'multilingualism');
    const seesPrices = hasRole(job.context, 'user-price');
    const columns = sheetFields(entity, { seesPrices, isMultilingual }).filter(
      (name) => entity.fields[name]?.kind.input !== 'secret',
    );
    const typing = await typingOf(tx, { ...parts, entity, job }, { columns, numbers: 'comma', days: 'day' });
    const { timeZone } = await tx.one<{ timeZone: string }>('select app.time_zone() as "timeZone"');
    return { entity, columns, typing, timeZone };
  });
}

/** The column types and choices that a spreadsheet program gets (SHEET-19). */
function typedColumns({ entity, columns, typing }: Shown): readonly XlsxColumn[] {
  return columns.map((name): XlsxColumn => {
    const offered = (typing.readingOf(name).options as Lookup | undefined)?.offered ?? [];
    const choices = offered.slice(0, maxChoices).map(({ value }) => {
      const field = entity.fields[name];
      return String(
        field?.kind.csv(field.kind.input === 'choices' ? [String(value)] : value, typing.readingOf(name)),
      );
    });
    return { isText: entity.fields[name]?.kind.input === 'text', choices };
  });
}

/** A snapshot of the rows in order, so that concurrent changes neither drop nor repeat any. */
async function keysOf(
  parts: TableParts,
  context: Context,
  entity: Entity,
  searched: string,
): Promise<readonly number[]> {
  const { table, order } = entity;
  const orders = [...order.map((name) => `{ ${name}: asc }`), '{ id: asc }'].join(', ');
  const query = `query ($where: ${table}_bool_exp!) {
    rows: ${table}(where: $where, order_by: [${orders}], limit: ${maxRows}) { id }
  }`;
  const rows = await read(parts, context, query, tableWhere(entity, searched));
  return rows.map(({ id }) => Number(id));
}

/** The cells of the rows in batches, without rows that were deleted meanwhile. */
async function* cellsOf(
  parts: TableParts,
  job: Job,
  keys: readonly number[],
  { entity, columns, typing }: Shown,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  const query = `query ($where: ${entity.table}_bool_exp!) {
    rows: ${entity.table}(where: $where, limit: ${rowsAtOnce}) { id ${sheetSelection(entity, columns)} }
  }`;
  for (let start = 0; start < keys.length; start += rowsAtOnce) {
    const wanted = keys.slice(start, start + rowsAtOnce);
    const rows = await read(parts, job.context, query, { id: { _in: wanted } });
    const byId = new Map(rows.map((row) => [Number(row.id), flatRow(entity, row)]));
    yield wanted
      .map((id) => byId.get(id))
      .filter((row) => row !== undefined)
      .map((row) => [...columns.map((name) => cellOf(entity, name, row, typing)), String(row.id)]);
    await job.progress((100 * (start + wanted.length)) / keys.length);
  }
}

function cellOf({ fields }: Entity, name: string, row: Row, { readingOf }: Typing): CsvCell {
  const field = fields[name];
  const value = row[name] ?? null;
  if (field === undefined || value === null) return null;
  return field.kind.csv(field.kind.normal(value) ?? value, readingOf(name));
}

type AnsweredRow = Readonly<Record<string, unknown>>;

async function read(
  { graphql }: TableParts,
  context: Context,
  query: string,
  where: object,
): Promise<readonly AnsweredRow[]> {
  const { rows } = await readAs<{ readonly rows: readonly AnsweredRow[] }>(graphql, context, query, {
    where,
  });
  return rows;
}
