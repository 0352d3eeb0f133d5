import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import type { SupplierOrderState } from '../../model.ts';

const meanings = {
  open: 'waiting',
  sending: 'progress',
  sent: 'done',
  confirmed: 'done',
  failed: 'declined',
  uncertain: 'clearing',
  cancelled: 'draft',
} as const satisfies Readonly<Record<SupplierOrderState, string>>;

/** The state of the order to one supplier (PROC-16). */
export function OrderStateBadge({ state }: { readonly state: SupplierOrderState }): ReactNode {
  const { t } = useTranslation();
  return <MeaningBadge meaning={meanings[state]}>{t(`procurement.order_state.${state}`)}</MeaningBadge>;
}
