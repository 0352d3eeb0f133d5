import { addDays, type Day, dayOfInstant } from '../../../base/day.ts';
import { cancelledList } from '../../../document/server/cancelled.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import type { MailingParts } from '../../../platform/server/mail/mailing-parts.ts';
import { contractDates } from '../contract-dates.ts';
import { confirmationDays, isWorthReminder, repeatOn } from '../due-reminder.ts';
import type { ContractFields } from '../model.ts';
import { safeDays } from '../safe-days.ts';
import { daysCome, endsAnyDay, type ReminderType } from '../term/reminders.ts';
import { type NewDueReminder, writeDueReminders } from './due-store.ts';
import { headColumns } from './head-columns.ts';
import { mailReminders } from './reminder-mail.ts';
import { reminderJob } from './reminder-store.ts';
import { withStakes } from './stakes.ts';
import { inForce } from './store.ts';

/** Daily jobs, with the hour in the tenant's time zone from which they are due (JOB-02). */
export const dailyReminderJobs = { [reminderJob]: 6 } as const;

/** Most reminders checked and mailed in one transaction. */
const atOnce = 200;

/** Finds due reminders, marks the checked ones in the same transaction, and returns whether there may be more. */
type Search = (
  tx: Tx,
  today: Day,
) => Promise<{ readonly reminders: readonly NewDueReminder[]; readonly isAll: boolean }>;

const searches: readonly Search[] = [ownReminders, setReminders, unconfirmedNotices, undecidedAgain];

/**
 * Reminds of contracts, once for each day of each reminder (CON-24, CON-25): due reminders are stored, and new ones
 * are mailed in the same transaction. Repeated and missed runs of the job therefore give the same result.
 */
export function reminderJobs({ database, clock, publicUrl }: MailingParts): JobHandlers {
  return {
    [reminderJob]: async ({ context }) => {
      const own = systemContext(context.tenantId, context.requestId);
      await asWriter(database, own, settleInvoiced);
      let reminded = 0;
      for (const search of searches) {
        for (let isAll = false; !isAll; ) {
          const page = await asWriter(database, own, (tx) => remind(tx, own, search, clock.now(), publicUrl));
          reminded += page.reminded;
          isAll = page.isAll;
        }
      }
      return { reminded };
    },
  };
}

async function remind(tx: Tx, { tenantId }: Context, search: Search, now: Date, publicUrl: string) {
  const { zone } = await tx.one<{ zone: string }>('select app.time_zone() as zone');
  const today = dayOfInstant(now, zone);
  const { reminders, isAll } = await search(tx, today);
  const ids = await writeDueReminders(tx, tenantId, await withStakes(tx, reminders));
  await mailReminders(tx, tenantId, publicUrl, { ids, today });
  return { reminded: ids.length, isAll };
}

interface OwnRow
  extends Pick<ContractFields, 'termination_deadline' | 'end_date' | 'term_type' | 'termination_to'> {
  readonly id: number;
  readonly day: Day;
  readonly is_reminder_typed: boolean;
}

/** The contract's own reminder (CON-25). */
async function ownReminders(tx: Tx, today: Day): ReturnType<Search> {
  const rows = await tx.fixed<OwnRow>(
    `with due as (
       select k.id from contract k
       where k.reminded_for is distinct from k.reminder_date and k.reminder_date <= $1::date
         and k.terminated_on is null and ${inForce}
       order by k.reminder_date, k.id limit ${atOnce} for update skip locked)
     update contract k set reminded_for = k.reminder_date from due where k.id = due.id
     returning k.id, k.reminder_date as day, k.is_reminder_typed, k.termination_deadline, k.end_date, k.term_type, k.termination_to`,
    [today],
  );
  const reminders = rows
    .filter((row) => row.is_reminder_typed || !endsAnyDay(row, today))
    .map(({ id, day, termination_deadline: deadline, end_date }) => ({
      contractId: id,
      reminderId: null,
      type: deadline === null ? ('contract_end' as const) : ('cancellation_notice' as const),
      day,
      meant: deadline ?? end_date,
      interval: null,
    }));
  return { reminders, isAll: rows.length < atOnce };
}

interface SetRow extends ContractFields {
  readonly id: number;
  readonly set_id: number;
  readonly set_type: ReminderType;
  readonly set_day: Day | null;
  readonly days_before: number | null;
  readonly checked_on: Day | null;
  readonly status: string;
  readonly is_in_force: boolean;
  readonly terminated_on: Day | null;
  readonly agreed_end: Day | null;
  readonly first_end: Day | null;
  readonly federal_state: string | null;
  readonly internal_lead_days: number | null;
}

const selectSet = `select r.id as set_id, r.type as set_type, r.reminder_date as set_day, r.days_before, r.checked_on,
    k.id, k.status, ${inForce} as is_in_force, k.terminated_on, k.agreed_end, k.first_end, c.federal_state,
    c.internal_lead_days, ${headColumns}
  from contract_reminder r join contract k on k.id = r.contract_id left join client c on c.id = k.client_id
  where r.checked_on is null or r.checked_on < $1::date
  order by r.checked_on nulls first, r.id limit ${atOnce} for update of r skip locked`;

/** Reminders set by people (CON-24). */
async function setReminders(tx: Tx, today: Day): ReturnType<Search> {
  const rows = await tx.fixed<SetRow>(selectSet, [today]);
  if (rows.length === 0) return { reminders: [], isAll: true };
  tx.send('update contract_reminder set checked_on = $2 where id = any ($1::bigint[])', [
    rows.map(({ set_id }) => set_id),
    today,
  ]);
  const reminders = rows
    .filter((row) => isWorthReminder(row.set_type, row))
    .flatMap((row) => dueOf(row, today));
  return { reminders: await withoutInvoice(tx, reminders), isAll: rows.length < atOnce };
}

