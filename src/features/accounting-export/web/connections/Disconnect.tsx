import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { type ConnectedSystem, targets } from '../../../export-target/targets.ts';
import { disconnect } from './connection-data.ts';

interface DisconnectProps {
  readonly system: ConnectedSystem;
  readonly clientId: number | null;
  /** The company, where each has its own connection. */
  readonly company: string | null;
}

/** Ends a connection after a confirmation (SET-05). */
export function Disconnect({ system, clientId, company }: DisconnectProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const name = [company, targets[system].system].filter(Boolean).join(', ');
  const ending = useMutation({
    mutationFn: () => disconnect(system, clientId),
    onSuccess: () => toastSaved(t('accounting_connection.disconnected', { name })),
    onError: (failure) => toastFailure(failure),
    onSettled: () => setOpen(false),
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlugConnectedX size={14} stroke={1.6} aria-hidden />}
        aria-label={t('accounting_connection.disconnect_of', { name })}
        onClick={() => setOpen(true)}
      >
        {t('accounting_connection.disconnect')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('accounting_connection.disconnect_title', { name })}
        actionLabel={t('accounting_connection.disconnect')}
        isDestructive
        isPending={ending.isPending}
        onConfirm={() => ending.mutate()}
        onClose={() => setOpen(false)}
      >
        {t('accounting_connection.disconnect_text', { system: targets[system].system })}
      </ConfirmDialog>
    </>
  );
}
