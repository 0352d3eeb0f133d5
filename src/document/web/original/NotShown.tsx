import { IconFileAlert } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';

/** Explains why an original cannot be shown. */
export function NotShown({ children }: { readonly children: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileAlert size={24} stroke={1.6} aria-hidden />}
        title={t('document.original.not_shown')}
      >
        {children}
      </EmptyState>
    </div>
  );
}
