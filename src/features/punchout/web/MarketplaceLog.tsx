import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { gql } from '../../../platform/web/api.ts';
import { ConversationLog, type ConversationRow } from '../../../platform/web/kit/ConversationLog.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { loggedResponse, logLabels, logQuery } from '../log-words.ts';

/** The last messages to and from a shop: about carts, orders, and connection tests (PUN-09). */
export function MarketplaceLog({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { data: rows, refetch } = useQuery({
    queryKey: ['marketplace-log', id, seesPrices],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const query = logQuery('marketplace_id', seesPrices);
      return (await gql<{ punchout_log: readonly ConversationRow[] }>(query, { id }, { signal }))
        .punchout_log;
    },
  });
  if (id === null) return <p className="quiet">{t('punchout.log_empty')}</p>;
  return (
    <div className="stack">
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
          onClick={() => void refetch()}
        >
          {t('punchout.log_refresh')}
        </Button>
      </div>
      {rows?.length === 0 ? <p className="quiet">{t('punchout.log_empty')}</p> : null}
      <ConversationLog rows={(rows ?? []).map((row) => loggedResponse(row, t))} labels={logLabels(t)} />
    </div>
  );
}
