import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Duplicate } from '../../model.ts';
import classes from './Doubts.module.css';

/** A possible duplicate that the person may see. */
export interface SeenDuplicate {
  readonly id: number;
  readonly number: string;
  readonly why: Duplicate['why'];
}

export interface DuplicatesProps {
  readonly duplicates: readonly SeenDuplicate[];
  /** Opens both invoices side by side. */
  readonly onCompare: (id: number) => void;
}

/** Warns of possible duplicates (INV-20). */
export function DuplicateNote({ duplicates, onCompare }: DuplicatesProps): ReactNode {
  const { t } = useTranslation();
  if (duplicates.length === 0) return null;
  return (
    <section className={classes.note} aria-label={t('invoice.duplicate.title')}>
      <IconCopy size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t('invoice.duplicate.title')}</strong>
      <DuplicateList duplicates={duplicates} onCompare={onCompare} />
    </section>
  );
}

/** Each possible duplicate with the reason and a link. */
export function DuplicateList({ duplicates, onCompare }: DuplicatesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className={classes.list}>
      {duplicates.map(({ id, number, why }) => (
        <li key={id} className={classes.duplicate}>
          <Link to="/invoice/form" search={{ id }} target="_blank" className={classes.link}>
            {number}
          </Link>
          <span>{t(`invoice.duplicate.${why}`)}</span>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('invoice.duplicate.compare_with', { number })}
            onClick={() => onCompare(id)}
          >
            {t('invoice.duplicate.compare')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
