import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { dayMeant } from '../../due-reminder.ts';
import { useSafeTexts } from '../dates/safe-texts.ts';
import type { ContractDocument, DueReminderRow, ReminderRow } from '../kind.ts';

/** Reminders as text, one sentence each. */
export function useReminderTexts() {
  const { t } = useTranslation();
  const format = useFormat();
  const safe = useSafeTexts();
  const shown = (day: Day | null): string => (day === null ? '' : format.day(day));
  return {
    due: (reminder: DueReminderRow, contract: Pick<ContractDocument, 'client'>): string => {
      const { type, until, interval_from, interval_to, contract_reminder } = reminder;
      const meant = dayMeant(reminder);
      const values = {
        day: shown(meant),
        until: shown(until),
        from: shown(interval_from),
        to: shown(interval_to),
      };
      const dueText = t(`contract.due.${type}`, values);
      const today = format.today();
      const isOpen = type === 'cancellation_notice' && meant >= today;
      const sent = isOpen ? [safe.until(meant, contract.client, today)] : [];
      return [dueText, ...sent, contract_reminder?.note].filter(Boolean).join(': ');
    },
    set: ({ type, reminder_date, days_before }: ReminderRow): string =>
      t(`contract.set.${type}`, { day: shown(reminder_date), count: days_before ?? 0 }),
  };
}
