import { ActionIcon, Button } from '@mantine/core';
import { IconMapPin, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { useSaving } from '../use-saving.ts';
import { AddressForm } from './AddressForm.tsx';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { deleteAddress, type OwnProfile, type UserAddress } from './profile-data.ts';

/** The person's delivery addresses: a list and a form below it. */
export function AddressSection({ profile }: { readonly profile: OwnProfile }): ReactNode {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<UserAddress | 'new' | null>(null);
  const [doomed, setDoomed] = useState<UserAddress | null>(null);
  const { isPending, save } = useSaving();
  const remove = async (): Promise<void> => {
    if (doomed === null) return;
    await save(() => deleteAddress(doomed.id), t('profile.address.deleted'));
    setDoomed(null);
  };
  return (
    <ProfileSection
      title={t('profile.address.title')}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          disabled={edited !== null}
          onClick={() => setEdited('new')}
        >
          {t('profile.address.add')}
        </Button>
      }
    >
      {profile.user_addresses.length === 0 ? (
        <p className="quiet">{t('profile.address.none')}</p>
      ) : (
        <ul className={classes.list}>
          {profile.user_addresses.map((address) => (
            <AddressRow
              key={address.id}
              address={address}
              onEdit={() => setEdited(address)}
              onDelete={() => setDoomed(address)}
            />
          ))}
        </ul>
      )}
      {edited === null ? null : (
        <AddressForm
          key={edited === 'new' ? 'new' : edited.id}
          ownerId={profile.id}
          address={edited === 'new' ? null : edited}
          // Keep another form open if one was opened while saving.
          onClose={() => setEdited((open) => (open === edited ? null : open))}
        />
      )}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('profile.address.delete_title')}
        actionLabel={t('profile.delete')}
        isDestructive
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={() => setDoomed(null)}
      >
        {doomed === null ? null : `${doomed.name}, ${addressLine(doomed)}`}
      </ConfirmDialog>
    </ProfileSection>
  );
}

interface AddressRowProps {
  readonly address: UserAddress;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function AddressRow({ address, onEdit, onDelete }: AddressRowProps): ReactNode {
  const { t } = useTranslation();
  const { name } = address;
  return (
    <li className={classes.row}>
      <IconMapPin size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p className={classes.note}>{addressLine(address)}</p>
      </div>
      <ActionIcon aria-label={t('profile.address.edit', { name })} onClick={onEdit}>
        <IconPencil size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('profile.address.delete', { name })} onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function addressLine({ address, address_complement, zipcode, city, country }: UserAddress): string {
  return [address, address_complement, `${zipcode} ${city}`, country].filter(Boolean).join(', ');
}
