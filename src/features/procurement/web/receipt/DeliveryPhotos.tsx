import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconCamera, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentFile } from '../../../../document/web/head/use-document-file.ts';
import classes from './ReceiveDialog.module.css';
import type { DamagePhotos } from './use-damage-photos.ts';

interface PhotoButtonProps {
  readonly text: string;
  readonly label: string;
  readonly accept: string;
  readonly onPhoto: (file: File | null) => void;
}

/** Opens the camera of a phone, elsewhere the file dialog. */
function PhotoButton({ text, label, accept, onPhoto }: PhotoButtonProps): ReactNode {
  const reset = useRef<() => void>(null);
  const take = (file: File | null): void => {
    onPhoto(file);
    // The same file chosen again would be no change.
    reset.current?.();
  };
  return (
    <FileButton
      accept={accept}
      capture="environment"
      inputProps={{ 'aria-label': label }}
      onChange={take}
      resetRef={reset}
    >
      {(button) => (
        <Button
          {...button}
          variant="default"
          className={classes.tool}
          aria-label={label}
          leftSection={<IconCamera size={18} stroke={1.6} aria-hidden />}
        >
          {text}
        </Button>
      )}
    </FileButton>
  );
}

export interface DeliveryPhotoProps {
  readonly file: DocumentFile;
  /** The supplier of the delivery note, if there are several. */
  readonly supplier: string | null;
}

/** Takes a photo of a delivery note. */
export function DeliveryPhotoButton({ file, supplier }: DeliveryPhotoProps): ReactNode {
  const { t } = useTranslation();
  const label = [t('procurement.receive.photo_label'), supplier].filter(Boolean).join(': ');
  const text = t('procurement.receive.photo');
  return <PhotoButton text={text} label={label} accept="image/*,.pdf" onPhoto={file.choose} />;
}

interface TakenPhotoProps {
  readonly text: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** The name of a photo, with a button to remove it. */
function TakenPhoto({ text, removeLabel, onRemove }: TakenPhotoProps): ReactNode {
  return (
    <p className={classes.photo}>
      {text}
      <ActionIcon size={44} aria-label={removeLabel} onClick={onRemove}>
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </p>
  );
}

export function DeliveryPhoto({ file }: Pick<DeliveryPhotoProps, 'file'>): ReactNode {
  const { t } = useTranslation();
  if (file.name === null) return null;
  return (
    <TakenPhoto
      text={t('procurement.receive.photo_taken', { name: file.name })}
      removeLabel={t('procurement.receive.remove_photo')}
      onRemove={() => file.choose(null)}
    />
  );
}

interface DamageProps {
  readonly damage: DamagePhotos;
}

/** Takes photos of damaged goods, one with each press (MOB-05). */
export function DamageButton({ damage }: DamageProps): ReactNode {
  const { t } = useTranslation();
  const label = t('procurement.receive.damage_label');
  const text = t('procurement.receive.damage');
  return <PhotoButton text={text} label={label} accept="image/*" onPhoto={damage.add} />;
}

export function TakenDamage({ damage }: DamageProps): ReactNode {
  const { t } = useTranslation();
  return damage.names.map((name) => (
    <TakenPhoto
      key={name}
      text={name}
      removeLabel={t('procurement.receive.remove_damage', { name })}
      onRemove={() => damage.remove(name)}
    />
  ));
}
