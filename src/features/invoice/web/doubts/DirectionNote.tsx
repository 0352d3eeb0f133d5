import { IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../../../recognition/direction.ts';
import type { Reading } from '../../../recognition/reading.ts';
import classes from './Doubts.module.css';

/** For a credit note with a negative total, a person decides who owes the amount (INV-12). */
export function DirectionNote({ fields }: Pick<Reading, 'fields'>): ReactNode {
  const { t } = useTranslation();
  const { kind } = directionOf(fields.documentTypeCode?.value ?? null, fields.totalGross?.value ?? null);
  if (kind !== 'unclear') return null;
  return (
    <section className={classes.note} aria-label={t('invoice.direction.title')}>
      <IconQuestionMark size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t('invoice.direction.title')}</strong>
      <span className={classes.quiet}>{t('invoice.direction.text')}</span>
    </section>
  );
}
