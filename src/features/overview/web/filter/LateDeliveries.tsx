import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ShownView, useTabKinds } from '../use-overview-view.ts';

/** What suppliers should have delivered by now (PROC-35); tasks have a list of their own. */
export function LateDeliveries({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { isOverdue } = view.filter;
  const owesGoods = useTabKinds(view.tab).some((kind) => kind.owesGoods);
  if (view.tab === 'tasks' || view.tab === 'drafts' || !owesGoods) return null;
  return (
    <Button
      variant={isOverdue ? 'light' : 'subtle'}
      size="compact-sm"
      aria-pressed={isOverdue}
      onClick={() => view.narrow({ isOverdue: !isOverdue })}
    >
      {t('overview.filter.late_deliveries')}
    </Button>
  );
}
