import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rest } from '../../../platform/web/api.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { ManualMisses } from '../manual-miss.ts';
import classes from './HelpPage.module.css';

/** Searches in the manual that found nothing, for administrators (ONB-10). */
export function ManualMissList(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['help', 'misses'],
    queryFn: ({ signal }) => rest<ManualMisses>('/api/help/miss', { signal }),
  });
  if (data === undefined || data.misses.length === 0)
    return <p className={classes.hint}>{t('help.misses.none')}</p>;
  return (
    <>
      <p className={classes.hint}>{t('help.misses.text')}</p>
      <ul className={classes.people}>
        {data.misses.map(({ text, times, last_at }) => (
          <li key={text}>
            <span>{text}</span>
            <span>{t('help.misses.times', { times: String(times), day: format.instant(last_at) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
