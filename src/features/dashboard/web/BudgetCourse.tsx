import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, partsOf } from '../../../base/day.ts';
import { formatTag } from '../../../base/language.ts';
import { sum } from '../../../base/money.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { BudgetedCostCenter, BudgetedMonth } from '../model.ts';
import { courseOf } from '../shares.ts';
import classes from './BudgetCourse.module.css';

export interface BudgetCourseProps {
  /** The day on which the budgets are valid; determines the year. */
  readonly day: Day;
  readonly months: readonly BudgetedMonth[];
  readonly rows: readonly BudgetedCostCenter[];
  readonly currency: string;
}

/** In units of the drawing, which is stretched to the available width. */
const height = 100;
const step = 10;

/** Growth of invoices and commitments against the budgets over the year, as columns with a table. */
export function BudgetCourse({ day, months, rows, currency }: BudgetCourseProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const budget = sum(rows.map(({ value }) => value));
  const course = courseOf(months, day, budget);
  const year = day === '' ? '' : String(partsOf(day).year);
  const title = t('dashboard.budget.course', { year });
  const monthName = useMonthName();
  return (
    <div className={classes.course}>
      <h3 className={classes.title}>{title}</h3>
      <div aria-hidden>
        <p className={classes.budget}>
          {t('dashboard.budget.column.value')} {format.amount(budget, { decimals: 0 })}
        </p>
        <Drawing course={course} />
        <div className={classes.months}>
          {course.map(({ month }) => (
            <span key={month}>{monthName(month)}</span>
          ))}
        </div>
      </div>
      <details className={classes.details}>
        <summary>{t('dashboard.as_table')}</summary>
        <CourseTable course={course} title={title} year={year} currency={currency} />
      </details>
    </div>
  );
}

type Course = ReturnType<typeof courseOf>;

function Drawing({ course }: { readonly course: Course }): ReactNode {
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${course.length * step} ${height}`}
      preserveAspectRatio="none"
      role="presentation"
    >
      {course.map(({ month, invoiced, committed, limit }, place) => (
        <g key={month}>
          <rect
            className={classes.invoiced}
            x={place * step + 2}
            width={step - 4}
            y={height - Number(invoiced)}
            height={Number(invoiced)}
          />
          <rect
            className={classes.committed}
            x={place * step + 2}
            width={step - 4}
            y={height - Number(invoiced) - Number(committed)}
            height={Number(committed)}
          />
          <line
            className={classes.limit}
            x1={place * step}
            x2={(place + 1) * step}
            y1={height - Number(limit)}
            y2={height - Number(limit)}
          />
        </g>
      ))}
    </svg>
  );
}

interface CourseTableProps {
  readonly course: Course;
  readonly title: string;
  readonly year: string;
  readonly currency: string;
}

function CourseTable({ course, title, year, currency }: CourseTableProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const monthName = useMonthName();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.budget.month')}</th>
          <th scope="col">{t('dashboard.budget.invoiced_until', { currency })}</th>
          <th scope="col">{t('dashboard.budget.committed_until', { currency })}</th>
        </tr>
      </thead>
      <tbody>
        {course.map(({ month, invoicedUntil, committedUntil }) => (
          <tr key={month}>
            <th scope="row">
              {monthName(month)} {year}
            </th>
            <td>{format.amount(invoicedUntil)}</td>
            <td>{format.amount(committedUntil)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useMonthName(): (month: Day) => string {
  const language = useLanguage();
  return (month) =>
    new Intl.DateTimeFormat(formatTag(language), { month: 'short', timeZone: 'UTC' }).format(new Date(month));
}
