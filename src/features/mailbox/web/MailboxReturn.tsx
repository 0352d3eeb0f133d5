import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FinishingSignIn } from '../../../platform/web/kit/FinishingSignIn.tsx';
import { toastFailure, toastNote, toastSaved } from '../../../platform/web/toasts.tsx';
import { finishMailboxSignIn, type MailboxSignedIn } from './finish-sign-in.ts';

/** `/callback` after a sign-in for a mailbox: completes it and leads to the mailbox (MBX-08). */
export function MailboxReturn(): ReactNode {
  const navigate = useNavigate();
  const show = ({ success, message, mailboxId: id, failure }: MailboxSignedIn): void => {
    if (success) toastSaved(message);
    else if (message !== '') toastNote(message);
    else if (failure !== null) toastFailure(failure);
    if (id === null)
      void navigate({ to: '/admin/configuration', search: { tab: 'mailboxes' }, replace: true });
    else
      void navigate({
        to: '/admin/$entity/form',
        params: { entity: 'mailbox' },
        search: { id },
        replace: true,
      });
  };
  return <FinishingSignIn finish={finishMailboxSignIn} onFinished={show} />;
}
