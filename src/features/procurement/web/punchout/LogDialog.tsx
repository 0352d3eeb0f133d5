import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../../platform/web/api.ts';
import { ConversationLog, type ConversationRow } from '../../../../platform/web/kit/ConversationLog.tsx';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { loggedResponse, logLabels, logQuery } from '../../../punchout/log-words.ts';
import type { CartAnswer } from '../../punchout-cart.ts';

interface LogDialogProps {
  readonly cart: CartAnswer;
  readonly onClose: () => void;
}

/** The messages exchanged with a shop about a cart, without secrets (PUN-09). */
export function LogDialog({ cart, onClose }: LogDialogProps): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { data: rows } = useQuery({
    queryKey: ['punchout-log', cart.id, seesPrices],
    queryFn: async ({ signal }) => {
      const query = logQuery('cart_id', seesPrices);
      const answer = await gql<{ punchout_log: readonly ConversationRow[] }>(
        query,
        { id: cart.id },
        { signal },
      );
      return answer.punchout_log;
    },
  });
  return (
    <LargeDialog size={860} title={t('punchout.log_title', cart.marketplace)} onClose={onClose}>
      {rows?.length === 0 ? <p>{t('punchout.log_empty')}</p> : null}
      <ConversationLog rows={(rows ?? []).map((row) => loggedResponse(row, t))} labels={logLabels(t)} />
    </LargeDialog>
  );
}
