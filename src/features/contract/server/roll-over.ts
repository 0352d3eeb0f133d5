import { type Day, dayOfInstant } from '../../../base/day.ts';
import { reportLeftOut } from '../../../document/server/each-document.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import type { MailingParts } from '../../../platform/server/mail/mailing-parts.ts';
import type { ContractStatus } from '../../../timeline/kinds.ts';
import { followingColumns } from '../contract-dates.ts';
import type { ContractHead } from '../model.ts';
import { runningStatus } from '../rules.ts';
import { headColumns } from './head-columns.ts';
import { keepNoticeDaysAfter } from './notice-days.ts';
import { notifyPassedDays } from './passed-days.ts';

/** Daily jobs, with the hour in the tenant's time zone from which they are due (JOB-02). */
export const dailyContractJobs = { roll_over_contracts: 0 } as const;

/** Contracts per transaction, which block the event loop for a few milliseconds. */
const atOnce = 1_000;

interface Row extends Omit<ContractHead, 'status'> {
  readonly id: number;
  readonly status: ContractStatus;
  readonly federal_state: string | null;
  readonly internal_lead_days: number | null;
  readonly updated_at: string;
}

/** Contracts whose dates or status can change with time: not ended, and with a term unless active or completed. */
const moving = `k.status not in ('cancelled', 'expired', 'incorporated') and (k.term_type in ('fixed', 'indefinite') or k.status in ('completed', 'active'))`;

const select = `select k.id, k.status, k.terminated_on, k.agreed_end, k.first_end, k.renewals_done, k.is_reminder_typed,
    c.federal_state, c.internal_lead_days, k.updated_at::text as updated_at, ${headColumns}
  from contract k left join client c on c.tenant_id = k.tenant_id and c.id = k.client_id
  where k.id > $1 and k.id <> all ($2::bigint[]) and ${moving} order by k.id limit ${atOnce}`;

/** Skips contracts changed meanwhile, because that change computed their dates. */
const update = `update contract k set status = n.status, end_date = n.end_date, termination_deadline = n.deadline,
    next_possible_contract_end = n.next_end, reminder_date = n.reminder, renewals_done = n.renewals
  from unnest($1::bigint[], $2::text[], $3::date[], $4::date[], $5::date[], $6::date[], $7::integer[], $8::text[])
    as n (id, status, end_date, deadline, next_end, reminder, renewals, read_at)
  where k.id = n.id and k.updated_at = n.read_at::timestamptz`;

/**
 * The daily update of contract dates and statuses (CON-06, JOB-04). Missed deadlines and renewals are recorded first
 * (CON-33); a contract for which that fails keeps its days until then.
 */
export function contractJobs({ database, clock, publicUrl }: MailingParts): JobHandlers {
  return {
    roll_over_contracts: async ({ context }) => {
      const own = systemContext(context.tenantId, context.requestId);
      const leftOut = await notifyPassedDays({ database, clock, publicUrl }, own);
      const kept = leftOut.map(({ id }) => id);
      let last = 0;
      let moved = 0;
      for (;;) {
        const page = await asWriter(database, own, (tx) => rollOver(tx, clock.now(), last, kept));
        moved += page.moved;
        if (page.last === null) break;
        last = page.last;
      }
      await keepAllNoticeDays(database, own, clock);
      const listing = (tx: Tx) => tx.fixed('select app.list_commitments_of_the_day()', []);
      await asWriter(database, own, listing);
      reportLeftOut(leftOut);
      return { moved };
    },
  };
}

/** Keeps the last safe days of the new day (OVW-10). */
async function keepAllNoticeDays(database: Database, own: Context, clock: Clock): Promise<void> {
  for (let last: number | null = 0; last !== null; ) {
    const after: number = last;
    last = await database.inTenant(
      own,
      async (tx) => {
        const { zone } = await tx.one<{ zone: string }>('select app.time_zone() as zone');
        return await keepNoticeDaysAfter(tx, after, dayOfInstant(clock.now(), zone));
      },
      { role: 'writer' },
    );
  }
}

/**
 * Updates a page of contracts after an id to today. The dates are computed from the terms, not from the previous day,
 * so repeated and missed runs give the same result.
 */
async function rollOver(
  tx: Tx,
  now: Date,
  after: number,
  kept: readonly number[],
): Promise<{ readonly moved: number; readonly last: number | null }> {
  const [zone, rows] = await Promise.all([
    tx.one<{ zone: string }>('select app.time_zone() as zone'),
    tx.fixed<Row>(select, [after, kept]),
  ]);
  const today = dayOfInstant(now, zone.zone);
  const changed = rows
    .map((row) => ({ row, next: onDay(row, today) }))
    .filter(({ row, next }) => differs(row, next));
  if (changed.length > 0) {
    tx.send(update, [
      changed.map(({ row }) => row.id),
      changed.map(({ next }) => next.status),
      changed.map(({ next }) => next.end_date),
      changed.map(({ next }) => next.termination_deadline),
      changed.map(({ next }) => next.next_possible_contract_end),
      changed.map(({ next }) => next.reminder_date),
      changed.map(({ next }) => next.renewals_done),
      changed.map(({ row }) => row.updated_at),
    ]);
  }
  const isWhole = rows.length < atOnce;
  return { moved: changed.length, last: isWhole ? null : (rows.at(-1)?.id ?? null) };
}

function onDay(row: Row, today: Day) {
  const {
    federal_state: federalState,
    internal_lead_days: leadDays,
    is_reminder_typed: isReminderTyped,
  } = row;
  const columns = followingColumns(row, {
    today,
    federalState,
    leadDays: leadDays ?? 0,
    isReminderTyped,
  });
  const isAtRest = row.status === 'active' || row.status === 'completed';
  const status = isAtRest ? runningStatus(row, columns.end_date, today) : row.status;
  return { ...columns, status };
}

function differs(row: Row, next: ReturnType<typeof onDay>): boolean {
  return (Object.keys(next) as (keyof typeof next)[]).some((column) => row[column] !== next[column]);
}
