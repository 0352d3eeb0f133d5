import { IconFileUnknown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../../../recognition/reading.ts';
import classes from './Doubts.module.css';

/** Warns that a document seems not to be an invoice (REC-05). */
export function KindNote({ documentKind }: Pick<Reading, 'documentKind'>): ReactNode {
  const { t } = useTranslation();
  if (documentKind === 'invoice') return null;
  return (
    <section className={classes.note} aria-label={t('invoice.kind.title')}>
      <IconFileUnknown size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t(`invoice.kind.${documentKind}`)}</strong>
    </section>
  );
}
