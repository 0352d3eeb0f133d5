import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../../platform/web/kit/MeaningBadge.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './ExportPage.module.css';
import type { AutomaticExport } from './export-data.ts';

/** The companies with automatic exports, their times, and who has set them (EXP-27). */
export function AutomaticExports({
  companies,
}: {
  readonly companies: readonly AutomaticExport[];
}): ReactNode {
  const { t } = useTranslation();
  if (companies.length === 0) return null;
  return (
    <section className={classes.run} aria-labelledby="export-automatic">
      <h2 id="export-automatic" className={classes.heading}>
        {t('invoice_export.automatic.title')}
      </h2>
      <ul className={classes.list}>
        {companies.map((company) => (
          <Company key={company.client.id} {...company} />
        ))}
      </ul>
    </section>
  );
}

function Company({ client, set_at, set_by, stopped_at }: AutomaticExport): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, name, automatic_export: mode, automatic_export_hour: hour } = client;
  return (
    <li>
      <Link to="/admin/$entity/form" params={{ entity: 'client' }} search={{ id }}>
        {name}
      </Link>{' '}
      {t(`invoice_export.automatic.when.${mode}`, { hour })}{' '}
      <span className={classes.quiet}>
        {t('invoice_export.automatic.set_by', {
          name: set_by?.name ?? '–',
          day: format.day(format.dayOf(set_at)),
        })}
      </span>{' '}
      {stopped_at === null ? null : (
        <>
          <MeaningBadge meaning="declined">{t('invoice_export.automatic.stopped')}</MeaningBadge>{' '}
          {t('invoice_export.automatic.stopped_text', { when: format.instant(stopped_at) })}
        </>
      )}
    </li>
  );
}
