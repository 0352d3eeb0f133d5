import { Button, Modal } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import classes from './Account.module.css';
import { accountOptions, setBlocked } from './account-data.ts';
import { LeavingForm } from './LeavingForm.tsx';

/** Blocks a person after a review of open tasks, or unblocks them (ADM-10, ROLE-14). */
export function UserBlock({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: id !== null });
  if (!account || account.is_service || session?.userId === account.id) return null;
  const unblock = async (): Promise<void> => {
    try {
      await setBlocked(account.id, false);
      toastSaved(t('people.unblocked'));
    } catch (failure) {
      toastFailure(failure);
    }
  };
  return (
    <section className={classes.part} aria-labelledby="user-block">
      <h2 id="user-block" className={classes.title}>
        {t('people.access')}
      </h2>
      <p className={account.blocked ? classes.blocked : classes.note}>
        {t(account.blocked ? 'people.is_blocked' : 'people.may_log_in')}
      </p>
      <div className={classes.buttons}>
        {account.blocked ? (
          <Button
            variant="default"
            leftSection={<IconLockOpen size={16} stroke={1.6} aria-hidden />}
            onClick={() => void unblock()}
          >
            {t('people.unblock')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconLock size={16} stroke={1.6} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('people.block')}
          </Button>
        )}
      </div>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('people.block_title', { name: account.name })}
        size={520}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <FocusBack />
        <LeavingForm id={account.id} how="block" onClose={() => setAsking(false)} />
      </Modal>
    </section>
  );
}
