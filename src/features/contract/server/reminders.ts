import type { Day } from '../../../base/day.ts';
import { isLanguage, type Language, languageTag } from '../../../base/language.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { enqueueJob, type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import { composeMail, enqueueMail, type MailBlock } from '../../../platform/server/mail/mail.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { contractKind } from '../kind.ts';

/** Jobs that come once a day, with the hour of the tenant's day from which they are due (JOB-02). */
export const dailyReminderJobs = { remind_of_contracts: 6 } as const;

const reminderJob = 'remind_of_contracts';

/** So many persons get their mails in one transaction. */
const atOnce = 200;

interface Due {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly partner: string | null;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  readonly end_date: Day | null;
  /** Who is to be told; null where he has no address or is not to get mails (MAIL-05). */
  readonly person_id: number | null;
  readonly email: string | null;
  readonly person_name: string;
  readonly lang: string;
  readonly sender: string;
}

/** Contracts that run and whose day has come; each is marked in the transaction that mails it. */
const takeDue = `
  with due as (
    select k.id from contract k
    where k.reminded_for is distinct from k.reminder_date and k.reminder_date <= (now() at time zone app.time_zone())::date
      and k.terminated_on is null and k.status in ('active', 'completed', 'inactive')
    order by k.reminder_date, k.id limit ${atOnce} for update skip locked),
  taken as (
    update contract k set reminded_for = k.reminder_date from due where k.id = due.id
    returning k.id, k.contract_number_formatted, k.name, k.supplier_id, k.termination_deadline,
      k.next_possible_contract_end, k.end_date, coalesce(k.responsible_id, k.creator_id) as keeper_id)
  select k.id, k.contract_number_formatted as number, k.name, s.name as partner, k.termination_deadline,
    k.next_possible_contract_end, k.end_date, u.id as person_id, u.email, u.name as person_name, u.lang,
    (select ${tenantTitleSql} from tenant t) as sender
  from taken k left join supplier s on s.id = k.supplier_id
  left join lb_user u on u.id = k.keeper_id and u.active and not u.blocked and not u.is_group and u.email is not null
  order by k.id`;

/** Reminds whoever is responsible for a contract, once for each day of its reminder (CON-25). */
export function reminderJobs({
  database,
  publicUrl,
}: {
  readonly database: Database;
  readonly publicUrl: string;
}): JobHandlers {
  return {
    [reminderJob]: async ({ context }) => {
      const own = systemContext(context.tenantId, context.requestId);
      let reminded = 0;
      for (;;) {
        const taken = await database.inTenant(own, (tx) => remind(tx, own, publicUrl), { role: 'writer' });
        reminded += taken;
        if (taken < atOnce) return { reminded };
      }
    },
  };
}

/** A reminder whose day is over when its contract is saved does not wait for the morning (CON-24). Runs as writer. */
export async function queueReminders(tx: Tx): Promise<void> {
  await enqueueJob(tx, reminderJob, {});
}

async function remind(tx: Tx, { tenantId }: Context, publicUrl: string): Promise<number> {
  const due = await tx.fixed<Due>(takeDue, []);
  for (const contract of due) {
    const { person_id: personId, email, person_name: name, lang, sender } = contract;
    if (personId === null || email === null) continue;
    const language = isLanguage(lang) ? lang : defaultLanguage;
    await enqueueMail(tx, publicUrl, {
      ...composeMail({ language, name, sender, ...reminderOf(contract, language, publicUrl) }),
      tenantId,
      kind: 'reminder',
      recipient: email,
      personId,
      senderName: sender,
      document: { kind: contractKind.name, id: contract.id },
    });
  }
  return due.length;
}

/** What the mail says: until when a notice must have arrived, else when the contract ends. */
function reminderOf(
  { id, number, name, partner, termination_deadline, next_possible_contract_end, end_date }: Due,
  language: Language,
  publicUrl: string,
): { readonly subject: string; readonly blocks: readonly MailBlock[] } {
  const dayText = (day: Day | null): string =>
    day === null
      ? ''
      : new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(`${day}T00:00:00Z`),
        );
  const contract = [number, name].filter(Boolean).join(' ');
  const isNotice = termination_deadline !== null;
  const values = {
    contract,
    partner: partner ?? '',
    day: dayText(isNotice ? termination_deadline : end_date),
    end: dayText(next_possible_contract_end),
  };
  return {
    subject: isNotice
      ? text(language, 'mail.contract_notice.subject', values)
      : text(language, 'mail.contract_end.subject', values),
    blocks: [
      isNotice
        ? text(language, 'mail.contract_notice.intro', values)
        : text(language, 'mail.contract_end.intro', values),
      {
        label: text(language, 'mail.contract_notice.open'),
        url: new URL(`${contractKind.route}?id=${id}`, publicUrl).href,
      },
    ],
  };
}
