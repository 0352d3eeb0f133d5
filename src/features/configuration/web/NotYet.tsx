import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';

/** Stands where a connection is set up that the product cannot make yet. */
export function NotYet(): ReactNode {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconPlugConnectedX size={32} stroke={1.4} aria-hidden />}
      title={t('settings.not_yet')}
    />
  );
}
