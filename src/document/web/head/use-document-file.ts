import { useRef, useState } from 'react';
import type { Kind } from '../../kind.ts';
import { sendFile } from './use-attachments.ts';

export interface DocumentFile {
  /** The name of the file that was chosen; null before. */
  readonly name: string | null;
  readonly choose: (file: File | null) => void;
  /** Keeps the file with the document, once, and answers its id; null when none was chosen. */
  readonly send: () => Promise<string | null>;
  readonly isSending: boolean;
}

/** Files that go along with a command, by what they belong to: they are kept with the document right before. */
export function useDocumentFiles<Key>(kind: Kind, documentId: number): (key: Key) => DocumentFile {
  const [files, setFiles] = useState<ReadonlyMap<Key, File | null>>(new Map());
  const [isSending, setSending] = useState(false);
  const kept = useRef(new Map<File, string>());

  const send = async (file: File): Promise<string> => {
    const known = kept.current.get(file);
    if (known !== undefined) return known;
    setSending(true);
    try {
      const id = await sendFile(kind, documentId, file);
      kept.current.set(file, id);
      return id;
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

/** The one file that goes along with a command. */
export function useDocumentFile(kind: Kind, documentId: number): DocumentFile {
  return useDocumentFiles<'only'>(kind, documentId)('only');
}
