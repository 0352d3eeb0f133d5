import type { Day } from '../../../base/day.ts';
import { isLanguage, type Language } from '../../../base/language.ts';
import { isZero } from '../../../base/money.ts';
import { plainLine } from '../../../base/plain-line.ts';
import { formatDay } from '../../../base/typed-day.ts';
import { formatNumber } from '../../../base/typed-number.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import type { MailFact } from '../../../platform/server/mail/mail-blocks.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { noteDeadline } from '../../../platform/server/push.ts';
import { text } from '../../../platform/server/texts.ts';
import { type DueReminderType, dayMeant } from '../due-reminder.ts';
import { contractKind } from '../kind.ts';
import { safeDays, safeText } from '../safe-days.ts';

interface MailedReminder {
  readonly type: DueReminderType;
  readonly day: Day;
  readonly interval_from: Day | null;
  readonly interval_to: Day | null;
  readonly note: string | null;
  readonly contract_id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly partner: string | null;
  readonly meant: Day | null;
  readonly until: Day | null;
  readonly at_stake: string | null;
  readonly currency: string;
  readonly next_possible_contract_end: Day | null;
  readonly notice_transit_days: number | null;
  readonly federal_state: string | null;
  readonly sees_prices: boolean;
  readonly person_id: number;
  readonly email: string;
  readonly person_name: string;
  readonly lang: string;
  readonly sender: string;
}

/** Blocked, inactive and unreachable people get no mail (MAIL-05); `app.reminded_people` finds a replacement. */
const select = `select d.type, d.day, d.meant, d.until, d.at_stake::text, d.interval_from, d.interval_to, r.note, k.id as contract_id,
    k.contract_number_formatted as number, k.name, s.name as partner, k.next_possible_contract_end,
    coalesce(c.currency, k.currency) as currency, c.notice_transit_days, c.federal_state,
    u.roles && array['user-price', 'user-admin'] as sees_prices, u.id as person_id, u.email, u.name as person_name, u.lang,
    (select ${tenantTitleSql} from tenant t) as sender
  from contract_due_reminder d join contract k on k.id = d.contract_id
  left join contract_reminder r on r.id = d.contract_reminder_id
  left join supplier s on s.id = k.supplier_id
  left join client c on c.id = k.client_id
  cross join lateral app.reminded_people(k.tenant_id, array[r.lb_user_id, k.responsible_id, k.creator_id], k.client_id,
    d.is_wide) as reminded (id)
  join lb_user u on u.id = reminded.id
    and not u.is_group and u.email is not null
  where d.id = any ($1::bigint[]) order by d.id, u.id`;

/** Mails due reminders to their recipients, each in the language of the recipient (CON-25, MAIL-04). */
export async function mailReminders(
  tx: Tx,
  tenantId: number,
  publicUrl: string,
  { ids, today }: { readonly ids: readonly number[]; readonly today: Day },
): Promise<void> {
  if (ids.length === 0) return;
  for (const reminder of await tx.fixed<MailedReminder>(select, [ids])) {
    const { email: recipient, person_id: personId, person_name: name, sender } = reminder;
    const language = isLanguage(reminder.lang) ? reminder.lang : defaultLanguage;
    const content = contentOf(reminder, { language, publicUrl, today });
    await enqueueMail(tx, publicUrl, {
      ...composeMail({ language, name, sender, ...content }),
      tenantId,
      kind: 'reminder',
      recipient,
      personId,
      senderName: sender,
      document: { kind: contractKind.name, id: reminder.contract_id },
    });
    noteDeadline(tx, personId, { title: content.subject, kind: contractKind.name, id: reminder.contract_id });
  }
}

interface Reader {
  readonly language: Language;
  readonly publicUrl: string;
  readonly today: Day;
}

function contentOf(reminder: MailedReminder, { language, publicUrl, today }: Reader) {
  const shown = (day: Day | null): string => (day === null ? '' : formatDay(day, language));
  const values = {
    contract: [reminder.number, reminder.name].filter(Boolean).join(' '),
    partner: reminder.partner ?? '',
    day: shown(dayMeant(reminder)),
    until: shown(reminder.until),
    end: shown(reminder.next_possible_contract_end),
    from: shown(reminder.interval_from),
    to: shown(reminder.interval_to),
  };
  const facts: readonly MailFact[] = [
    ...(reminder.partner === null
      ? []
      : [{ label: text(language, 'contract.partner'), value: reminder.partner }]),
    ...[...safeLines(reminder, language, today), ...stakeLines(reminder, language)].map((value) => ({
      label: null,
      value,
    })),
  ];
  return {
    subject: text(language, `mail.contract_reminder.${reminder.type}.subject`, values),
    blocks: [
      text(language, `mail.contract_reminder.${reminder.type}.intro`, values),
      {
        heading: values.contract,
        note:
          reminder.note === null
            ? null
            : text(language, 'notification.quoted', { text: plainLine(reminder.note) }),
        facts,
      },
      {
        label: text(language, 'mail.contract_open'),
        url: new URL(`${contractKind.route}?id=${reminder.contract_id}`, publicUrl).href,
      },
    ],
  };
}

/** The last safe days of a notice (CON-32). */
function safeLines(reminder: MailedReminder, language: Language, today: Day): readonly string[] {
  const { type, meant, notice_transit_days, federal_state } = reminder;
  if (type !== 'cancellation_notice' || meant === null) return [];
  const days = safeDays(meant, { notice_transit_days: notice_transit_days ?? 0, federal_state });
  const { key, letter, email } = safeText(days, today);
  const shown = (day: Day | null): string => (day === null ? '' : formatDay(day, language));
  return [text(language, `overview.safe.${key}`, { letter: shown(letter), email: shown(email) })];
}

/** The amount at stake, for people who see prices (CON-32, ROLE-07). */
function stakeLines(
  { at_stake, sees_prices, currency }: MailedReminder,
  language: Language,
): readonly string[] {
  if (at_stake === null || !sees_prices || isZero(at_stake)) return [];
  const amount = `${formatNumber(at_stake, language, 2)} ${currency}`;
  return [text(language, 'overview.safe.at_stake', { amount })];
}
