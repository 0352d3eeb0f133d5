import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionTest } from '../../../entity/web/ConnectionTest.tsx';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { MailboxSignIn } from './MailboxSignIn.tsx';
import {
  disconnectMailbox,
  isConnected,
  mailboxOptions,
  runMailbox,
  testConnection,
} from './mailbox-data.ts';
import { RunState } from './RunState.tsx';

/** Tests the entered connection, reads the mailbox now, and ends the connection (MBX-03, API-34). */
export function MailboxConnection({ id, draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data: mailbox } = useQuery({ ...mailboxOptions(id ?? 0), enabled: id !== null });
  return (
    <div className="stack">
      <ConnectionTest label={t('mailbox.test')} ask={() => testConnection(id, draft)}>
        {mailbox && isConnected(mailbox) ? <StoredActions id={mailbox.id} name={mailbox.name} /> : null}
      </ConnectionTest>
      {mailbox ? <MailboxSignIn mailbox={mailbox} /> : null}
      {mailbox ? <RunState mailbox={mailbox} /> : null}
    </div>
  );
}

function StoredActions({ id, name }: { readonly id: number; readonly name: string }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const take = async (action: () => Promise<string>): Promise<void> => {
    try {
      toastSaved(await action());
    } catch (failure) {
      toastFailure(failure);
    }
    setOpen(false);
  };
  const run = () =>
    take(async () => {
      await runMailbox(id);
      return t('mailbox.run_started', { name });
    });
  const disconnect = () => take(async () => (await disconnectMailbox(id)).message);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
        onClick={() => void run()}
      >
        {t('mailbox.run')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconPlugConnectedX size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('mailbox.disconnect')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('mailbox.disconnect_title', { name })}
        actionLabel={t('mailbox.disconnect')}
        isDestructive
        onConfirm={() => void disconnect()}
        onClose={() => setOpen(false)}
      >
        {t('mailbox.disconnect_text')}
      </ConfirmDialog>
    </>
  );
}
