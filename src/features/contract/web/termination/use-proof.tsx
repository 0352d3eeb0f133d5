import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentKey } from '../../../../document/web/document.ts';
import { sendFile } from '../../../../document/web/head/use-attachments.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { FileDrop } from '../../../../platform/web/kit/FileDrop.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractPage } from '../kind.ts';
import classes from './Proof.module.css';

/** Files that prove a notice or its receipt, attached to the contract after the action (CON-10). */
export interface Proof {
  readonly field: ReactNode;
  /** Uploads the chosen files; failed ones are reported and can be added later to the documents of the contract. */
  readonly send: (contractId: number) => void;
}

export function useProof(): Proof {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const sendAll = async (contractId: number): Promise<void> => {
    for (const file of files)
      await sendFile(contractPage, contractId, file).catch((failure: unknown) =>
        toastFailure(failure, file.name),
      );
    await client.invalidateQueries({ queryKey: documentKey(contractPage, contractId) });
  };
  return {
    send: (contractId) => {
      if (files.length > 0) void sendAll(contractId).catch(toastFailure);
    },
    field: (
      <div className="stack">
        <FileDrop
          label={t('contract.proof.add')}
          hint={t('contract.proof.types', { size: format.quantity(uploadLimitBytes / 1024 / 1024) })}
          accept=".pdf,.jpg,.jpeg,.png,.eml"
          onFiles={(more) => setFiles([...files, ...more])}
        />
        <ul aria-live="polite">
          {files.map((file, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name.
            <li key={place} className={classes.row}>
              <span>{file.name}</span>
              <ActionIcon
                size={24}
                aria-label={t('document.files.remove', { name: file.name })}
                onClick={() => setFiles(files.filter((_, other) => other !== place))}
              >
                <IconX size={14} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </div>
    ),
  };
}
