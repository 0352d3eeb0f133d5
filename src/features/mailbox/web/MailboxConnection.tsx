import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { useConnectionTest } from '../../../entity/web/use-connection-test.ts';
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
  const { test, result, isPending } = useConnectionTest(() => testConnection(id, draft));
  const { data: mailbox } = useQuery({ ...mailboxOptions(id ?? 0), enabled: id !== null });
  return (
    <div className="stack">
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          onClick={test}
        >
          {t('mailbox.test')}
        </Button>
        {mailbox && isConnected(mailbox) ? <StoredActions id={mailbox.id} name={mailbox.name} /> : null}
      </div>
      <p role="status" className={result?.success === false ? 'problem' : undefined}>
        {result?.message}
      </p>
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
