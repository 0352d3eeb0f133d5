import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../../platform/web/api.ts';
import { FileDrop } from '../../../../platform/web/kit/FileDrop.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { MasterDataPreview } from '../../master-data/preview.ts';
import classes from './MasterData.module.css';
import {
  companiesOptions,
  creditorFilesOptions,
  exportCreditors,
  previewMasterData,
} from './master-data-calls.ts';
import { Preview } from './Preview.tsx';
import { WrongAccounts } from './WrongAccounts.tsx';

interface Read {
  readonly clientId: number;
  readonly file: File;
  readonly preview: MasterDataPreview;
}

/** Imports creditors and account names from DATEV, and exports changed creditors (EXP-25). */
export function MasterDataOfDatev(): ReactNode {
  const { t } = useTranslation();
  const { data: companies = [] } = useQuery(companiesOptions);
  const [chosenClient, setClient] = useState<number | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const clientId = chosenClient ?? companies[0]?.id ?? null;
  const reading = useMutation({
    mutationFn: async ({ client, file }: { client: number; file: File }) => ({
      clientId: client,
      file,
      preview: await previewMasterData(client, file),
    }),
    onSuccess: setRead,
    onError: (failure) => {
      setRead(null);
      toastFailure(failure);
    },
  });
  const readFile = (file: File | undefined): void => {
    if (file !== undefined && clientId !== null) reading.mutate({ client: clientId, file });
  };
  if (clientId === null) return null;
  return (
    <section className={classes.part} aria-labelledby="datev-master-data">
      <h2 id="datev-master-data" className={classes.heading}>
        {t('datev_master_data.title')}
      </h2>
      <p className={classes.quiet}>{t('datev_master_data.hint')}</p>
      <div className={classes.head}>
        <Select
          label={t('datev_master_data.company')}
          data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(clientId)}
          allowDeselect={false}
          onChange={(value) => {
            setClient(Number(value));
            setRead(null);
          }}
        />
        <ExportButton clientId={clientId} />
      </div>
      <FileDrop
        label={t('datev_master_data.drop')}
        hint={t('datev_master_data.drop_hint')}
        accept=".csv,.txt,text/csv"
        onFiles={([file]) => readFile(file)}
      />
      <p role="status" className={classes.quiet}>
        {reading.isPending ? t('datev_master_data.reading') : null}
      </p>
      {read === null || reading.isPending ? null : (
        <Preview
          key={read.file.name + read.file.lastModified + read.clientId}
          {...read}
          onAgain={() => reading.mutate({ client: read.clientId, file: read.file })}
        />
      )}
      <Files />
      <WrongAccounts />
    </section>
  );
}

function ExportButton({ clientId }: { readonly clientId: number }): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const order = useMutation({
    mutationFn: () => exportCreditors(clientId),
    onSuccess: async ({ file_id, name, creditors, left_out }) => {
      const reported = [t('datev_master_data.exported', { count: creditors, name })];
      if (left_out > 0) reported.push(t('datev_master_data.left_out', { count: left_out }));
      toastSaved(reported.join(' '));
      await queries.invalidateQueries({ queryKey: creditorFilesOptions.queryKey });
      await download(`/api/file/${file_id}`, name);
    },
    onError: toastFailure,
  });
  return (
    <Button variant="default" loading={order.isPending} onClick={() => order.mutate()}>
      {t('datev_master_data.export')}
    </Button>
  );
}

/** The written files for download. */
function Files(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: files = [] } = useQuery(creditorFilesOptions);
  if (files.length === 0) return null;
  return (
    <>
      <h3 id="datev-creditor-files" className={classes.heading}>
        {t('datev_master_data.files')}
      </h3>
      <ul className="stack" aria-labelledby="datev-creditor-files">
        {files.map(({ id, creditor_count, exported_at, exported_by, client, file }) =>
          file === null ? null : (
            <li key={id} className={classes.file}>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconDownload size={14} aria-hidden />}
                onClick={() => void download(`/api/file/${file.id}`, file.name).catch(toastFailure)}
              >
                {file.name}
              </Button>
              <span className={classes.quiet}>
                {[
                  t('datev_master_data.file', { count: creditor_count }),
                  client?.name,
                  format.instant(exported_at),
                  exported_by?.name,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}
