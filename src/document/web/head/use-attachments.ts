import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { rest, upload } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { waitForNetwork } from '../../../platform/web/offline.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { uniqueKey } from '../../../platform/web/unique-key.ts';
import type { Kind } from '../../kind.ts';
import { documentKey, type FileRow, openableFiles } from '../document.ts';
import type { DocumentForm } from '../use-document-form.ts';

export interface AttachmentsOfForm {
  readonly files: readonly FileRow[];
  /** The names of the files being sent. */
  readonly sending: readonly string[];
  readonly add: (files: readonly File[]) => void;
  /** Downloads a file with a ticket, so that its address contains no token (AUTH-22). */
  readonly open: (file: FileRow) => void;
  readonly remove: (file: FileRow) => void;
}

/** Adds and removes the files of a document; a new one is saved first, if it has no name under that of the file. */
export function useAttachments({ kind, document, saving }: DocumentForm): AttachmentsOfForm {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [sending, setSending] = useState<readonly string[]>([]);

  const refresh = (id: number): Promise<void> =>
    client.invalidateQueries({ queryKey: documentKey(kind, id) });

  const send = async (files: readonly File[]): Promise<void> => {
    const id = document?.id ?? (await saving.save(stemOf(files[0])))?.id;
    if (id === undefined) return setSending((names) => names.slice(files.length));
    // Sequentially, so that the list keeps the chosen order.
    for (const file of files) {
      const key = uniqueKey();
      await sendFile(kind, id, file, key).catch(async (failure: unknown) => {
        const unsent = { key, kind: kind.name, documentId: id, file };
        if (!(await waitForNetwork(failure, unsent))) toastFailure(failure, file.name);
      });
      setSending((names) => names.slice(1));
      await refresh(id);
    }
  };

  return {
    files: openableFiles(document),
    sending,
    add: (files) => {
      setSending((names) => [...names, ...files.map((file) => file.name)]);
      void send(files).catch(toastFailure);
    },
    open: (file) => void openFile(file).catch(toastFailure),
    remove: (file) => {
      const removing = async (): Promise<void> => {
        await rest(`/api/file/${file.file_id}`, { method: 'DELETE' });
        if (document !== null) await refresh(document.id);
        toastSaved(t('document.files.removed'));
      };
      void removing().catch(toastFailure);
    },
  };
}

/** The name of a file without its ending. */
function stemOf(file: File | undefined): string | undefined {
  return file?.name.replace(/\.[^.]+$/, '').trim();
}

/** Uploads a file to a document and returns its id (API-29). */
export async function sendFile(
  { name }: Pick<Kind, 'name'>,
  id: number,
  file: File,
  key = uniqueKey(),
): Promise<string> {
  if (file.size > uploadLimitBytes) {
    throw new ApiRefusal({ code: 'payload_too_large', message: '', values: { max: uploadLimitBytes } });
  }
  const form = new FormData();
  form.set('kind', name);
  form.set('document', String(id));
  form.set('idempotency_key', key);
  form.set('file', file);
  return (await upload<{ id: string }>('/api/file', form)).id;
}

/** Downloads a file with a ticket, so that its address contains no token (AUTH-22). */
export async function openFile(file: Pick<FileRow, 'file_id' | 'name'>): Promise<void> {
  const { url } = await rest<{ url: string }>('/api/ticket', {
    method: 'POST',
    body: { file_id: file.file_id },
  });
  const link = window.document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
}
