import { Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../platform/web/kit/EmptyState.tsx';
import { toastFailure, toastNote, toastSaved } from '../../../platform/web/toasts.tsx';
import { finishMailboxSignIn, type MailboxSignedIn } from './finish-sign-in.ts';

/** `/callback` after a sign-in for a mailbox: completes it and leads to the mailbox (MBX-08). */
export function MailboxReturn(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useEffectEvent(({ success, message, mailboxId: id, failure }: MailboxSignedIn) => {
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
  });
  useEffect(() => {
    let isThere = true;
    void finishMailboxSignIn().then((result) => {
      if (isThere) notify(result);
    });
    return () => {
      isThere = false;
    };
  }, []);
  return (
    <div role="status">
      <EmptyState
        icon={<Loader size={28} aria-hidden />}
        title={t('accounting_connection.finishing')}
        isPage
      />
    </div>
  );
}
