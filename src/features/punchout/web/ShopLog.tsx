import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../platform/web/api.ts';
import { ConversationLog, type ConversationRow } from '../../../platform/web/kit/ConversationLog.tsx';
import { loggedResponse } from '../log-words.ts';

/** The number of shown messages, newest first. */
const maxRows = 50;

/** The last messages about a cart or of a marketplace, without secrets; the messages contain prices (PUN-09). */
export function shopLogOptions(column: 'cart_id' | 'marketplace_id', id: number, seesPrices: boolean) {
  const content = seesPrices ? 'request response' : '';
  const query = `query ($id: bigint!) { punchout_log(where: { ${column}: { _eq: $id } }, order_by: { id: desc }, limit: ${maxRows}) {
    id direction method url status header created_at ${content} } }`;
  return queryOptions({
    queryKey: ['punchout-log', column, id, seesPrices],
    queryFn: async ({ signal }) =>
      (await gql<{ punchout_log: readonly ConversationRow[] }>(query, { id }, { signal })).punchout_log,
  });
}

/** The messages exchanged with a shop. */
export function ShopLog({ rows }: { readonly rows: readonly ConversationRow[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <ConversationLog
      rows={rows.map((row) => loggedResponse(row, t))}
      labels={{
        list: t('punchout.log'),
        incoming: t('punchout.direction.incoming'),
        outgoing: t('punchout.direction.outgoing'),
        header: t('punchout.log_header'),
        request: t('punchout.log_request'),
        response: t('punchout.log_response'),
      }}
    />
  );
}
