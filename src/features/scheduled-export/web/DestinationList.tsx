import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceLabelKey } from '../../../entity/labels.ts';
import { NewRecordButton } from '../../../entity/web/NewRecordButton.tsx';
import { exportDestination } from '../destination.ts';
import classes from './Exports.module.css';
import { destinationsOptions } from './exports-data.ts';

/** The places to which regular exports may go, and the way to all exports (EXP-17). */
export function DestinationList(): ReactNode {
  const { t } = useTranslation();
  const { data: destinations } = useQuery(destinationsOptions);
  if (destinations === undefined) return null;
  return (
    <div className={classes.form}>
      <div className={classes.buttons}>
        <NewRecordButton table="export_destination" route="export-destination" />
      </div>
      {destinations.length === 0 ? <p className="quiet">{t('scheduled_export.no_destination')}</p> : null}
      <ul className={classes.list} aria-label={t('entity.export_destination.many')}>
        {destinations.map(({ id, name, kind, active }) => (
          <li key={id} className={classes.item}>
            <Link to="/admin/$entity/form" params={{ entity: 'export-destination' }} search={{ id }}>
              {name}
            </Link>
            <span className="quiet">
              {t(choiceLabelKey(exportDestination, 'kind', kind))}
              {active ? '' : ` · ${t('scheduled_export.destination_off')}`}
            </span>
          </li>
        ))}
      </ul>
      <Link to="/exports">{t('scheduled_export.open')}</Link>
    </div>
  );
}
