import {
  type ChosenForFile,
  forgetFiles,
  keepSent,
  keptFiles,
  ownerOf,
  unsentKeys,
} from '../../../../platform/web/device-files.ts';
import { i18n } from '../../../../platform/web/i18n.ts';
import { currentSession } from '../../../../platform/web/session.ts';
import { bringFile, type FileToBring, type NotBrought } from './bring-file.ts';
import { acceptedFile } from './heic.ts';

/** A file that a person sends, as `ownerOf` names the person. */
export interface OwnedFile extends FileToBring {
  readonly owner: string;
  readonly sentWith: ChosenForFile;
}

/** What became of a file: an invoice, nothing because its person is gone or no answer came, or a refusal. */
export type FileOutcome =
  | { readonly state: 'taken' }
  | { readonly state: 'left' }
  | { readonly state: 'unanswered'; readonly file: File }
  | { readonly state: 'refused'; readonly reason: string; readonly duplicate: NotBrought['duplicate'] };

/** Tries to upload a file. Without an answer it is kept on the device, and a kept one is removed once it is taken. */
export async function sendFile(sent: OwnedFile, isConfirmed: boolean): Promise<FileOutcome> {
  const { owner, key, sentWith } = sent;
  // Another tab may have logged in somebody else meanwhile.
  if (ownerOf(currentSession()) !== owner) return { state: 'left' };
  const file = await acceptedFile(sent.file);
  if (file === null) return { state: 'refused', reason: i18n.t('invoice.upload.heic'), duplicate: null };
  const answer = await bringFile({ key, file }, sentWith, isConfirmed);
  if (answer?.isUnanswered) {
    await keepFile({ ...sent, file });
    return { state: 'unanswered', file };
  }
  if (answer !== null) return { state: 'refused', reason: answer.reason, duplicate: answer.duplicate };
  await forgetFile(key);
  return { state: 'taken' };
}

/** The files that wait on this device to be sent by this person; none where the browser refuses to store. */
export async function unsentFiles(owner: string): Promise<readonly OwnedFile[]> {
  try {
    const kept = await keptFiles(owner);
    return kept.flatMap(({ key, file, sentWith }) =>
      sentWith === null ? [] : [{ owner, key, file, sentWith }],
    );
  } catch (failure) {
    noStore(failure);
    return [];
  }
}

/** The keys of those files. */
export async function unsentFileKeys(owner: string): Promise<readonly string[]> {
  return await unsentKeys(owner).catch((failure: unknown) => {
    noStore(failure);
    return [];
  });
}

/** Keeps a file for the next attempt; without a store it lasts as long as the page. */
export async function keepFile({ owner, key, file, sentWith }: OwnedFile): Promise<void> {
  await keepSent(owner, { key, file, sentWith }).catch(noStore);
}

export async function forgetFile(key: string): Promise<void> {
  await forgetFiles([key]).catch(noStore);
}

function noStore(failure: unknown): void {
  console.warn('No files are kept:', failure);
}

let pages = 0;

/** The upload page sends what waits itself and shows each file, as long as it is open. Returns the end of that. */
export function beginSendingOnPage(): () => void {
  pages += 1;
  return () => {
    pages -= 1;
  };
}

export function isSentOnPage(): boolean {
  return pages > 0;
}
