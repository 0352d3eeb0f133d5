import { inThreads } from '../../../../platform/server/threads/threads.ts';
import type { NamedOrder } from './load-printable-order.ts';
import type { PrintableOrder } from './render-order-pdf.ts';

/** The time limit: the longest letters take a few seconds, more on a busy machine. */
const seconds = 60;

const inThread = inThreads<PrintableOrder, Uint8Array>(
  new URL('order-pdf-thread.ts', import.meta.url),
  seconds,
);

/** The order as a PDF (PROC-28), rendered in a worker thread, as long letters would block requests (API-44). */
export async function setOrderPdf({ document, pictures, issuedAt }: NamedOrder): Promise<Buffer> {
  const bytes = await inThread({ document, pictures, issuedAt });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
