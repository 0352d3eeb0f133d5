import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useSession } from '../../../platform/web/session.ts';

/** The address for the shop's confirmations and shipment notices; cXML only (PUN-10). */
export function MarketplaceNotices({ id, draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const tenantId = useSession()?.tenantId;
  if (id === null || tenantId === undefined || draft.values.protocol !== 'cxml') return null;
  const address = new URL(`/api/punchin/notice/${tenantId}/${id}`, window.location.origin);
  return (
    <p className="stack">
      <span className="quiet">{t('punchout.notice.address')}</span>
      <code>{address.href}</code>
    </p>
  );
}
