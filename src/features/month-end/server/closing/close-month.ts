import type { Day } from '../../../../base/day.ts';
import type { Language } from '../../../../base/language.ts';
import { monthEndOf } from '../../../../base/periods.ts';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { type Context, hasRole } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { orderJob } from '../../../../platform/server/jobs/jobs.ts';
import {
  batchOf,
  type ClosedContent,
  type ClosedMonth,
  type ClosingAnswer,
  type ClosingQuestion,
} from '../../closing.ts';
import { addableAccruals, canAccrue } from './accrued.ts';
import { closingRole, mayReadClosing, permitClosing } from './permit-closing.ts';

/** Writes the files of a closed month that are missing. */
export const closingJob = 'month_end_closing';

const select = `
  select m.id, m.closed_at, u.name as closed_by, coalesce((
      select json_agg(json_build_object('content', f.content, 'sha256', f.sha256, 'count', f.count, 'left_out', f.left_out,
        'may_be_completed', f.left_out > 0 and f.booked_lines is not null) order by f.id)
      from closed_month_file f where f.closed_month_id = m.id), '[]') as files
  from closed_month m join lb_user u on u.id = m.closed_by_id
  where m.client_id = $1 and m.day = $2::date`;

/** The state of a month; refuses people who do not see the whole company. */
export async function readClosing(
  tx: Tx,
  context: Context,
  { client, day }: ClosingQuestion,
): Promise<ClosingAnswer> {
  if (!(await mayReadClosing(tx, context, client))) throw new Refused(refuse('permission_denied'));
  const writer = tx.as('writer');
  const [settings, closed] = await Promise.all([
    writer.one<Pick<ClosingAnswer, 'has_accrual_account' | 'is_writing'>>(
      `select ${canAccrue} as has_accrual_account, exists (
         select from job j where j.kind = $2 and j.state in ('queued', 'running')
           and j.input @> jsonb_build_object('client', c.id, 'day', $3::text)) as is_writing
       from client c where c.id = $1`,
      [client, closingJob, day],
    ),
    writer.maybeOne<ClosedMonth>(select, [client, day]),
  ]);
  const addable = closed && mayLack(closed) ? await addableAccruals(tx, client, day) : 0;
  return {
    ...{ closed: closed ?? null, may_close: hasRole(context, closingRole), ...settings, addable },
    is_complete: closed !== undefined && has(closed, 'commitments', 'not_exported') && addable === 0,
  };
}

/** Whether its latest batch of accruals can be completed, or there is none. */
function mayLack({ files }: ClosedMonth): boolean {
  const latest = files.findLast(({ content }) => batchOf(content)?.batch === 'accruals');
  return latest?.may_be_completed ?? true;
}

/**
 * Closes a month of a company permanently and queues the job for its files (DASH-08). For a closed month only missing
 * files are written. Refuses with `month_not_over`, and with `month_closed` if no file is missing or a later month is
 * closed.
 */
export async function closeMonth(
  tx: Tx,
  context: Context,
  { client, day, today, language }: ClosingQuestion & { readonly today: Day; readonly language: Language },
): Promise<number> {
  await permitClosing(tx, context, client);
  if (monthEndOf(day) !== day || day >= today)
    throw new Refused(refuse('month_not_over', { field: 'day', values: { date: day } }));
  const writer = tx.as('writer');
  // Waits for running changes (app.keep_invoice_states).
  await writer.query("select pg_advisory_xact_lock(hashtextextended('closed month', app.tenant_id()))");
  const later = await writer.maybeOne<{ day: Day }>(
    'select day from closed_month where client_id = $1 and day > $2::date order by day limit 1',
    [client, day],
  );
  const { closed, is_complete: isComplete } = await readClosing(tx, context, { client, day });
  if (isComplete || (closed === null && later !== undefined)) throw new Refused(refuse('month_closed'));
  if (closed === null)
    await writer.query(
      'insert into closed_month (tenant_id, client_id, day, closed_by_id) values (app.tenant_id(), $1, $2, app.user_id())',
      [client, day],
    );
  return await orderJob(writer, closingJob, { client, day, language });
}

function has({ files }: ClosedMonth, ...contents: readonly ClosedContent[]): boolean {
  return files.some(({ content }) => contents.includes(content));
}
