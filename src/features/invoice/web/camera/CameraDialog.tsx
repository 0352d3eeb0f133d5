import { Alert, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import { LeaveGuard } from '../../../../platform/web/kit/LeaveGuard.tsx';
import { CameraButton } from './CameraButton.tsx';
import classes from './CameraDialog.module.css';
import { CornerEditor } from './CornerEditor.tsx';
import { PhotoTile } from './PhotoTile.tsx';
import { pdfOfPhotos } from './photo-pdf.ts';
import { maxPhotos, type Photos, usePhotos } from './use-photos.ts';

export interface CameraDialogProps {
  /** The photos taken before the dialog opened. */
  readonly first: readonly Blob[];
  /** Gets the pages as one PDF. */
  readonly onDone: (file: File) => void;
  readonly onClose: () => void;
}

/** Photographed pages of one invoice: cropped, straightened, ordered, and made into one PDF on the device (MOB-02). */
export function CameraDialog({ first, onDone, onClose }: CameraDialogProps): ReactNode {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const taken = usePhotos(first, setEdited);
  const { photos } = taken;
  const photo = photos.find(({ key }) => key === edited);
  const finish = (): void => {
    const pages = photos.flatMap(({ page }) => (page === null ? [] : [page]));
    onDone(new File([pdfOfPhotos(pages)], `${t('invoice.camera.file')}.pdf`, { type: 'application/pdf' }));
  };
  return (
    <LargeDialog
      title={t('invoice.camera.title')}
      size="min(720px, 96vw)"
      onClose={() => (photos.length === 0 ? onClose() : setAsking(true))}
    >
      <LeaveGuard isDirty={photos.length > 0} />
      {photo ? (
        <CornerEditor
          key={photo.key}
          photo={photo}
          onApply={(corners) => {
            taken.setCorners(photo, corners);
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      ) : (
        <Pages taken={taken} onEdit={setEdited} onFinish={finish} />
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('invoice.camera.discard.title')}
        actionLabel={t('invoice.camera.discard.action')}
        cancelLabel={t('invoice.camera.discard.stay')}
        isDestructive
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {t('invoice.camera.discard.text')}
      </ConfirmDialog>
    </LargeDialog>
  );
}

interface PagesProps {
  readonly taken: Photos;
  readonly onEdit: (key: string) => void;
  readonly onFinish: () => void;
}

function Pages({ taken, onEdit, onFinish }: PagesProps): ReactNode {
  const { t } = useTranslation();
  const { photos, isFull } = taken;
  return (
    <>
      <p className={classes.hint}>{t('invoice.camera.hint')}</p>
      {isFull ? (
        <Alert color="yellow" role="alert">
          {t('invoice.camera.full', { count: maxPhotos })}
        </Alert>
      ) : null}
      <ol className={classes.pages}>
        {photos.map((photo, at) => (
          <PhotoTile
            key={photo.key}
            photo={photo}
            number={at + 1}
            isLast={at === photos.length - 1}
            onEdit={() => onEdit(photo.key)}
            onMove={(by) => taken.move(photo, by)}
            onRemove={() => taken.remove(photo)}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        <CameraButton label={t('invoice.camera.add')} onPhotos={taken.add} />
        <Button disabled={photos.length === 0 || photos.some(({ page }) => page === null)} onClick={onFinish}>
          {t('invoice.camera.send', { count: photos.length })}
        </Button>
      </div>
    </>
  );
}
