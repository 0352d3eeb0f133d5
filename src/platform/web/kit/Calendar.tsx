import { DatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { languages, languageTag } from '../../../base/language.ts';
import { firstDayOfWeek } from '../../constants.ts';
import { useLanguage } from '../i18n.ts';
import classes from './Calendar.module.css';
import { calendarWords } from './calendar-words.ts';

for (const language of languages) dayjs.locale(calendarWords(languageTag(language)), undefined, true);

export interface CalendarProps {
  readonly value: Day | null;
  readonly onChoose: (day: Day) => void;
}

/** A calendar month; its own chunk, loaded when opened. */
export function Calendar({ value, onChoose }: CalendarProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DatesProvider settings={{ locale: languageTag(language), firstDayOfWeek }}>
      <DatePicker
        value={value}
        classNames={{ day: classes.day }}
        ariaLabels={{
          previousMonth: t('calendar.previous_month'),
          nextMonth: t('calendar.next_month'),
          previousYear: t('calendar.previous_year'),
          nextYear: t('calendar.next_year'),
          previousDecade: t('calendar.previous_decade'),
          nextDecade: t('calendar.next_decade'),
        }}
        {...(value === null ? {} : { defaultDate: value })}
        onChange={(day) => {
          if (day !== null) onChoose(day);
        }}
      />
    </DatesProvider>
  );
}