function dueOf(row: SetRow, today: Day): readonly NewDueReminder[] {
  const reminder = { type: row.set_type, reminder_date: row.set_day, days_before: row.days_before };
  const dates = contractDates(row, today, row.federal_state);
  const meant = {
    cancellation_notice: dates.termination_deadline,
    contract_end: dates.end_date,
    invoice_missing: null,
    custom: null,
    extension_option: row.set_day,
    price_change: row.set_day,
    price_objection: row.set_day,
  }[row.set_type];
  const contract = {
    ...row,
    ...dates,
    internal_lead_days: row.internal_lead_days ?? 0,
  };
  return daysCome(reminder, contract, row.checked_on, today).map(({ day, interval }) => ({
    contractId: row.id,
    reminderId: row.set_id,
    type: row.set_type,
    day,
    meant,
    interval,
  }));
}

/**
 * SQL condition: a contract has an invoice in an interval, by its service period or else its date. Declined invoices
 * do not count.
 */
const hasInvoice = (contractId: string, from: string, to: string): string => `exists (
  select from invoice i
  where i.contract_id = ${contractId} and i.status not in ${cancelledList('invoice')}
    and coalesce(i.service_from, i.invoice_date, (i.created_at at time zone app.time_zone())::date) <= ${to}
    and coalesce(i.service_to, i.service_from, i.invoice_date, (i.created_at at time zone app.time_zone())::date) >= ${from})`;

/** Closes reminders of missing invoices that have arrived. */
async function settleInvoiced(tx: Tx): Promise<void> {
  await tx.fixed(
    `update contract_due_reminder d set acknowledged_at = now(), decision = 'noted'
     where d.acknowledged_at is null and d.type = 'invoice_missing'
       and ${hasInvoice('d.contract_id', 'd.interval_from', 'd.interval_to')}`,
  );
}

/** Drops reminders whose interval has an invoice. */
async function withoutInvoice(
  tx: Tx,
  reminders: readonly NewDueReminder[],
): Promise<readonly NewDueReminder[]> {
  if (reminders.every(({ interval }) => interval === null)) return reminders;
  const missing = await tx.fixed<{ place: number }>(
    `select n.place::integer as place
     from unnest($1::bigint[], $2::date[], $3::date[]) with ordinality as n (contract_id, first, last, place)
     where n.first is null or not ${hasInvoice('n.contract_id', 'n.first', 'n.last')}`,
    [
      reminders.map(({ contractId }) => contractId),
      reminders.map(({ interval }) => interval?.from ?? null),
      reminders.map(({ interval }) => interval?.to ?? null),
    ],
  );
  const places = new Set(missing.map(({ place }) => place - 1));
  return reminders.filter((_, place) => places.has(place));
}

/** Notices without a confirmation two weeks after receipt (CON-28). */
async function unconfirmedNotices(tx: Tx, today: Day): ReturnType<Search> {
  const rows = await tx.fixed<{ id: number; terminated_on: Day }>(
    `select k.id, k.terminated_on from contract k
     where k.terminated_on is not null and k.termination_confirmed_on is null and k.terminated_on <= $1::date
       and not exists (
         select from contract_due_reminder d
         where d.contract_id = k.id and d.contract_reminder_id is null and d.type = 'termination_unconfirmed'
           and d.day = k.terminated_on + ${confirmationDays})
     order by k.terminated_on, k.id limit ${atOnce} for no key update skip locked`,
    [addDays(today, -confirmationDays)],
  );
  const reminders = rows.map(({ id, terminated_on }) => ({
    contractId: id,
    reminderId: null,
    type: 'termination_unconfirmed' as const,
    day: addDays(terminated_on, confirmationDays),
    meant: terminated_on,
    interval: null,
  }));
  return { reminders, isAll: rows.length < atOnce };
}

interface UndecidedRow {
  readonly contract_id: number;
  readonly first_day: Day;
  readonly meant: Day;
  readonly notice_transit_days: number | null;
  readonly federal_state: string | null;
}

/** Repeats undecided reminders of a deadline, for more people (CON-34). */
async function undecidedAgain(tx: Tx, today: Day): ReturnType<Search> {
  const rows = await tx.fixed<UndecidedRow>(
    `select d.contract_id, min(d.day) as first_day, d.meant, c.notice_transit_days, c.federal_state
     from contract_due_reminder d
     join contract k on k.id = d.contract_id and k.terminated_on is null and ${inForce}
     left join client c on c.id = k.client_id
     where d.acknowledged_at is null and d.type = 'cancellation_notice' and d.meant >= $1::date
     group by d.contract_id, d.meant, c.notice_transit_days, c.federal_state`,
    [today],
  );
  const reminders = rows.flatMap((row): readonly NewDueReminder[] => {
    const { contract_id: contractId, first_day, meant, notice_transit_days, federal_state } = row;
    const safe = safeDays(meant, { notice_transit_days: notice_transit_days ?? 0, federal_state });
    const day = safe.letter === null ? null : repeatOn(first_day, safe.letter, today);
    if (day === null) return [];
    const type = 'cancellation_notice';
    return [{ contractId, reminderId: null, type, day, meant, interval: null, isWide: true }];
  });
  return { reminders, isAll: true };
}
