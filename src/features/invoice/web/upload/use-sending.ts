import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ChosenForFile,
  forgetFiles,
  keepSent,
  keptFiles,
  ownerOf,
} from '../../../../platform/web/device-files.ts';
import { i18n } from '../../../../platform/web/i18n.ts';
import { currentSession } from '../../../../platform/web/session.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { bringFile, type FileToBring, type NotBrought } from './bring-file.ts';
import { acceptedFile } from './heic.ts';

/** A file during upload, without an answer, or refused. */
export interface SentFile extends FileToBring {
  readonly state: 'waiting' | 'sending' | 'unanswered' | 'refused';
  /** The reason in the person's language. */
  readonly reason: string | null;
  readonly duplicate: NotBrought['duplicate'];
  readonly sentWith: ChosenForFile;
  /** Who sends it, as `ownerOf` names the person. */
  readonly owner: string;
}

/** Number of parallel uploads, so that the first file arrives soon and the server is not overloaded. */
const atOnce = 3;

export interface Sending {
  readonly files: readonly SentFile[];
  readonly add: (files: readonly File[]) => void;
  /** Sends files that this device keeps, with their keys. */
  readonly addKept: (files: readonly FileToBring[]) => void;
  /** Sends a file made on this device, which is kept until it has an answer. */
  readonly addMade: (file: File) => void;
  readonly sendAgain: (file: SentFile) => void;
  readonly takeAnyway: (file: SentFile) => void;
  readonly forget: (key: string) => void;
}

/**
 * Uploads files, several in parallel, each with its own result (REC-01, REC-02). Files without an answer stay on the
 * device and are sent once the network is back, also after the page was closed (MOB-02).
 */
export function useSending(owner: string, sentWith: ChosenForFile, onReceived: () => void): Sending {
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const enter = useLine();

  const change = useCallback((key: string, changed: Partial<SentFile> | null) => {
    setFiles((present) =>
      present.flatMap((one) => {
        if (one.key !== key) return [one];
        return changed === null ? [] : [{ ...one, ...changed }];
      }),
    );
  }, []);

  const send = useCallback(
    (sent: SentFile, isConfirmed: boolean) =>
      enter(async () => {
        change(sent.key, { state: 'sending', reason: null, duplicate: null });
        const changed = await attempt(sent, isConfirmed);
        change(sent.key, changed);
        if (changed === null) onReceived();
      }),
    [change, enter, onReceived],
  );

  const addRows = useCallback(
    (rows: readonly SentFile[]) => {
      setFiles((present) => [...present, ...rows]);
      for (const row of rows) send(row, false);
    },
    [send],
  );
  useKeptFiles(owner, addRows);
  useNetworkBack(() => {
    for (const file of files) if (file.state === 'unanswered') send(file, false);
  });

  const addKept = (kept: readonly FileToBring[]): void =>
    addRows(kept.map((each) => rowOf(owner, each, sentWith)));
  return {
    files,
    addKept,
    addMade: (file) => {
      const made = rowOf(owner, { key: uniqueKey(), file }, sentWith);
      void keep(made);
      addRows([made]);
    },
    add: (added) => addKept(added.map((file) => ({ key: uniqueKey(), file }))),
    sendAgain: (file) => send(file, false),
    takeAnyway: (file) => send(file, true),
    forget: (key) => {
      change(key, null);
      void forget(key);
    },
  };
}

/** Tries to upload a file: what changes in its row, or null once it is an invoice or its person is gone. */
async function attempt(sent: SentFile, isConfirmed: boolean): Promise<Partial<SentFile> | null> {
  const { key, sentWith } = sent;
  // Another tab may have logged in somebody else meanwhile.
  if (ownerOf(currentSession()) !== sent.owner) return null;
  const file = await acceptedFile(sent.file);
  const answer = file && (await bringFile({ key, file }, sentWith, isConfirmed));
  if (file && answer?.isUnanswered) {
    await keep({ ...sent, file });
    return { file, state: 'unanswered' };
  }
  await forget(key);
  if (file === null) return { state: 'refused', reason: i18n.t('invoice.upload.heic') };
  return answer && { state: 'refused', reason: answer.reason, duplicate: answer.duplicate };
}

function rowOf(owner: string, { key, file }: FileToBring, sentWith: ChosenForFile): SentFile {
  return { owner, key, file, sentWith, state: 'waiting', reason: null, duplicate: null };
}

/** Runs work in its order, a few at the same time. */
function useLine(): (work: () => Promise<void>) => void {
  const line = useRef<(() => Promise<void>)[]>([]);
  const running = useRef(0);
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
  return useCallback(
    (work) => {
      line.current.push(work);
      next();
    },
    [next],
  );
}

/** Sends the files once that had no answer before the page was closed. */
function useKeptFiles(owner: string, addRows: (rows: readonly SentFile[]) => void): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    keptFiles(owner)
      .then((kept) =>
        addRows(kept.flatMap((each) => (each.sentWith === null ? [] : [rowOf(owner, each, each.sentWith)]))),
      )
      .catch(noStore);
  }, [owner, addRows]);
}

function useNetworkBack(onBack: () => void): void {
  useEffect(() => {
    window.addEventListener('online', onBack);
    return () => window.removeEventListener('online', onBack);
  }, [onBack]);
}

/** Keeps a file for the next attempt; without a store it lasts as long as the page. */
async function keep({ owner, key, file, sentWith }: SentFile): Promise<void> {
  await keepSent(owner, { key, file, sentWith }).catch(noStore);
}

async function forget(key: string): Promise<void> {
  await forgetFiles([key]).catch(noStore);
}

function noStore(failure: unknown): void {
  console.warn('No files are kept:', failure);
}
