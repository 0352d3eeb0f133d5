import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { ShopLog, shopLogOptions } from '../../../punchout/web/ShopLog.tsx';
import type { CartAnswer } from '../../punchout-cart.ts';

interface LogDialogProps {
  readonly cart: CartAnswer;
  readonly onClose: () => void;
}

/** The messages exchanged with a shop about a cart, without secrets (PUN-09). */
export function LogDialog({ cart, onClose }: LogDialogProps): ReactNode {
  const { t } = useTranslation();
  const { data: rows } = useQuery(shopLogOptions('cart_id', cart.id, useHasRole('user-price')));
  return (
    <LargeDialog size={860} title={t('punchout.log_title', cart.marketplace)} onClose={onClose}>
      {rows?.length === 0 ? <p>{t('punchout.log_empty')}</p> : null}
      <ShopLog rows={rows ?? []} />
    </LargeDialog>
  );
}
