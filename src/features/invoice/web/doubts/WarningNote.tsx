import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reading, reportedWarnings } from '../../../recognition/reading.ts';
import classes from './Doubts.module.css';

/** Contradictions in the reading, and parts that could not be read (REC-05, REC-11). */
export function WarningNote({ warnings, parts = [] }: Pick<Reading, 'warnings' | 'parts'>): ReactNode {
  const { t } = useTranslation();
  const reported = reportedWarnings.filter((warning) => warnings.includes(warning));
  if (reported.length === 0) return null;
  return (
    <section className={classes.note} aria-label={t('invoice.warning.title')}>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t('invoice.warning.title')}</strong>
      <ul className={classes.list}>
        {reported.map((warning) => (
          <li key={warning}>{t(`invoice.warning.${warning}`)}</li>
        ))}
        {parts.map(({ page, number }) => (
          <li key={page}>{t('invoice.warning_part', { page, number })}</li>
        ))}
      </ul>
    </section>
  );
}
