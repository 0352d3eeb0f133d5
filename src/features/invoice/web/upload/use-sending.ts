import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChosenForFile } from '../../../../platform/web/device-files.ts';
import { hasNetwork, onNetwork } from '../../../../platform/web/network.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { FileToBring, NotBrought } from './bring-file.ts';
import {
  beginSendingOnPage,
  forgetFile,
  keepFile,
  type OwnedFile,
  sendFile,
  unsentFiles,
} from './send-file.ts';

/** A file during upload, without an answer, or refused. */
export interface SentFile extends OwnedFile {
  readonly state: 'waiting' | 'sending' | 'unanswered' | 'refused';
  /** The reason in the person's language. */
  readonly reason: string | null;
  readonly duplicate: NotBrought['duplicate'];
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
 * device and are sent once the network is back, also after the page was closed (MOB-02, `src/app/web/offline/uploads.ts`).
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
  useEffect(beginSendingOnPage, []);
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
      void keepFile(made);
      addRows([made]);
    },
    add: (added) => addKept(added.map((file) => ({ key: uniqueKey(), file }))),
    sendAgain: (file) => send(file, false),
    takeAnyway: (file) => send(file, true),
    forget: (key) => {
      change(key, null);
      void forgetFile(key);
    },
  };
}

/** Tries to upload a file: what changes in its row, or null once it is an invoice or its person is gone. */
async function attempt(sent: SentFile, isConfirmed: boolean): Promise<Partial<SentFile> | null> {
  const outcome = await sendFile(sent, isConfirmed);
  if (outcome.state === 'taken' || outcome.state === 'left') return null;
  // The row shows the reason, and holds the file.
  if (outcome.state === 'refused') await forgetFile(sent.key);
  return outcome;
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
    void unsentFiles(owner).then((files) => addRows(files.map((file) => rowOf(owner, file, file.sentWith))));
  }, [owner, addRows]);
}

/** Calls back when the browser has a connection again, and when a request reaches the server again. */
function useNetworkBack(onBack: () => void): void {
  useEffect(() => {
    const stop = onNetwork(() => {
      if (hasNetwork()) onBack();
    });
    window.addEventListener('online', onBack);
    return () => {
      stop();
      window.removeEventListener('online', onBack);
    };
  }, [onBack]);
}
