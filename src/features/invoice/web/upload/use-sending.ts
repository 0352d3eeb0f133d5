import { useCallback, useRef, useState } from 'react';
import type { Refusal } from '../../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../../platform/constants.ts';
import { upload } from '../../../../platform/web/api.ts';
import { failureText, refusalText } from '../../../../platform/web/failure-text.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { RecognitionStart } from '../../setting-fields.ts';

/** A file during upload, or refused. */
export interface SentFile {
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'refused';
  /** The reason in the person's language. */
  readonly reason: string | null;
  /** An identical file exists; the person can upload it again (INV-20). */
  readonly duplicate: { readonly id: number | null; readonly number: string } | null;
}

interface Answer {
  readonly invoices: readonly {
    readonly id: number | null;
    readonly error?: Pick<Refusal, 'code' | 'values'>;
  }[];
}

/** Number of parallel uploads, so that the first file arrives soon and the server is not overloaded. */
const atOnce = 3;

/** Options for all uploaded files. */
export interface SentWith {
  readonly clientId: number | null;
  /** Null for the setting of the tenant. */
  readonly start: RecognitionStart | null;
}

export interface Sending {
  readonly files: readonly SentFile[];
  readonly add: (files: readonly File[]) => void;
  readonly takeAnyway: (file: SentFile) => void;
  readonly forget: (key: string) => void;
}

/** Uploads files, several in parallel, each with its own result (REC-01, REC-02). */
export function useSending(sentWith: SentWith, onReceived: () => void): Sending {
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const line = useRef<(() => Promise<void>)[]>([]);
  const running = useRef(0);

  const change = useCallback((key: string, changed: Partial<SentFile> | null) => {
    setFiles((present) =>
      present.flatMap((one) => {
        if (one.key !== key) return [one];
        return changed === null ? [] : [{ ...one, ...changed }];
      }),
    );
  }, []);

  const next = useCallback(() => {
    while (running.current < atOnce) {
      const work = line.current.shift();
      if (!work) return;
      running.current += 1;
      void work().finally(() => {
        running.current -= 1;
        next();
      });
    }
  }, []);

  const send = useCallback(
    (sent: SentFile, isConfirmed: boolean) => {
      line.current.push(async () => {
        change(sent.key, { state: 'sending', reason: null, duplicate: null });
        const answer = await bring(sent, sentWith, isConfirmed);
        if (answer === null) {
          change(sent.key, null);
          onReceived();
        } else change(sent.key, { state: 'refused', ...answer });
      });
      next();
    },
    [change, next, onReceived, sentWith],
  );

  return {
    files,
    add: (added) => {
      const rows = added.map(
        (file): SentFile => ({
          key: uniqueKey(),
          file,
          state: 'waiting',
          reason: null,
          duplicate: null,
        }),
      );
      setFiles((present) => [...present, ...rows]);
      for (const row of rows) send(row, false);
    },
    takeAnyway: (file) => send(file, true),
    forget: (key) => change(key, null),
  };
}

/** The reason why a file was refused; null if accepted. */
type Brought = Pick<SentFile, 'reason' | 'duplicate'> | null;

/** Uploads one file. Never throws: failures are shown beside the file. */
async function bring(
  { key, file }: SentFile,
  { clientId, start }: SentWith,
  isConfirmed: boolean,
): Promise<Brought> {
  const form = new FormData();
  if (clientId !== null) form.set('client_id', String(clientId));
  if (start !== null) form.set('recognition_start', start);
  // A confirmed duplicate is a new attempt with its own key.
  form.set('idempotency_key', isConfirmed ? uniqueKey() : key);
  if (isConfirmed) form.set('confirmed', 'duplicate_file');
  form.set('files[]', file.size > uploadLimitBytes ? file.slice(0, uploadLimitBytes + 1) : file, file.name);
  try {
    const { invoices } = await upload<Answer>('/api/invoice/upload', form);
    const [received] = invoices;
    if (received?.id) return null;
    const { code, values = {} } = received?.error ?? { code: 'unexpected' as const };
    const duplicate =
      code === 'duplicate_file'
        ? { id: Number(values.id) || null, number: String(values.number ?? '') }
        : null;
    return { reason: refusalText(code, values), duplicate };
  } catch (failure) {
    return { reason: failureText(failure), duplicate: null };
  }
}
