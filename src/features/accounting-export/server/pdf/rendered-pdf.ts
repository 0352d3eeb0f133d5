import { Refused } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { fileTypes } from '../../../../platform/server/files/files-type.ts';
import { inThreads } from '../../../../platform/server/threads/threads.ts';

/** The longest invoices take a few seconds, and ten times that on a busy machine. */
const seconds = 120;

const inThread = inThreads<Uint8Array | null, Uint8Array>(
  new URL('e-invoice-thread.ts', import.meta.url),
  seconds,
);

/** Whether a PDF travels beside the original: it is an XML, which people cannot read (EXP-08). */
export function needsRenderedPdf({ mime }: { readonly mime: string }): boolean {
  return mime === fileTypes.xml.mime;
}

/** `rechnung.xml` is rendered as `rechnung.pdf`. */
export function renderedName(name: string): string {
  return `${name.replace(/\.xml$/i, '')}.pdf`;
}

/** More than a rendered PDF has, from the size of its XML in bytes. */
export function renderedSize(xmlSize: number): number {
  return 2 * xmlSize + 200_000;
}

/**
 * The PDF that travels beside the XML of an e-invoice (EXP-08), set in a thread of its own. The same XML gives the same
 * bytes. What is no e-invoice, or takes more time or memory than one has, becomes a page that says so: no file holds up
 * the others.
 */
export async function renderedPdf(database: Database, context: Context, xmlFileId: string): Promise<Buffer> {
  const { bytes } = await database.inTenant(context, (tx) => readFile(tx, xmlFileId), { role: 'writer' });
  return await renderedEInvoice(bytes);
}

/** The same of the bytes of the XML. */
export async function renderedEInvoice(xml: Buffer): Promise<Buffer> {
  const rendered = await inThread(xml).catch(async (error: unknown) => {
    if (!isTooMuch(error)) throw error;
    return await inThread(null);
  });
  return Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength);
}

function isTooMuch(error: unknown): boolean {
  if (error instanceof Refused) return error.refusal.code === 'limit_exceeded';
  return (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
