import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import { attachmentsOfPdf, type PdfAttachment } from './pdf-attachment.ts';
import { withPdf } from './pdf-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The files of a portfolio, whose own page is only a cover sheet (REC-14); empty for any other PDF. */
export async function filesOfPortfolio(bytes: Uint8Array): Promise<readonly PdfAttachment[]> {
  if (startOfPdf(bytes) < 0 || !(await isPortfolio(bytes))) return [];
  const unpacked = await attachmentsOfPdf(bytes);
  return unpacked.ok ? unpacked.attachments : [];
}

/** Whether the PDF is a portfolio; an unreadable one is none. */
export async function isPortfolio(bytes: Uint8Array): Promise<boolean> {
  try {
    return await withPdf(bytes, async (document) => {
      const { info } = await document.getMetadata();
      return 'IsCollectionPresent' in info && info.IsCollectionPresent === true;
    });
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}
