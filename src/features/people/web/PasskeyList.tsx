import { ActionIcon } from '@mantine/core';
import { IconFingerprint, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Passkey } from '../../session/passkey.ts';
import classes from './Account.module.css';
import { accountOptions, removePasskey } from './account-data.ts';

/** A person's passkeys, which administrators can delete (AUTH-10, ADM-06). */
export function PasskeyList({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [doomed, setDoomed] = useState<Passkey | null>(null);
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: id !== null });
  const passkeys = account?.passkeys ?? [];
  const remove = async (passkey: Passkey): Promise<void> => {
    try {
      await removePasskey(passkey.id);
      toastSaved(t('profile.passkey.deleted'));
    } catch (failure) {
      toastFailure(failure);
    }
    setDoomed(null);
  };
  if (passkeys.length === 0) return <p className={classes.none}>{t('people.no_passkeys')}</p>;
  return (
    <>
      <ul className={classes.list}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={classes.item}>
            <IconFingerprint size={18} stroke={1.6} aria-hidden />
            <span className={classes.name}>{passkey.name}</span>
            <span className={classes.note}>
              {passkey.last_login === null
                ? t('profile.passkey.never_used')
                : t('profile.passkey.last_used', { time: format.instant(passkey.last_login) })}
            </span>
            <ActionIcon
              aria-label={t('profile.passkey.delete', { name: passkey.name })}
              onClick={() => setDoomed(passkey)}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={doomed !== null}
        title={t('profile.passkey.delete_title')}
        actionLabel={t('profile.delete')}
        isDestructive
        onConfirm={() => doomed && void remove(doomed)}
        onClose={() => setDoomed(null)}
      >
        {t('people.passkey_delete_text', { name: doomed?.name ?? '', person: account?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}
