import type { Invoice, Text } from './model.ts';

/** A file embedded in the XML (BG-24). */
export interface SupportingFile {
  readonly reference: Text;
  readonly description: Text;
  /** The name in the document, which is not a safe file name. */
  readonly name: Text;
  readonly mime: Text;
  readonly content: Uint8Array;
}

/** The decoded files embedded in an invoice (REC-11); invalid Base64 is left out. */
export function supportingFilesOf({ documents }: Invoice): readonly SupportingFile[] {
  return documents.flatMap(({ reference, description, attachment }) => {
    const content = attachment ? unpacked(attachment.content) : null;
    if (!attachment || !content) return [];
    return [{ reference, description, name: attachment.name, mime: attachment.mime, content }];
  });
}

function unpacked(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
