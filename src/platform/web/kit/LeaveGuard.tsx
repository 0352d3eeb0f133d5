import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../session.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useUnreadCount } from './unread-fields.ts';

interface Location {
  readonly pathname: string;
  readonly search: unknown;
}

export interface LeaveGuardProps {
  readonly isDirty: boolean;
  /** Whether a move within the application abandons unsaved input; by default every move does. */
  readonly isLeaving?:
    | ((move: { readonly current: Location; readonly next: Location }) => boolean)
    | undefined;
  /** Unsaved input is discarded. */
  readonly onLeave?: () => void;
  /** Details about the discarded input. */
  readonly children?: ReactNode;
}

/** Asks before unsaved input is discarded: another page, another view, a closed tab (NAV-24, SHEET-03). */
export function LeaveGuard({
  isDirty,
  isLeaving = () => true,
  onLeave,
  children,
}: LeaveGuardProps): ReactNode {
  const { t } = useTranslation();
  // Unreadable input counts as well, though it has changed no value yet.
  const isTyped = useUnreadCount() > 0 || isDirty;
  const blocker = useBlocker({
    // Do not hold back a person whose session has ended; drafts are kept in the browser.
    shouldBlockFn: (move) => isTyped && currentSession() !== null && isLeaving(move),
    enableBeforeUnload: isTyped,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('shell.unsaved.title')}
      actionLabel={t('shell.unsaved.leave')}
      cancelLabel={t('shell.unsaved.stay')}
      isDestructive
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      {children ?? t('shell.unsaved.text')}
    </ConfirmDialog>
  );
}
