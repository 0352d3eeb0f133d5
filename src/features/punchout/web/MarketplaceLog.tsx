import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import classes from './Marketplace.module.css';
import { ShopLog, shopLogOptions } from './ShopLog.tsx';

/** The last messages to and from a shop: about carts, orders, and connection tests (PUN-09). */
export function MarketplaceLog({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const log = shopLogOptions('marketplace_id', id ?? 0, useHasRole('user-price'));
  const { data: rows, refetch } = useQuery({ ...log, enabled: id !== null });
  if (id === null) return <p className={classes.quiet}>{t('punchout.log_empty')}</p>;
  return (
    <div className={classes.part}>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
          onClick={() => void refetch()}
        >
          {t('punchout.log_refresh')}
        </Button>
      </div>
      {rows?.length === 0 ? <p className={classes.quiet}>{t('punchout.log_empty')}</p> : null}
      <ShopLog rows={rows ?? []} />
    </div>
  );
}
