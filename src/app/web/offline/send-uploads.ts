import type { FileOutcome, OwnedFile } from '../../../features/invoice/web/upload/send-file.ts';

/**
 * Sends files in the order in which they were kept, until one has no answer. A refused one stays on the device, because
 * it may be the only copy: the upload page shows why, and this page does not send it again.
 *
 * @param refused the keys of files refused before; those refused now are added
 * @returns the number of files that became invoices
 */
export async function sendUploads(
  files: readonly OwnedFile[],
  refused: Set<string>,
  send: (file: OwnedFile) => Promise<FileOutcome>,
): Promise<number> {
  let taken = 0;
  for (const file of files) {
    if (refused.has(file.key)) continue;
    const { state } = await send(file);
    if (state === 'unanswered' || state === 'left') break;
    if (state === 'refused') refused.add(file.key);
    else taken += 1;
  }
  return taken;
}
