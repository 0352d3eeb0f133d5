import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { fileTypes } from '../../../../platform/server/files/files-type.ts';
import { plainAnswerBytes, ReaderEnded } from '../../../../platform/server/reading-cell/cell-limits.ts';
import { firstGuess } from '../../../../platform/server/reading-cell/first-guess.ts';
import { inCell } from '../../../../platform/server/reading-cell/reading-cell.ts';

/** The longest invoices take a few seconds, and ten times that on a busy machine. */
const limits = { seconds: 120, answerBytes: plainAnswerBytes };

const run = inCell<Uint8Array | null, Uint8Array>(
  new URL('./e-invoice-in-cell.ts', import.meta.url),
  'documents',
  limits,
);

/** Whether a rendered PDF is added: the original is an XML, which people cannot read (EXP-08). */
export function needsRenderedPdf({ mime }: { readonly mime: string }): boolean {
  return mime === fileTypes.xml.mime;
}

/** `rechnung.xml` is rendered as `rechnung.pdf`. */
export function renderedName(name: string): string {
  return `${name.replace(/\.xml$/i, '')}.pdf`;
}

/** An upper bound of the size of a rendered PDF, from the size of its XML in bytes. */
export function renderedSize(xmlSize: number): number {
  return 2 * xmlSize + 200_000;
}

/**
 * Renders the PDF for the XML of an e-invoice (EXP-08) in the reading cell. The same XML gives the same bytes. An XML
 * that is no e-invoice, or crashes its reader, becomes a page with a notice, so that no file blocks the others.
 */
export async function renderedPdf(database: Database, context: Context, xmlFileId: string): Promise<Buffer> {
  const { bytes } = await asWriter(database, context, (tx) => readFile(tx, xmlFileId));
  return await renderedEInvoice(context.tenantId, bytes);
}

/** The same from the bytes of the XML. */
export async function renderedEInvoice(tenantId: number, xml: Buffer): Promise<Buffer> {
  const rendered = await run(tenantId, xml, firstGuess(xml)).catch(async (error: unknown) => {
    if (!(error instanceof ReaderEnded)) throw error;
    return await run(tenantId, null);
  });
  return Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength);
}
