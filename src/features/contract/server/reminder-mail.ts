import type { Day } from '../../../base/day.ts';
import { isLanguage, type Language } from '../../../base/language.ts';
import { formatDay } from '../../../base/typed-day.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { type DueReminderType, dayMeant } from '../due-reminder.ts';
import { contractKind } from '../kind.ts';

interface Told {
  readonly type: DueReminderType;
  readonly day: Day;
  readonly interval_from: Day | null;
  readonly interval_to: Day | null;
  readonly note: string | null;
  readonly contract_id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly partner: string | null;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  readonly end_date: Day | null;
  readonly terminated_on: Day | null;
  readonly person_id: number;
  readonly email: string;
  readonly person_name: string;
  readonly lang: string;
  readonly sender: string;
}

/** Blocked, inactive and unreachable people get no mail (MAIL-05); `app.reminded_person` finds a replacement. */
const select = `select d.type, d.day, d.interval_from, d.interval_to, r.note, k.id as contract_id,
    k.contract_number_formatted as number, k.name, s.name as partner, k.termination_deadline, k.next_possible_contract_end,
    k.end_date, k.terminated_on, u.id as person_id, u.email, u.name as person_name, u.lang,
    (select ${tenantTitleSql} from tenant t) as sender
  from contract_due_reminder d join contract k on k.id = d.contract_id
  left join contract_reminder r on r.id = d.contract_reminder_id
  left join supplier s on s.id = k.supplier_id
  join lb_user u on u.id = app.reminded_person(k.tenant_id, array[r.lb_user_id, k.responsible_id, k.creator_id], k.client_id)
    and not u.is_group and u.email is not null
  where d.id = any ($1::bigint[]) order by d.id`;

/** Mails due reminders to their recipients, each in the language of the recipient (CON-25, MAIL-04). */
export async function mailReminders(
  tx: Tx,
  tenantId: number,
  publicUrl: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const told of await tx.fixed<Told>(select, [ids])) {
    const { email: recipient, person_id: personId, person_name: name, sender } = told;
    const language = isLanguage(told.lang) ? told.lang : defaultLanguage;
    await enqueueMail(tx, publicUrl, {
      ...composeMail({ language, name, sender, ...contentOf(told, language, publicUrl) }),
      tenantId,
      kind: 'reminder',
      recipient,
      personId,
      senderName: sender,
      document: { kind: contractKind.name, id: told.contract_id },
    });
  }
}

function contentOf(told: Told, language: Language, publicUrl: string) {
  const shown = (day: Day | null): string => (day === null ? '' : formatDay(day, language));
  const values = {
    contract: [told.number, told.name].filter(Boolean).join(' '),
    partner: told.partner ?? '',
    day: shown(dayMeant(told, told)),
    end: shown(told.next_possible_contract_end),
    from: shown(told.interval_from),
    to: shown(told.interval_to),
  };
  return {
    subject: text(language, `mail.contract_reminder.${told.type}.subject`, values),
    blocks: [
      text(language, `mail.contract_reminder.${told.type}.intro`, values),
      ...(told.note === null ? [] : [told.note]),
      {
        label: text(language, 'mail.contract_open'),
        url: new URL(`${contractKind.route}?id=${told.contract_id}`, publicUrl).href,
      },
    ],
  };
}
