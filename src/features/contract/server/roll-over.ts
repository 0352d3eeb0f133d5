import { type Day, dayOfInstant } from '../../../base/day.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import type { ContractStatus } from '../../../timeline/kinds.ts';
import { followingColumns } from '../contract-dates.ts';
import type { ContractHead } from '../model.ts';
import { runningStatus } from '../rules.ts';
import { headColumns } from './head-columns.ts';

/** Jobs that come once a day, with the hour of the tenant's day from which they are due (JOB-02). */
export const dailyContractJobs = { roll_over_contracts: 0 } as const;

/** So many are read, counted and written at once: some milliseconds of the event loop. */
const atOnce = 1_000;

interface Row extends Omit<ContractHead, 'status'> {
  readonly id: number;
  readonly status: ContractStatus;
  readonly federal_state: string | null;
  readonly internal_lead_days: number | null;
  readonly updated_at: string;
}

/** The dates of a contract move with the days until it is over; one without a term has none that move. */
const moving = `k.status not in ('cancelled', 'expired', 'incorporated') and (k.term_type in ('fixed', 'indefinite') or k.status in ('completed', 'active'))`;

const select = `select k.id, k.status, k.terminated_on, k.agreed_end, k.first_end, k.is_reminder_typed, c.federal_state, c.internal_lead_days,
    k.updated_at::text as updated_at, ${headColumns}
  from contract k left join client c on c.tenant_id = k.tenant_id and c.id = k.client_id
  where k.id > $1 and ${moving} order by k.id limit ${atOnce}`;

/** Whatever was changed meanwhile has its dates from that change. */
const update = `update contract k set status = n.status, end_date = n.end_date, termination_deadline = n.deadline,
    next_possible_contract_end = n.next_end, reminder_date = n.reminder
  from unnest($1::bigint[], $2::text[], $3::date[], $4::date[], $5::date[], $6::date[], $7::text[])
    as n (id, status, end_date, deadline, next_end, reminder, read_at)
  where k.id = n.id and k.updated_at = n.read_at::timestamptz`;

/** What moves the contracts of a tenant into its new day (CON-06, JOB-04). */
export function contractJobs({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): JobHandlers {
  return {
    roll_over_contracts: async ({ context }) => {
      const own = systemContext(context.tenantId, context.requestId);
      let last = 0;
      let moved = 0;
      for (;;) {
        const page = await database.inTenant(own, (tx) => rollOver(tx, clock.now(), last), {
          role: 'writer',
        });
        moved += page.moved;
        if (page.last === null) break;
        last = page.last;
      }
      const listing = (tx: Tx) => tx.fixed('select app.list_commitments_of_the_day()', []);
      await database.inTenant(own, listing, { role: 'writer' });
      return { moved };
    },
  };
}

/**
 * Brings the contracts behind an id up to the present day, as many as fit into one transaction. A second run, or the first
 * one after days without any, finds what the rules say of that day: nothing is counted on from the day before.
 */
async function rollOver(
  tx: Tx,
  now: Date,
  after: number,
): Promise<{ readonly moved: number; readonly last: number | null }> {
  const [zone, rows] = await Promise.all([
    tx.one<{ zone: string }>('select app.time_zone() as zone'),
    tx.fixed<Row>(select, [after]),
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
