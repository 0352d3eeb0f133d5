import ical from 'ical-generator';
import type { Language } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/server/database.ts';
import { personContext } from '../../../platform/server/jobs/jobs.ts';
import { findPerson } from '../../../platform/server/person.ts';
import { randomToken, tokenDigest } from '../../../platform/server/secrets.ts';
import { text } from '../../../platform/server/texts.ts';
import { type CalendarEvent, calendarEvents, type ScheduledContract } from '../calendar.ts';
import { contractKind } from '../kind.ts';

export interface CalendarParts {
  readonly database: Database;
  readonly publicUrl: string;
}

/** More contracts than anybody looks after himself. */
const mostContracts = 5_000;

const selectContracts = `select k.id, k.contract_number_formatted as number, k.name, s.name as partner, k.termination_deadline,
    k.next_possible_contract_end, k.end_date, k.reminder_date, k.terminated_on
  from contract k left join supplier s on s.id = k.supplier_id
  where k.status not in ('pending', 'expired') and coalesce(k.termination_deadline, k.end_date, k.reminder_date) is not null
  order by k.id limit ${mostContracts}`;

/** Gives a person a new secret address of his calendar; a former one leads nowhere from then on (CON-30). */
export async function renewCalendarFeed(
  { database, publicUrl }: CalendarParts,
  context: Context,
): Promise<string> {
  if (context.actorId !== context.userId) throw new Refused(refuse('permission_denied'));
  const token = randomToken();
  await database.inTenant(
    context,
    (tx) =>
      tx.fixed(
        `insert into calendar_feed (tenant_id, lb_user_id, token_hash) values ($1, $2, $3)
         on conflict (tenant_id, lb_user_id) do update set token_hash = excluded.token_hash, created_at = now(), read_at = null`,
        [context.tenantId, context.userId, tokenDigest(token)],
      ),
    { role: 'writer' },
  );
  return new URL(`/api/calendar/${token}.ics`, publicUrl).href;
}

/** Switches it off. */
export async function endCalendarFeed(database: Database, context: Context): Promise<void> {
  await database.inTenant(
    context,
    (tx) => tx.fixed('delete from calendar_feed where lb_user_id = $1', [context.userId]),
    { role: 'writer' },
  );
}

/** The calendar behind a secret address, with the eyes of its person; `not_found` where he may not log in any more. */
export async function readCalendarFeed(
  { database, publicUrl }: CalendarParts,
  token: string,
  requestId: string,
): Promise<string> {
  const person = await database.atGate(async (tx) => {
    const [feed] = await tx.query<{ tenant_id: number; lb_user_id: number }>(
      'update calendar_feed set read_at = now() where token_hash = $1 returning tenant_id, lb_user_id',
      [tokenDigest(token)],
    );
    return feed && (await findPerson(tx, feed.tenant_id, feed.lb_user_id));
  });
  if (!person?.mayLogIn) throw new Refused(refuse('not_found'));
  const context = personContext(person, requestId);
  const contracts = await database.inTenant(context, (tx) => tx.fixed<ScheduledContract>(selectContracts, []));
  return calendarText(contracts.flatMap(calendarEvents), context.language, publicUrl);
}

/** As RFC 5545 wants it: a whole day each, known by the same id wherever its day moves. */
function calendarText(events: readonly CalendarEvent[], language: Language, publicUrl: string): string {
  const calendar = ical({ name: text(language, 'contract.calendar.name'), ttl: 6 * 60 * 60 });
  const host = new URL(publicUrl).hostname;
  for (const { id, kind, day, contract } of events) {
    const title = [contract.number, contract.name].filter(Boolean).join(' ');
    calendar.createEvent({
      id: `${id}@${host}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary: `${text(language, `contract.calendar.${kind}`)}: ${title}`,
      description: contract.partner,
      url: new URL(`${contractKind.route}?id=${contract.id}`, publicUrl).href,
    });
  }
  return calendar.toString();
}
