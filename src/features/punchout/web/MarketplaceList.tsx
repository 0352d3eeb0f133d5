import { IconPlugConnected } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecordButton } from '../../../entity/web/NewRecordButton.tsx';
import { gql } from '../../../platform/web/api.ts';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import type { MarketplaceProvider } from '../../master-data/marketplace-presets.ts';
import classes from './Marketplace.module.css';

interface Marketplace {
  readonly id: number;
  readonly name: string;
  readonly provider: MarketplaceProvider;
  readonly protocol: 'cxml' | 'oci';
  readonly active: boolean;
}

const marketplacesOptions = queryOptions({
  queryKey: ['marketplaces'],
  queryFn: async ({ signal }) =>
    (
      await gql<{ marketplace: readonly Marketplace[] }>(
        '{ marketplace(order_by: { name: asc }) { id name provider protocol active } }',
        {},
        { signal },
      )
    ).marketplace,
});

/** The shops of the tenant (SET-06). */
export function MarketplaceList(): ReactNode {
  const { t } = useTranslation();
  const { data: marketplaces } = useQuery(marketplacesOptions);
  if (marketplaces === undefined) return null;
  return (
    <div className="stack">
      <div className="buttons">
        <NewRecordButton table="marketplace" route="marketplace" />
      </div>
      {marketplaces.length === 0 ? (
        <EmptyState
          icon={<IconPlugConnected size={32} stroke={1.4} aria-hidden />}
          title={t('punchout.no_marketplaces')}
        />
      ) : (
        <ul className={classes.list} aria-label={t('entity.marketplace.many')}>
          {marketplaces.map(({ id, name, provider, protocol, active }) => (
            <li key={id} className={classes.item}>
              <Link to="/admin/$entity/form" params={{ entity: 'marketplace' }} search={{ id }}>
                {name}
              </Link>
              <span className="quiet">
                {t(`entity.marketplace.choice.provider.${provider}`)},{' '}
                {t(`entity.marketplace.choice.protocol.${protocol}`)}
                {active ? null : `, ${t('entity.filter.inactive')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
