import { ActionIcon } from '@mantine/core';
import { IconBuilding, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import classes from './Account.module.css';
import { accountOptions, removeIdentities } from './account-data.ts';

/** A person's accounts at issuers, which administrators can unbind (AUTH-32). */
export function SignOnAccounts({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { data: account } = useQuery({ ...accountOptions(id ?? 0), enabled: id !== null });
  const identities = account?.sign_on_identities ?? [];
  const remove = async (): Promise<void> => {
    try {
      await removeIdentities(id ?? 0);
      toastSaved(t('people.sign_on.removed'));
    } catch (failure) {
      toastFailure(failure);
    }
    setOpen(false);
  };
  if (identities.length === 0) return null;
  return (
    <>
      <ul className={classes.list} aria-label={t('people.sign_on.accounts')}>
        {identities.map(({ id: key, issuer, last_login }) => (
          <li key={key} className={classes.item}>
            <IconBuilding size={18} stroke={1.6} aria-hidden />
            <span className={classes.name}>{issuer}</span>
            <span className={classes.note}>
              {last_login === null
                ? null
                : t('profile.passkey.last_used', { time: format.instant(last_login) })}
            </span>
            <ActionIcon aria-label={t('people.sign_on.remove')} onClick={() => setOpen(true)}>
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={isOpen}
        title={t('people.sign_on.remove_title')}
        actionLabel={t('people.sign_on.remove')}
        isDestructive
        onConfirm={() => void remove()}
        onClose={() => setOpen(false)}
      >
        {t('people.sign_on.remove_text', { person: account?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}
