import { IconArrowsDiff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadDifference } from '../../../recognition/reading.ts';
import { readSort } from '../original/read-values.ts';
import { useReadText } from '../original/use-read-text.ts';
import classes from './Doubts.module.css';

/** Differences between the pages of a PDF and its embedded e-invoice, side by side (REC-11). */
export function DifferencesNote({
  differences,
}: {
  readonly differences: readonly ReadDifference[];
}): ReactNode {
  const { t } = useTranslation();
  const text = useReadText();
  if (differences.length === 0) return null;
  return (
    <section className={classes.note} aria-label={t('invoice.differences.title')}>
      <IconArrowsDiff size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t('invoice.differences.title')}</strong>
      <table className={classes.compared}>
        <thead>
          <tr>
            <th scope="col">{t('invoice.differences.field')}</th>
            <th scope="col">{t('invoice.differences.xml')}</th>
            <th scope="col">{t('invoice.differences.page')}</th>
            <th scope="col">{t('invoice.read.head.page')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, xml, page }) => (
            <tr key={field}>
              <th scope="row">{t(`invoice.read.field.${field}`)}</th>
              <td>{text(readSort(field), xml)}</td>
              <td>{text(readSort(field), page.value)}</td>
              <td>{page.page}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
