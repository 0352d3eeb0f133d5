import { inThreads } from '../../../../platform/server/threads/threads.ts';
import type { NamedNotice } from './load-notice.ts';
import type { PrintableNotice } from './render-notice.ts';

/** A page or two; a busy machine takes its time. */
const seconds = 30;

const inThread = inThreads<PrintableNotice, Uint8Array>(
  new URL('notice-thread.ts', import.meta.url),
  seconds,
);

/** The letter of a notice as a PDF (CON-31), set in a thread of its own (API-44). */
export async function setNotice({ document, pictures, issuedAt }: NamedNotice): Promise<Buffer> {
  const bytes = await inThread({ document, pictures, issuedAt });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
