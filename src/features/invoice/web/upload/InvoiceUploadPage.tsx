import { Button, Checkbox } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCompanies } from '../../../../document/web/lookups.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { FileDrop } from '../../../../platform/web/kit/FileDrop.tsx';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { useIsPhone } from '../../../../platform/web/use-is-phone.ts';
import { initialSettings, type RecognitionStart } from '../../setting-fields.ts';
import classes from './InvoiceUploadPage.module.css';
import { ReceivedStack } from './ReceivedStack.tsx';
import { type Received, receivedOptions } from './received.ts';
import { useSending } from './use-sending.ts';

/** Accepted file types (REC-02); the server checks the content. */
const accept = '.pdf,.xml,.jpg,.jpeg,.png';

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
  const { t } = useTranslation();
  const person = useSession()?.userId ?? 0;
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
  const sending = useSending(sentWith, reload);
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
        <Choice onFiles={sending.add} />
        <ReceivedStack person={person} received={received} sending={sending} onChanged={reload} />
      </div>
    </>
  );
}

/** The input for files: drop, file dialog, or the camera of a phone. */
function Choice({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const camera = useId();
  return (
    <>
      <FileDrop
        label={t('invoice.upload.add')}
        hint={t('invoice.upload.types', { size: format.quantity(uploadLimitBytes / 1024 / 1024) })}
        accept={accept}
        onFiles={onFiles}
      />
      {useIsPhone() ? (
        <>
          <input
            id={camera}
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            className="visually-hidden"
            onChange={({ currentTarget }) => {
              onFiles([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          <Button
            component="label"
            htmlFor={camera}
            variant="default"
            fullWidth
            mt={8}
            leftSection={<IconCamera size={18} stroke={1.6} aria-hidden />}
          >
            {t('invoice.upload.camera')}
          </Button>
        </>
      ) : null}
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
