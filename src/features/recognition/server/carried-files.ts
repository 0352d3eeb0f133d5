import { uploadLimitBytes } from '../../../platform/constants.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypeOf, fileTypes } from '../../../platform/server/files/files-type.ts';
import { supportingFilesOf } from '../einvoice/supporting-files.ts';
import { type CarriedFile, maxCarriedBytes } from '../reading.ts';
import type { EInvoiceFile } from './e-invoice-file.ts';

export interface CarriedFiles {
  readonly files: readonly CarriedFile[];
  /** The original contains other content that is kept only there. */
  readonly isPartOnly: boolean;
}

/** Maximum number of files, above any real set of receipts. */
const maxFiles = 50;

/** The files embedded in the XML (BG-24) and in the PDF (REC-11); `invoices` are the contents of other invoices. */
export function carriedFiles(
  file: Extract<EInvoiceFile, { ok: true }>,
  invoices: readonly Uint8Array[] = [],
): CarriedFiles {
  return keptFiles([...supportingFilesOf(file.invoice), ...file.attachments], invoices);
}

/**
 * Carried files by the rules of uploads: the content determines the type. Files of unknown type, too large ones and
 * those that may contain a program stay in the original (REC-11, TECH-11).
 */
export function keptFiles(
  carried: readonly { readonly name: string | null; readonly content: Uint8Array }[],
  invoices: readonly Uint8Array[] = [],
): CarriedFiles {
  let room = maxCarriedBytes;
  const files = carried.slice(0, maxFiles).flatMap(({ name, content }): CarriedFile[] => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const type = fileTypeOf(bytes);
    const fits = bytes.length <= Math.min(uploadLimitBytes, room);
    if (type === null || type === 'xml' || !fits) return [];
    room -= bytes.length;
    const file = { name: safeFileName(name ?? '', type), mime: fileTypes[type].mime, bytes };
    const isInvoice = invoices.some((one) => Buffer.compare(one, content) === 0);
    return [isInvoice ? { ...file, isInvoice } : file];
  });
  return { files, isPartOnly: files.length < carried.length };
}
