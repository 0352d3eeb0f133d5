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

/** A file that goes along with a command: it is kept with the document right before. */
export function useDocumentFile(kind: Kind, documentId: number): DocumentFile {
  const [file, setFile] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  const kept = useRef<{ readonly file: File; readonly id: string } | null>(null);

  const send = async (): Promise<string | null> => {
    if (file === null) return null;
    if (kept.current?.file === file) return kept.current.id;
    setSending(true);
    try {
      const id = await sendFile(kind, documentId, file);
      kept.current = { file, id };
      return id;
    } finally {
      setSending(false);
    }
  };
  return { name: file?.name ?? null, choose: setFile, send, isSending };
}
