import { addDays, type Day, dayOfInstant } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { personContext } from '../../../platform/server/jobs/jobs.ts';
import type { MailingParts } from '../../../platform/server/mail/mailing-parts.ts';
import { isModuleOn, requireModule } from '../../../platform/server/modules.ts';
import { findPerson } from '../../../platform/server/person.ts';
import { randomToken, tokenDigest } from '../../../platform/server/secrets.ts';
import { tenantOfHost } from '../../../platform/server/tenant-of-host.ts';
import { type CalendarEvent, calendarDays } from '../calendar.ts';
import type { ContractFields } from '../model.ts';
import { type SafeDays, safeDays } from '../safe-days.ts';
import { endsAnyDay } from '../term/reminders.ts';
import { calendarText } from './calendar-text.ts';

/** A calendar with its address, which is shown only once. */
export interface NewCalendar {
  /** When its address was created. */
  readonly created_at: string;
  /** When it was last read. */
  readonly read_at: string | null;
  readonly url: string;
}

/** Most events of a calendar, nearest first: calendar programs reject calendars of more than a megabyte. */
const maxDates = { ahead: 1_000, behind: 200 };
/** Older events are left out. */
const daysBehind = 90;

/**
 * Creates a new secret address for a person's calendar and invalidates the former one (CON-30). If two windows do so
 * at the same time, the second one is refused with `calendar_changed`, so that no window shows an invalid address.
 *
 * @param replaced creation time of the address known to the person; null without one
 */
export async function renewCalendar(
  { database, publicUrl }: MailingParts,
  context: Context,
  replaced: string | null,
): Promise<NewCalendar> {
  const token = randomToken();
  const calendar = await asWriter(database, context, async (tx) => {
    await requireModule(tx, 'contract');
    const made = await tx.maybeOne<Omit<NewCalendar, 'url'>>(
      `insert into contract_calendar as c (tenant_id, lb_user_id, token_hash)
           select $1, $2, $3 where $4::timestamptz is null
             or exists (select from contract_calendar o where o.lb_user_id = $2 and o.created_at = $4)
         on conflict (tenant_id, lb_user_id)
           do update set token_hash = excluded.token_hash, created_at = excluded.created_at, read_at = null
           where c.created_at = $4
         returning created_at, read_at`,
      [context.tenantId, context.userId, tokenDigest(token), replaced],
    );
    if (made === undefined) throw new Refused(refuse('calendar_changed'));
    return made;
  });
  return { ...calendar, url: new URL(`/api/contract/calendar/${token}.ics`, publicUrl).href };
}

/** Switches off a person's calendar; no error if it is already off. */
export async function endCalendar(database: Database, context: Context): Promise<void> {
  await asWriter(database, context, (tx) =>
    tx.fixed('delete from contract_calendar where lb_user_id = $1', [context.userId]),
  );
}

/**
 * The calendar at a secret address, with the rights of its person (CON-30). Refuses with `not_found` for an unknown
 * address, a person who may not log in, the host of another tenant, and a disabled contract module, so that the
 * refusal does not reveal the reason.
 */
export async function readCalendar(
  { database, clock, publicUrl }: MailingParts,
  token: string,
  {
    requestId,
    host,
    alarmDays,
  }: {
    readonly requestId: string;
    readonly host: string | undefined;
    /** Days before each event on which the calendar program alarms; null for no alarms. */
    readonly alarmDays: number | null;
  },
): Promise<string> {
  const [person, tenant] = await Promise.all([
    database.atGate((tx) => personOf(tx, token)),
    tenantOfHost(database, host),
  ]);
  const isElsewhere = tenant !== null && tenant.id !== person?.tenantId;
  if (!person?.mayLogIn || isElsewhere) throw new Refused(refuse('not_found'));
  // With the token version, so that a person blocked at this moment can read nothing more (AUTH-20).
  const context = { ...personContext(person, requestId, 'mail_link'), tokenVersion: person.tokenVersion };
  const events = await database.inTenant(context, (tx) => nearestEvents(tx, clock.now()));
  return await calendarText(events, {
    language: person.language,
    company: person.tenantTitle,
    publicUrl,
    alarmDays,
  });
}

