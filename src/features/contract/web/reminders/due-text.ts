import { useTranslation } from 'react-i18next';
import type { Day } from '../../../../base/day.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { dayMeant } from '../../due-reminder.ts';
import type { ContractDocument, DueReminderRow, ReminderRow } from '../kind.ts';

/** Reminders as text, one sentence each. */
export function useReminderTexts() {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = (day: Day | null): string => (day === null ? '' : format.day(day));
  return {
    due: (
      reminder: DueReminderRow,
      contract: Pick<ContractDocument, 'end_date' | 'termination_deadline' | 'terminated_on'>,
    ): string => {
      const { type, interval_from, interval_to, contract_reminder } = reminder;
      const meant = dayMeant(reminder, contract);
      const values = { day: shown(meant), from: shown(interval_from), to: shown(interval_to) };
      const said = t(`contract.due.${type}`, values);
      return contract_reminder?.note ? `${said}: ${contract_reminder.note}` : said;
    },
    set: ({ type, reminder_date, days_before }: ReminderRow): string =>
      t(`contract.set.${type}`, { day: shown(reminder_date), count: days_before ?? 0 }),
  };
}
