import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import { formatMonthDay } from '../../../base/typed-day.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { isEndTyped } from '../contract-dates.ts';
import type { TermType } from '../term/model.ts';

/** The term fields to describe, from an API row or a draft. */
export interface ReadTerms {
  readonly term_type: TermType | null;
  readonly end_date: Day | null;
  readonly duration: Amount | number | null;
  readonly duration_unit_type: string | null;
  readonly min_duration: Amount | number | null;
  readonly renewal_type: string | null;
  readonly renewal_duration: Amount | number | null;
  readonly renewal_duration_unit_type: string | null;
  readonly notice_period: Amount | number | null;
  readonly notice_period_unit_type: string | null;
  readonly later_notice_period: Amount | number | null;
  readonly later_notice_period_unit_type: string | null;
  readonly notice_workdays: Amount | number | null;
  readonly termination_to: string | null;
  readonly termination_day: Day | null;
}

export interface TermTexts {
  /** "12 Monate"; null without count or unit. */
  readonly period: (count: Amount | number | null, unit: string | null) => string | null;
  /** "Befristet, 24 Monate, mindestens 12 Monate"; with the end if it is typed. */
  readonly term: (terms: ReadTerms) => string | null;
  /** "Automatisch um 12 Monate". */
  readonly renewal: (terms: ReadTerms) => string | null;
  /** "3 Monate zum Quartalsende, bis zum 3. Werktag". */
  readonly notice: (terms: ReadTerms) => string | null;
}

/** The terms of a contract as readable text. */
export function useTermTexts(): TermTexts {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const period: TermTexts['period'] = (count, unit) =>
    count === null || unit === null ? null : t(`contract.period.${unit}`, { count: Number(count) });
  return {
    period,
    term: ({ term_type, duration, duration_unit_type: unit, min_duration, end_date }) => {
      if (term_type === null) return null;
      const least = period(min_duration, unit);
      const isUntil = end_date !== null && isEndTyped({ term_type, duration });
      return [
        t(`contract.choice.term_type.${term_type}`),
        term_type === 'fixed' ? period(duration, unit) : null,
        isUntil ? t('contract.until', { day: format.day(end_date) }) : null,
        least === null || term_type === 'none' ? null : t('contract.at_least', { period: least }),
      ]
        .filter(Boolean)
        .join(', ');
    },
    renewal: ({ term_type, renewal_type, renewal_duration, renewal_duration_unit_type: unit }) => {
      if (renewal_type === null || term_type !== 'fixed') return null;
      const by = period(renewal_duration, unit);
      if (renewal_type === 'none' || by === null) return t(`contract.choice.renewal_type.${renewal_type}`);
      return t(`contract.renewed.${renewal_type}`, { period: by });
    },
    notice: ({
      term_type,
      notice_period,
      notice_period_unit_type: unit,
      termination_to,
      termination_day,
      notice_workdays,
      later_notice_period,
      later_notice_period_unit_type: laterUnit,
    }) => {
      if (notice_period !== null && Number(notice_period) === 0) return t('contract.no_notice_period');
      const before = period(notice_period, unit);
      const isToTerm = (termination_to ?? 'none') === 'none' && term_type === 'fixed';
      const target = t(`contract.notice_to.${isToTerm ? 'term' : (termination_to ?? 'none')}`, {
        day: termination_day === null ? '' : formatMonthDay(termination_day.slice(5), language),
      });
      const afterwards = period(later_notice_period, laterUnit);
      const days = notice_workdays === null ? 0 : Number(notice_workdays);
      const more = [
        ...(days === 0 ? [] : [t('contract.until_working_day', { number: days })]),
        ...(afterwards === null ? [] : [t('contract.afterwards', { period: afterwards })]),
      ];
      return before === null ? null : [[before, target].join(' '), ...more].join(', ');
    },
  };
}