/** The person of the address. Records the read time at most once every 15 minutes. */
async function personOf(tx: Tx, token: string) {
  const calendar = await tx.maybeOne<{
    tenant_id: number;
    id: number;
    lb_user_id: number;
    is_noted: boolean;
  }>(
    `select tenant_id, id, lb_user_id, coalesce(read_at > now() - interval '15 minutes', false) as is_noted
     from contract_calendar where token_hash = $1`,
    [tokenDigest(token)],
  );
  if (calendar === undefined) return undefined;
  const person = await findPerson(tx, calendar.tenant_id, calendar.lb_user_id);
  if (person?.mayLogIn && !calendar.is_noted)
    tx.send('update contract_calendar set read_at = now() where tenant_id = $1 and id = $2', [
      calendar.tenant_id,
      calendar.id,
    ]);
  return person;
}

/** The events around today that the person may see, in order. Starts with the reader role of the person. */
async function nearestEvents(tx: Tx, now: Date): Promise<readonly CalendarEvent[]> {
  const writer = tx.as('writer');
  const [isOn, { zone, is_wide }] = await Promise.all([
    isModuleOn(writer, 'contract'),
    writer.one<{ zone: string; is_wide: boolean }>(
      `select app.time_zone() as zone, app.sees_all('contract') or app.scope_client('contract') is not null
         or app.scope_department('contract') is not null as is_wide`,
    ),
  ]);
  if (!isOn) throw new Refused(refuse('not_found'));
  const today = dayOfInstant(now, zone);
  const select = is_wide ? selectOfMany : selectOfFew;
  const rows = await tx.fixed<EventRow>(select, [today, addDays(today, -daysBehind)]);
  return rows.map((row) => ({ ...row, safe: safeDaysIn(row, today) }));
}

interface EventRow extends Omit<CalendarEvent, 'safe'>, Pick<ContractFields, 'term_type' | 'termination_to'> {
  readonly notice_transit_days: number | null;
  readonly federal_state: string | null;
}

function safeDaysIn(row: EventRow, today: Day): SafeDays | null {
  const { kind, day, terminated_on, notice_transit_days: transit, federal_state } = row;
  if (kind !== 'deadline' || terminated_on !== null || day < today || endsAnyDay(row, today)) return null;
  return safeDays(day, { notice_transit_days: transit ?? 0, federal_state });
}

/** Narrows to the contracts of a person by an index; the policy alone would check every contract. */
const concerning = `and k.id = any (array(
  select dp.document_id from document_person dp where dp.kind = 'contract' and dp.lb_user_id = any ((select app.persons())::bigint[])))`;

/** SQL condition: contract `k` ends on its end date, because notice was given or no renewal follows (CON-30). */
const endsByThen = `(k.terminated_on is not null or k.term_type is distinct from 'fixed'
  or coalesce(k.renewal_type, 'none') = 'none' or k.renewal_type = 'once' and k.renewals_done > 0)`;

const selectOfMany = selectEvents('');
const selectOfFew = selectEvents(concerning);

/** Reads each kind of day along its index, forward and back from today, and stops at the total limit. */
function selectEvents(narrowing: string): string {
  const days = (condition: (column: string) => string, order: 'asc' | 'desc', count: number): string => {
    const ofKinds = Object.entries(calendarDays).map(
      ([kind, column]) => `(select '${kind}' as kind, k.id, k.${column} as day from contract k
        where ${condition(`k.${column}`)} and ${kind === 'end' ? endsByThen : 'true'} and k.amends_id is null ${narrowing} order by k.${column} ${order}, k.id ${order} limit ${count})`,
    );
    return `(select * from (${ofKinds.join(' union all ')}) d order by day ${order}, id ${order}, kind limit ${count})`;
  };
  const ahead = days((column) => `${column} >= $1`, 'asc', maxDates.ahead);
  const behind = days((column) => `${column} < $1 and ${column} >= $2`, 'desc', maxDates.behind);
  return `select e.kind, e.day, k.id, k.contract_number_formatted as number, k.name, s.name as partner, k.status,
      k.termination_deadline, k.next_possible_contract_end, k.end_date, k.terminated_on, k.updated_at,
      k.term_type, k.termination_to, c.notice_transit_days, c.federal_state
    from (${ahead} union all ${behind}) e
    join contract k on k.id = e.id
    left join supplier s on s.id = k.supplier_id
    left join client c on c.id = k.client_id
    order by e.day, e.id, e.kind`;
}
