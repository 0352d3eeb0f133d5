import { Alert, Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sharing } from '../../../../platform/constants.ts';
import type { SharingOutcome } from '../../../../platform/sharing-outcome.ts';
import { forgetFiles, type KeptFile, keptFiles } from '../../../../platform/web/device-files.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { FileToBring } from './bring-file.ts';
import classes from './InvoiceUploadPage.module.css';

const megabyte = 1024 * 1024;

export interface SharedFilesProps {
  /** The person, as `ownerOf` names them. */
  readonly owner: string;
  readonly onUpload: (files: readonly FileToBring[]) => void;
}

/** The files that another app shared, offered for upload; or why there are none (MOB-02). */
export function SharedFiles({ owner, onUpload }: SharedFilesProps): ReactNode {
  const { shared } = useSearch({ strict: false });
  const leaveSharing = useNavigate();
  const [files, setFiles] = useShared(owner);
  if (files === null) return null;
  const take = (kept: readonly KeptFile[]): void => {
    setFiles(kept.length === 0 ? null : kept);
    if (kept.length === 0) void leaveSharing({ to: sharing.page, search: {}, replace: true });
  };
  const discard = (gone: readonly KeptFile[]): void => {
    take(files.filter((file) => !gone.includes(file)));
    forgetFiles(gone.map(({ key }) => key)).catch(toastFailure);
  };
  const upload = (): void => {
    take([]);
    onUpload(files);
  };
  return (
    <>
      {shared !== undefined && (shared !== 'kept' || files.length === 0) ? (
        <NotKept outcome={shared} />
      ) : null}
      {files.length === 0 ? null : <Offer files={files} onDiscard={discard} onUpload={upload} />}
    </>
  );
}

interface OfferProps {
  readonly files: readonly KeptFile[];
  readonly onDiscard: (gone: readonly KeptFile[]) => void;
  readonly onUpload: () => void;
}

function Offer({ files, onDiscard, onUpload }: OfferProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={classes.shared} aria-label={t('invoice.upload.shared.title')}>
      <h2 className={classes.heading}>{t('invoice.upload.shared.title')}</h2>
      <ul>
        {files.map((kept) => (
          <SharedRow key={kept.key} file={kept.file} onDiscard={() => onDiscard([kept])} />
        ))}
      </ul>
      <div className={classes.bar}>
        <Button variant="default" onClick={() => onDiscard(files)}>
          {t('invoice.upload.shared.discard')}
        </Button>
        <Button onClick={onUpload}>{t('invoice.upload.shared.send', { count: files.length })}</Button>
      </div>
    </section>
  );
}

/** The kept files of the person; null until known, and once the person decided about all. */
function useShared(owner: string) {
  const [files, setFiles] = useState<readonly KeptFile[] | null>(null);
  useEffect(() => {
    keptFiles(owner)
      .then((kept) => setFiles(kept.filter(({ sentWith }) => sentWith === null)))
      .catch((failure: unknown) => {
        console.warn('No files are kept:', failure);
        setFiles([]);
      });
  }, [owner]);
  return [files, setFiles] as const;
}

/** Says in plain words why shared files are not offered, and what to do. */
function NotKept({ outcome }: { readonly outcome: SharingOutcome }): ReactNode {
  const { t } = useTranslation();
  const size = useFormat().quantity(sharing.maxBytes / megabyte);
  return (
    <Alert color="yellow" role="alert" className={classes.shared}>
      {t(`invoice.upload.shared.none.${outcome}`, { count: sharing.maxFiles, size })}
    </Alert>
  );
}

function SharedRow({ file, onDiscard }: { readonly file: File; readonly onDiscard: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <IconFile size={18} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.name}>{file.name}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t('invoice.upload.forget_named', { name: file.name })}
        onClick={onDiscard}
      >
        {t('invoice.upload.forget')}
      </Button>
    </li>
  );
}
