import { uploadLimitBytes } from '../../../platform/constants.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypeOf, fileTypes } from '../../../platform/server/files/files-type.ts';
import { supportingFilesOf } from '../einvoice/supporting-files.ts';
import { type CarriedFile, mostCarriedBytes } from '../reading.ts';
import type { EInvoiceFile } from './e-invoice-file.ts';

export interface CarriedFiles {
  readonly files: readonly CarriedFile[];
  /** Something else is in the original, which alone keeps it. */
  readonly isPartOnly: boolean;
}

/** More is no set of receipts any more. */
const mostFiles = 50;

/**
 * The files within the XML (BG-24) and beside it in the PDF, by the rules of uploads: what a file is its bytes say, and what
 * they do not say, is too large or may hold a program, is left in the original (REC-11, TECH-11).
 */
export function carriedFiles(file: Extract<EInvoiceFile, { ok: true }>): CarriedFiles {
  const carried = [...supportingFilesOf(file.invoice), ...file.attachments];
  let room = mostCarriedBytes;
  const files = carried.slice(0, mostFiles).flatMap(({ name, content }): CarriedFile[] => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const type = fileTypeOf(bytes);
    const fits = bytes.length <= Math.min(uploadLimitBytes, room);
    if (type === null || type === 'xml' || !fits) return [];
    room -= bytes.length;
    return [{ name: safeFileName(name ?? '', type), mime: fileTypes[type].mime, bytes }];
  });
  return { files, isPartOnly: files.length < carried.length };
}
