import { useRef, useState } from 'react';
import { waitForNetwork } from '../../../platform/web/offline.ts';
import { uniqueKey } from '../../../platform/web/unique-key.ts';
import type { Kind } from '../../kind.ts';
import { sendFile } from './use-attachments.ts';

export interface DocumentFile {
  /** The name of the chosen file; null before. */
  readonly name: string | null;
  readonly choose: (file: File | null) => void;
  /** Uploads the file once and returns its id; null if none was chosen. */
  readonly send: () => Promise<string | null>;
  readonly isSending: boolean;
}

/**
 * Files for a command, by key; they are uploaded to the document just before the command.
 *
 * @param mayWait whether a file may wait for the network, as for a command that may (MOB-04); until it is sent, its
 *   key stands for its id
 */
export function useDocumentFiles<Key>(
  kind: Kind,
  documentId: number,
  mayWait = false,
): (key: Key) => DocumentFile {
  const [files, setFiles] = useState<ReadonlyMap<Key, File | null>>(new Map());
  const [isSending, setSending] = useState(false);
  const kept = useRef(new Map<File, string>());

  const send = async (file: File): Promise<string> => {
    const known = kept.current.get(file);
    if (known !== undefined) return known;
    setSending(true);
    const key = uniqueKey();
    try {
      const id = await sendFile(kind, documentId, file, key);
      kept.current.set(file, id);
      return id;
    } catch (failure) {
      const unsent = { key, kind: kind.name, documentId, file };
      if (mayWait && (await waitForNetwork(failure, unsent))) return key;
      throw failure;
    } finally {
      setSending(false);
    }
  };
  return (key) => {
    const file = files.get(key) ?? null;
    return {
      name: file?.name ?? null,
      choose: (chosen) => setFiles((before) => new Map([...before, [key, chosen]])),
      send: async () => file && (await send(file)),
      isSending,
    };
  };
}

/** The only file for a command. */
export function useDocumentFile(kind: Kind, documentId: number): DocumentFile {
  return useDocumentFiles<'only'>(kind, documentId)('only');
}
