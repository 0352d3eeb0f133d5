import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Value } from '../../../../../entity/kind.ts';
import { entityLabelKey } from '../../../../../entity/labels.ts';
import { type HandPartProps, useEntities } from '../../../../../entity/web/entity-catalog.tsx';
import { ErrorState } from '../../../../../platform/web/kit/EmptyState.tsx';
import { toastFailure } from '../../../../../platform/web/toasts.tsx';
import { ConnectionState } from '../../../web/connections/ConnectionState.tsx';
import classes from '../../../web/connections/Connections.module.css';
import { connect } from '../../../web/connections/connection-data.ts';
import { Disconnect } from '../../../web/connections/Disconnect.tsx';
import { SandboxBadge } from '../../../web/SandboxBadge.tsx';
import { sandboxesOptions } from '../../../web/sandboxes.ts';
import { dynamicsOptions } from './dynamics-data.ts';

/** The connection to Dynamics 365, and the tables for its bookings (SET-05, EXP-14, EXP-15). */
export function DynamicsConnection({ draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(dynamicsOptions);
  const isPlayed = useQuery(sandboxesOptions).data?.includes('ms365') ?? false;
  const connecting = useMutation({
    mutationFn: () => connect('ms365', null),
    onError: (failure) => toastFailure(failure),
  });
  if (error !== null && data === undefined)
    return <ErrorState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const { connection, organisationUrl } = data;
  const isOn = connection?.state === 'active';
  const missing = missingAddress(draft.values.d365_organisation_url ?? null, organisationUrl, isPlayed);
  return (
    <div className="stack">
      <h2 className={classes.heading}>
        {t('accounting_connection.connection')} <SandboxBadge system="ms365" />
      </h2>
      <ConnectionState connection={connection} />
      {missing === null ? null : (
        <p className="quiet" id="d365-connect-needs">
          {t(
            missing === 'url_missing'
              ? 'accounting_connection.url_missing'
              : 'accounting_connection.url_unsaved',
          )}
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlugConnected size={14} stroke={1.6} aria-hidden />}
          disabled={missing !== null}
          {...(missing !== null && { 'aria-describedby': 'd365-connect-needs' })}
          loading={connecting.isPending}
          onClick={() => connecting.mutate()}
        >
          {t(isOn ? 'accounting_connection.reconnect' : 'accounting_connection.connect')}
        </Button>
        {isOn ? <Disconnect system="ms365" clientId={null} company={null} /> : null}
      </div>
      <Tables />
    </div>
  );
}

/** The sign-in uses the saved organisation, not an unsaved one; a sandbox has its own. */
function missingAddress(
  typed: Value,
  saved: string | null,
  isPlayed: boolean,
): 'url_missing' | 'url_unsaved' | null {
  if ((typed || null) !== (saved || null)) return 'url_unsaved';
  return saved || isPlayed ? null : 'url_missing';
}

/** The table view of allowed combinations, and the companies with their Dynamics 365 settings. */
function Tables(): ReactNode {
  const { t } = useTranslation();
  const combinations = useEntities().get('d365_allowed_combination');
  return (
    <>
      <h2 className={classes.heading}>{t('accounting_connection.tables')}</h2>
      <ul>
        {combinations === undefined ? null : (
          <li className={classes.table}>
            <Link
              to="/admin/$entity"
              params={{ entity: combinations.route }}
              search={{ viewMode: 'table' }}
              className="link"
            >
              {t(entityLabelKey(combinations.table, 'many'))}
            </Link>
            <span className="quiet">{t('accounting_connection.combinations_text')}</span>
          </li>
        )}
        <li className={classes.table}>
          <Link to="/admin/$entity" params={{ entity: 'client' }} className="link">
            {t(entityLabelKey('client', 'many'))}
          </Link>
          <span className="quiet">{t('accounting_connection.companies_text')}</span>
        </li>
      </ul>
    </>
  );
}
