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
  /** Whether a move within the application leaves what is typed; by default every move does. */
  readonly isLeaving?:
    | ((move: { readonly current: Location; readonly next: Location }) => boolean)
    | undefined;
  /** What was typed is given up. */
  readonly onLeave?: () => void;
  /** What is given up, where there is more to say of it than that it is not saved. */
  readonly children?: ReactNode;
}

/** Asks before unsaved typing is left behind: another page, another view, a closed tab (NAV-24, SHEET-03). */
export function LeaveGuard({
  isDirty,
  isLeaving = () => true,
  onLeave,
  children,
}: LeaveGuardProps): ReactNode {
  const { t } = useTranslation();
  // What cannot be read is typed all the same, though it has changed nothing yet.
  const isTyped = useUnreadCount() > 0 || isDirty;
  const blocker = useBlocker({
    // Nobody stays where he may not be any more: what is kept of his typing is kept in the browser.
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
