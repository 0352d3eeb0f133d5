import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, daysBetween } from '../../../base/day.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import classes from './FactList.module.css';

export interface FactListProps {
  /** The label of the section; that of the head by default. */
  readonly label?: string;
  /** Text below the facts. */
  readonly notes: string | null;
  /** Facts, the most important first. */
  readonly children: ReactNode;
}

/**
 * A head as labels with text, so that read-only fields do not look editable. Phones show the first four facts until
 * expanded.
 */
export function FactList({ label, notes, children }: FactListProps): ReactNode {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isWhole, setWhole] = useState(false);
  return (
    <section className={classes.summary} aria-label={label ?? t('document.head')}>
      <dl className={classes.facts} data-brief={isPhone && !isWhole}>
        {children}
      </dl>
      {isPhone && !isWhole ? (
        <button type="button" className={classes.more} aria-expanded={false} onClick={() => setWhole(true)}>
          {t('document.further')}
          <IconChevronDown size={16} stroke={1.6} aria-hidden />
        </button>
      ) : null}
      {notes === null ? null : (
        <div className={classes.notes}>
          <p className={classes.label}>{t('field.notes')}</p>
          <p className={classes.text}>{notes}</p>
        </div>
      )}
    </section>
  );
}

export interface FactProps {
  readonly label: string;
  /** Omitted if empty. */
  readonly isRare?: boolean;
  readonly children: ReactNode;
}

/** A label with its text, or a dash. */
export function Fact({ label, isRare = false, children }: FactProps): ReactNode {
  if (isRare) return null;
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children || '–'}</dd>
    </div>
  );
}

/** "in 26 Tagen", or the delay in days. */
export function DaysUntil({ day }: { readonly day: Day }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const days = daysBetween(format.dayOf(useNow()), day);
  if (days < 0) return <span className={classes.late}>{t('document.days_late', { count: -days })}</span>;
  return <span className={classes.quiet}>{t('document.days_until', { count: days })}</span>;
}
