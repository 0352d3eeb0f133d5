import { ActionIcon, Button } from '@mantine/core';
import { IconFingerprint, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Passkey } from '../../passkey.ts';
import { addPasskey, knowsPasskeys } from '../passkey-api.ts';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { deletePasskey, type OwnProfile, reload } from './profile-data.ts';

/** The person's passkeys (AUTH-10). */
export function PasskeySection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const [doomed, setDoomed] = useState<Passkey | null>(null);
  const { isPending, save } = useSaving();
  const remove = async (): Promise<void> => {
    if (doomed === null) return;
    await save(() => deletePasskey(doomed.id), t('profile.passkey.deleted'));
    setDoomed(null);
  };
  return (
    <ProfileSection
      title={t('profile.passkey.title')}
      hint={t('profile.passkey.hint')}
      action={knowsPasskeys() ? <AddButton /> : null}
    >
      {profile.passkeys.length === 0 ? (
        <p className="quiet">{t('profile.passkey.none')}</p>
      ) : (
        <ul className={classes.list}>
          {profile.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onDelete={() => setDoomed(passkey)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('profile.passkey.delete_title')}
        actionLabel={t('profile.delete')}
        isDestructive
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={() => setDoomed(null)}
      >
        {t('profile.passkey.delete_text', { name: doomed?.name ?? '' })}
      </ConfirmDialog>
    </ProfileSection>
  );
}

function AddButton(): ReactNode {
  const { t } = useTranslation();
  const { isPending, perform } = useAction();
  const add = (): Promise<boolean> =>
    perform(async () => {
      if (!(await addPasskey())) return;
      await reload();
      toastSaved(t('profile.passkey.added'));
    });
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      onClick={() => void add()}
    >
      {t('profile.passkey.add')}
    </Button>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onDelete: () => void;
}

function PasskeyRow({ passkey, onDelete }: PasskeyRowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, last_login } = passkey;
  return (
    <li className={classes.row}>
      <IconFingerprint size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p className={classes.note}>
          {last_login === null
            ? t('profile.passkey.never_used')
            : t('profile.passkey.last_used', { time: format.instant(last_login) })}
        </p>
      </div>
      <ActionIcon aria-label={t('profile.passkey.delete', { name })} onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}
