import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCompanies } from '../../../../document/web/lookups.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import { ownerOf } from '../../../../platform/web/device-files.ts';
import { FileDrop } from '../../../../platform/web/kit/FileDrop.tsx';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import { initialSettings, type RecognitionStart } from '../../setting-fields.ts';
import { CameraButton } from '../camera/CameraButton.tsx';
import classes from './InvoiceUploadPage.module.css';
import { ReceivedStack } from './ReceivedStack.tsx';
import { type Received, receivedOptions } from './received.ts';
import { SharedFiles } from './SharedFiles.tsx';
import { useSending } from './use-sending.ts';

/** Accepted file types (REC-02); the server checks the content. */
const accept = '.pdf,.xml,.jpg,.jpeg,.png';
/** Converted here; a phone that is not asked for them gives JPEG itself. */
const heicEndings = '.heic,.heif';

const CameraDialog = lazy(() =>
  loadChunk(() => import('../camera/CameraDialog.tsx')).then((chunk) => ({ default: chunk.CameraDialog })),
);

const nothing: Received = { invoices: [], count: 0, waiting: 0, start: initialSettings.recognitionStart };

interface Company {
  readonly id: number;
  readonly name: string;
}

/**
 * Uploads a stack of supplier invoices: each file is stored, then read, and can be opened while others are processed
 * (REC-01).
 */
export function InvoiceUploadPage(): ReactNode {
  const session = useSession();
  const owner = ownerOf(session);
  // The files of a person leave the page with the person.
  return session && owner && <UploadPage key={owner} owner={owner} person={session.userId} />;
}

interface UploadPageProps {
  /** The person, as the owner of kept files. */
  readonly owner: string;
  readonly person: number;
}

function UploadPage({ owner, person }: UploadPageProps): ReactNode {
  const { t } = useTranslation();
  const [company, setCompany] = useState<Company | null>(null);
  const client = useQueryClient();
  const [start, setStart] = useState<RecognitionStart | null>(null);
  const { data: received = nothing } = useQuery(receivedOptions(person));
  const reload = useCallback(
    () => void client.invalidateQueries({ queryKey: receivedOptions(person).queryKey }),
    [client, person],
  );
  const clientId = company?.id ?? null;
  const sentWith = useMemo(() => ({ clientId, start }), [clientId, start]);
  const sending = useSending(owner, sentWith, reload);
  usePaste(sending.add);
  return (
    <>
      <PageTitleRow title={t('invoice.upload.title')}>
        <Button variant="default" component={Link} to="/invoice/form">
          {t('invoice.upload.by_hand')}
        </Button>
      </PageTitleRow>
      <div className={classes.page}>
        <div className={classes.company}>
          <SearchSelect
            label={t('field.client_id')}
            hint={t('invoice.upload.company_note')}
            value={company}
            clearable
            searchKey={['client']}
            search={(text, signal) => findCompanies(() => [], text, signal)}
            onChange={(chosen) => setCompany(chosen as Company | null)}
          />
          <Checkbox
            mt={8}
            label={t('invoice.upload.at_once')}
            checked={(start ?? received.start) === 'at_once'}
            onChange={({ currentTarget }) => setStart(currentTarget.checked ? 'at_once' : 'by_hand')}
          />
        </div>
        <SharedFiles owner={owner} onUpload={sending.addKept} />
        <Choice onFiles={sending.add} onPages={sending.addMade} />
        <ReceivedStack person={person} received={received} sending={sending} onChanged={reload} />
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Gets pages that were photographed as one PDF. */
  readonly onPages: (file: File) => void;
}

/** The input for files: drop, file dialog, or the camera of a phone. */
function Choice({ onFiles, onPages }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const isPhone = useIsPhone();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  return (
    <>
      <FileDrop
        label={t('invoice.upload.add')}
        hint={t('invoice.upload.types', { size: format.quantity(uploadLimitBytes / 1024 / 1024) })}
        accept={isPhone ? accept : `${accept},${heicEndings}`}
        onFiles={onFiles}
      />
      {isPhone ? (
        <div className={classes.camera}>
          <CameraButton label={t('invoice.upload.camera')} onPhotos={setPhotos} />
        </div>
      ) : null}
      <Suspense fallback={null}>
        {photos.length === 0 ? null : (
          <CameraDialog
            first={photos}
            onClose={() => setPhotos([])}
            onDone={(file) => {
              setPhotos([]);
              onPages(file);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Uploads files and pictures from the clipboard; pasted text goes to the focused input. */
function usePaste(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent): void => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onFiles]);
}
