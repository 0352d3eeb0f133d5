import type { CsvCell } from '../../../base/csv.ts';
import type { ExportResult } from '../../../platform/export-result.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { storeStream } from '../../../platform/server/files/files.ts';
import { tableMimes } from '../../../platform/server/files/files-type.ts';
import { tableBytes } from '../../../platform/server/files/table-file.ts';
import type { Job, JobHandlers } from '../../../platform/server/jobs/jobs.ts';
import { text } from '../../../platform/server/texts.ts';
import { permitDashboard } from '../../dashboard/access.ts';
import { cellOf } from '../cells.ts';
import { columnsOf, type MonthEndOrder } from '../model.ts';
import { eachRow } from './lists.ts';
import { permitList, timeLimitMs } from './permission.ts';
import { monthEndOrder } from './query-input.ts';

export const monthEndJob = 'month_end_file';

export function monthEndJobs({ database }: { readonly database: Database }): JobHandlers {
  return { [monthEndJob]: (job) => writeFile(database, job, monthEndOrder.parse(job.input)) };
}

/** Writes a list as the person sees it now, and stores it as the person's file. A retry writes a new file. */
async function writeFile(database: Database, job: Job, order: MonthEndOrder): Promise<ExportResult> {
  const context = { ...job.context, language: order.language };
  permitDashboard(context);
  let rows = 0;
  const pieces = await database.inTenant(
    context,
    async (tx) => {
      await permitList(tx, order.list);
      // Collect the file first, so that no second connection is needed while this one is held.
      const content = contentOf(tx, order, (count) => {
        rows += count;
      });
      const written: Buffer[] = [];
      for await (const piece of content) written.push(piece);
      return written;
    },
    { timeLimitMs, planMode: 'force_custom_plan', readsOnly: true },
  );
  const file = {
    tenantId: context.tenantId,
    name: `${text(order.language, `month_end.list.${order.list}`)}_${order.day}.${order.format}`,
    mime: tableMimes[order.format],
    receivedBy: 'export',
    createdById: context.userId,
    showsAmounts: true,
  } as const;
  return { file_id: await storeStream(database, context, file, inTurn(pieces)), rows };
}

/** The pieces of a list's file; `count` receives the number of rows of each. */
export function contentOf(
  tx: Tx,
  order: MonthEndOrder,
  count: (rows: number) => void,
): AsyncIterable<Buffer> {
  const t = (key: string): string => text(order.language, key);
  const columns = columnsOf[order.list];
  const titles = columns.map(({ key }) => t(`month_end.column.${key}`));
  const cells = async function* (): AsyncGenerator<readonly (readonly CsvCell[])[]> {
    for await (const rows of eachRow(tx, order)) {
      count(rows.length);
      yield rows.map((row) => columns.map((column) => cellOf(column, row, t)));
    }
  };
  return tableBytes(order.format, { sheet: t(`month_end.list.${order.list}`), titles, rows: cells() });
}

async function* inTurn(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}
