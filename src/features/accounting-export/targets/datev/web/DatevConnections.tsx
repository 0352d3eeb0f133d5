import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../../../../platform/web/kit/EmptyState.tsx';
import { ConnectionState } from '../../../web/connections/ConnectionState.tsx';
import classes from '../../../web/connections/Connections.module.css';
import { Disconnect } from '../../../web/connections/Disconnect.tsx';
import { SandboxBadge } from '../../../web/SandboxBadge.tsx';
import { ConnectDatev } from './ConnectDatev.tsx';
import { DatevBasics } from './DatevBasics.tsx';
import { type DatevCompany, datevOptions } from './datev-data.ts';

/** All companies with their connections to DATEV, each with its own consent (SET-05, EXP-07). */
export function DatevConnections(): ReactNode {
  const { t } = useTranslation();
  const { data: companies, error, refetch } = useQuery(datevOptions);
  if (error !== null && companies === undefined)
    return <ErrorState failure={error} onRetry={() => void refetch()} />;
  if (companies === undefined) return null;
  return (
    <div className="stack">
      <p className={classes.intro}>
        <span>{t('accounting_connection.datev_intro')}</span>
        <SandboxBadge system="datev" />
      </p>
      {companies.length === 0 ? (
        <EmptyState
          icon={<IconBuilding size={32} stroke={1.4} aria-hidden />}
          title={t('accounting_connection.no_company')}
        />
      ) : (
        <ul aria-label={t('entity.client.many')}>
          {companies.map((company) => (
            <Company key={company.id} company={company} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Company({ company }: { readonly company: DatevCompany }): ReactNode {
  const { t } = useTranslation();
  const { id, name, connection, consultant_number, client_number } = company;
  const known = consultant_number && client_number ? `${consultant_number}-${client_number}` : null;
  const number = (connection?.state === 'active' ? connection.datev_client_id : null) ?? known;
  return (
    <li className={classes.item}>
      <div className={classes.name}>
        <Link to="/admin/$entity/form" params={{ entity: 'client' }} search={{ id }} className="link">
          {name}
        </Link>
        <span className="quiet">
          {number === null
            ? t('accounting_connection.no_numbers')
            : t('accounting_connection.numbers', { number })}
        </span>
      </div>
      <div className={classes.payload}>
        <ConnectionState connection={connection} company={name} />
        {connection?.state === 'active' ? <DatevBasics connection={connection} /> : null}
      </div>
      <div className={classes.buttons}>
        <ConnectDatev company={company} />
        {connection?.state === 'active' ? <Disconnect system="datev" clientId={id} company={name} /> : null}
      </div>
    </li>
  );
}
