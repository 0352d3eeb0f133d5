import { createHash } from 'node:crypto';
import { addDays, type Day } from '../../../../base/day.ts';
import { retentionYears } from '../../../../platform/constants.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { storeFile } from '../../../../platform/server/files/files.ts';
import { tableMimes } from '../../../../platform/server/files/files-type.ts';
import type { Job, JobHandlers } from '../../../../platform/server/jobs/jobs.ts';
import { isModuleOn } from '../../../../platform/server/modules.ts';
import { text } from '../../../../platform/server/texts.ts';
import type { BookedRow } from '../../../accounting-export/model.ts';
import { bookingFile, exportingCompany } from '../../../accounting-export/server/store.ts';
import { type Accrued, accrualsOf } from '../../accruals.ts';
import type { ClosedContent } from '../../closing.ts';
import { type MonthEndQuery, modulesOf } from '../../model.ts';
import { type MonthEndList, monthEndLists } from '../../search.ts';
import { unbilledServices } from '../contracts.ts';
import { contentOf } from '../file-job.ts';
import { accruedGoods } from '../order-lines.ts';
import { timeLimitMs } from '../permission.ts';
import { closingOrder } from '../query-input.ts';
import { canAccrue, closingJob } from './close-month.ts';
import { permitClosing } from './permit-closing.ts';

type Order = ReturnType<typeof closingOrder.parse>;

/** Lists that do not describe the closed month: later changes, and current figures. */
const omittedLists: readonly MonthEndList[] = ['changed_after_closing', 'budget_use', 'product_lines'];
const keptLists = monthEndLists.filter((list) => !omittedLists.includes(list));

export function closingJobs({ database }: { readonly database: Database }): JobHandlers {
  return { [closingJob]: (job) => writeClosing(database, job, closingOrder.parse(job.input)) };
}

/**
 * Stores the lists of a closed month as files, and its accruals if the company has an account for them. Stored files
 * stay unchanged, so that the job can run again.
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

async function isListOn(tx: Tx, list: MonthEndList): Promise<boolean> {
  const areOn = await Promise.all(modulesOf[list].map((module) => isModuleOn(tx, module)));
  return areOn.includes(true);
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
}

async function keep({ tx, context, id }: Closing, content: ClosedContent, kept: Kept): Promise<void> {
  const writer = tx.as('writer');
  const { name, mime, bytes, count, leftOut } = kept;
  const fileId = await storeFile(writer, {
    ...{ tenantId: context.tenantId, name, mime, bytes, receivedBy: 'export', createdById: context.userId },
    ...{ showsAmounts: true, retentionYears: retentionYears.records },
  });
  await writer.query(
    `insert into closed_month_file (tenant_id, closed_month_id, content, file_id, sha256, count, left_out)
     values (app.tenant_id(), $1, $2, $3, $4, $5, $6)`,
    [id, content, fileId, createHash('sha256').update(bytes).digest('hex'), count, leftOut],
  );
}

interface AccrualSettings {
  readonly accrual_account: string;
  readonly charted: readonly string[];
  readonly made_at: string;
}

async function keepAccruals(closing: Closing): Promise<void> {
  const { tx, order } = closing;
  const writer = tx.as('writer');
  const settings = await writer.maybeOne<AccrualSettings>(
    `select c.accrual_account, array(select k.account from client_chart_account k where k.client_id = c.id) as charted,
       to_char(now() at time zone app.time_zone(), 'YYYYMMDDHH24MISSMS') as made_at
     from client c where c.id = $1 and ${canAccrue}`,
    [order.client],
  );
  if (settings === undefined || (await isKept(closing, 'accruals'))) return;
  const company = await exportingCompany(writer, order.client);
  const { bookings, reversals, leftOut } = accrualsOf(
    await accruedIn(tx, order),
    { ...company, ...settings, charted: new Set(settings.charted) },
    order.day,
    (number) => text(order.language, 'month_end.closing.booking', { number }),
  );
  const batch = async (content: ClosedContent, day: Day, rows: readonly BookedRow[]): Promise<void> => {
    const label = text(order.language, `month_end.closing.label.${content}`, { day: order.day });
    const file = bookingFile(company, { day, madeAt: settings.made_at, label }, rows);
    await keep(closing, content, { ...file, count: rows.length, leftOut });
  };
  // DATEV cannot import a batch without bookings.
  if (bookings.length === 0) return;
  await batch('accruals', order.day, bookings);
  await batch('accruals_reversal', addDays(order.day, 1), reversals);
}

/** Goods received and services of contracts until the day that are not invoiced. */
async function accruedIn(tx: Tx, order: Order): Promise<readonly Accrued[]> {
  const goods = (await isListOn(tx, 'received_not_invoiced'))
    ? await tx.query<Accrued & object>(accruedGoods, [order.day, order.client])
    : [];
  const services = (await isListOn(tx, 'services_not_invoiced'))
    ? await unbilledServices(tx, queryOf(order, 'services_not_invoiced'))
    : [];
  const textOf = (value: string | number | null | undefined): string | null =>
    value === null || value === undefined ? null : String(value);
  return [
    ...goods,
    ...services.map((row) => ({
      ...{ number: textOf(row.number), supplier: textOf(row.supplier), account: textOf(row.account) },
      ...{ is_automatic: row.is_automatic === 1, cost_center: textOf(row.cost_center_number) },
      net: String(row.net),
    })),
  ];
}
