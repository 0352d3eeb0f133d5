import { inThreads } from '../../../platform/server/threads/threads.ts';
import type { PrintableDocumentation, PrintedDocumentation } from './draw-documentation.ts';

/** Time limit for a dozen pages, more for large tenants, on a busy machine. */
const seconds = 60;

const inThread = inThreads<PrintableDocumentation, PrintedDocumentation>(
  new URL('documentation-thread.ts', import.meta.url),
  seconds,
);

/** A process documentation as PDF with its number of pages (ARC-06), set in a worker thread (API-44). */
export async function setDocumentation(
  printable: PrintableDocumentation,
): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const { bytes, pages } = await inThread(printable);
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages };
}
