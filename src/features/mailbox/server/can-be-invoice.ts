import { fileTypeOf } from '../../../platform/server/files/files-type.ts';
import type { MailFile } from '../mail.ts';

/** Whether a file of a mail may be an invoice by its type: data, pages, or a page picture that is not inline. */
export function canBeInvoice({ bytes, isInline }: Pick<MailFile, 'bytes' | 'isInline'>): boolean {
  const type = fileTypeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (type === 'jpeg' || type === 'png') return !isInline;
  return type === 'pdf' || type === 'xml';
}
