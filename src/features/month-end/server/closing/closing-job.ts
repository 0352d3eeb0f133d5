import { createHash } from 'node:crypto';
import { addDays, type Day } from '../../../../base/day.ts';
import { retentionYears } from '../../../../platform/constants.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { storeFile } from '../../../../platform/server/files/files.ts';
import { tableMimes } from '../../../../platform/server/files/files-type.ts';
import type { Job, JobHandlers } from '../../../../platform/server/jobs/jobs.ts';
import { text } from '../../../../platform/server/texts.ts';
import type { BookedRow } from '../../../accounting-export/model.ts';
import { bookingFile } from '../../../accounting-export/server/store.ts';
import { type Accrued, accrualsOf } from '../../accruals.ts';
import { type Batch, type ClosedContent, contentOfBatch } from '../../closing.ts';
import type { MonthEndQuery } from '../../model.ts';
import { type MonthEndList, monthEndLists } from '../../search.ts';
import { contentOf } from '../file-job.ts';
import { isListOn, timeLimitMs } from '../permission.ts';
import { closingOrder } from '../query-input.ts';
import { accruedIn, accruingCompany } from './accrued.ts';
import { closingJob } from './close-month.ts';
import { permitClosing } from './permit-closing.ts';

type Order = ReturnType<typeof closingOrder.parse>;

/** Lists that do not describe the closed month: later changes, and current figures. */
const omittedLists: readonly MonthEndList[] = [
  ...(['changed_after_closing', 'budget_use', 'product_lines'] as const),
  // Kept with the batch that leaves them out.
  'accruals_left_out',
];
const keptLists = monthEndLists.filter((list) => !omittedLists.includes(list));

export function closingJobs({ database }: { readonly database: Database }): JobHandlers {
  return { [closingJob]: (job) => writeClosing(database, job, closingOrder.parse(job.input)) };
}

/**
 * Stores the lists of a closed month as files, and its accruals if the company has an account for them. Stored files
 * stay unchanged, so that the job can run again; what a batch left out is booked by another one.
 */
async function writeClosing(
  database: Database,
  { context }: Job,
  order: Order,
): Promise<{ readonly closed_month_id: number }> {
  return await database.inTenant(
    { ...context, language: order.language },
    async (tx) => {
      await permitClosing(tx, context, order.client);
      const { id } = await tx.one<{ id: number }>(
        'select id from closed_month where client_id = $1 and day = $2::date',
        [order.client, order.day],
      );
      const closing: Closing = { tx, context, order, id };
      for (const list of keptLists)
        if (!(await isKept(closing, list)) && (await isListOn(tx, list))) await keepList(closing, list);
      await keepAccruals(closing);
      return { closed_month_id: id };
    },
    { timeLimitMs, planMode: 'force_custom_plan' },
  );
}

interface Closing {
  readonly tx: Tx;
  readonly context: Context;
  readonly order: Order;
  readonly id: number;
}

async function isKept({ tx, id }: Closing, content: ClosedContent): Promise<boolean> {
  const kept = await tx
    .as('writer')
    .maybeOne('select id from closed_month_file where closed_month_id = $1 and content = $2', [id, content]);
  return kept !== undefined;
}

const queryOf = ({ client, day }: Order, list: MonthEndList): MonthEndQuery => ({
  ...{ list, day, client, department: null, cost_center: null },
});

async function keepList(closing: Closing, list: MonthEndList): Promise<void> {
  const { order, tx } = closing;
  let count = 0;
  const pieces: Buffer[] = [];
  const wanted = { ...queryOf(order, list), format: 'csv', language: order.language } as const;
  for await (const piece of contentOf(tx, wanted, (rows) => {
    count += rows;
  }))
    pieces.push(piece);
  const name = `${text(order.language, `month_end.list.${list}`)}_${order.day}.csv`;
  await keep(closing, list, { name, mime: tableMimes.csv, bytes: Buffer.concat(pieces), count, leftOut: 0 });
}

interface Kept {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly count: number;
  readonly leftOut: number;
  /** What a batch books. */
  readonly booked?: readonly Accrued[];
}

async function keep({ tx, context, id }: Closing, content: ClosedContent, kept: Kept): Promise<void> {
  const writer = tx.as('writer');
  const { name, mime, bytes, count, leftOut, booked } = kept;
  const fileId = await storeFile(writer, {
    ...{ tenantId: context.tenantId, name, mime, bytes, receivedBy: 'export', createdById: context.userId },
    ...{ showsAmounts: true, retentionYears: retentionYears.records },
  });
  await writer.query(
    `insert into closed_month_file (tenant_id, closed_month_id, content, file_id, sha256, count, left_out, booked_lines, booked_contracts)
     values (app.tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[id, content, fileId, createHash('sha256').update(bytes).digest('hex'), count, leftOut],
      booked?.flatMap(({ lines }) => lines?.split(',').map(Number) ?? []) ?? null,
      booked?.flatMap(({ lines, id: contract }) => (lines === null ? (contract ?? []) : [])) ?? null,
    ],
  );
}

/** Books what no batch of the month books yet, if it has an account now. */
async function keepAccruals(closing: Closing): Promise<void> {
  const { tx, order, id } = closing;
  const company = await accruingCompany(tx, order.client);
  if (company === null) return;
  const { made_at: madeAt } = await tx.one<{ made_at: string }>(
    "select to_char(now() at time zone app.time_zone(), 'YYYYMMDDHH24MISSMS') as made_at",
    [],
  );
  const { bookings, reversals, booked, leftOut } = accrualsOf(
    await accruedIn(tx, queryOf(order, 'accruals_left_out')),
    company,
    order.day,
    (number) => text(order.language, 'month_end.closing.booking', { number }),
  );
  // DATEV cannot import a batch without bookings; once the accounts are there, it can be added.
  if (bookings.length === 0) return;
  const { place } = await tx
    .as('writer')
    .one<{ place: number }>(
      "select 1 + count(*)::int as place from closed_month_file where closed_month_id = $1 and content ~ '^accruals(_[0-9]+)?$'",
      [id],
    );
  if (place === 1 && leftOut > 0) await keepList(closing, 'accruals_left_out');
  const batch = async (name: Batch, day: Day, rows: readonly BookedRow[]): Promise<void> => {
    const label = text(order.language, `month_end.closing.label.${name}`, { day: order.day });
    const file = bookingFile(company, { day, madeAt, label }, rows);
    const kept = { ...file, count: rows.length, leftOut, ...(name === 'accruals' ? { booked } : {}) };
    await keep(closing, contentOfBatch(name, place), kept);
  };
  await batch('accruals', order.day, bookings);
  await batch('accruals_reversal', addDays(order.day, 1), reversals);
}
