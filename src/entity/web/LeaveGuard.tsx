import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../platform/web/kit/ConfirmDialog.tsx';

/** Asks before unsaved typing is left behind (NAV-24); going to another tab of the same form leaves nothing. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }): ReactNode {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const idOf = ({ search }: { search: unknown }): unknown => (search as { id?: unknown }).id;
      return isDirty && (current.pathname !== next.pathname || idOf(current) !== idOf(next));
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('shell.unsaved.title')}
      actionLabel={t('shell.unsaved.leave')}
      cancelLabel={t('shell.unsaved.stay')}
      isDestructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('shell.unsaved.text')}
    </ConfirmDialog>
  );
}
