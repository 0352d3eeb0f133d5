import { DatePicker, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/cs.js';
import 'dayjs/locale/de.js';
import 'dayjs/locale/it.js';
import 'dayjs/locale/sk.js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { languageTag } from '../../../base/language.ts';
import { firstDayOfWeek } from '../../constants.ts';
import { useLanguage } from '../i18n.ts';
import classes from './Calendar.module.css';

export interface CalendarProps {
  readonly value: Day | null;
  readonly onChoose: (day: Day) => void;
}

/** A month to choose a day from; its own chunk, loaded when it is opened. */
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
