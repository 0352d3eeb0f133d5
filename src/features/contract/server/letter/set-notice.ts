import { inThreads } from '../../../../platform/server/threads/threads.ts';
import type { NamedNotice } from './load-notice.ts';
import type { PrintableNotice } from './render-notice.ts';

/** Timeout: a letter has one or two pages, but the machine may be busy. */
const seconds = 30;

const inThread = inThreads<PrintableNotice, Uint8Array>(
  new URL('notice-thread.ts', import.meta.url),
  seconds,
);

/** A notice letter as a PDF (CON-31), typeset in a worker thread (API-44). */
export async function setNotice({ document, pictures, issuedAt }: NamedNotice): Promise<Buffer> {
  const bytes = await inThread({ document, pictures, issuedAt });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
