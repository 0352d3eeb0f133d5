import { startOfPdf } from '../../../platform/server/files/files-type.ts';
import { attachmentsOfPdf, type PdfAttachment } from './pdf-attachment.ts';
import { withPdf } from './pdf-file.ts';

/** The files of a portfolio, whose own page is only a cover sheet (REC-14); empty for any other PDF. */
export async function filesOfPortfolio(bytes: Uint8Array): Promise<readonly PdfAttachment[]> {
  if (startOfPdf(bytes) < 0 || !(await isPortfolio(bytes))) return [];
  const unpacked = await attachmentsOfPdf(bytes);
  return unpacked.ok ? unpacked.attachments : [];
}

async function isPortfolio(bytes: Uint8Array): Promise<boolean> {
  return await withPdf(bytes, async (document) => {
    const { info } = await document.getMetadata();
    return 'IsCollectionPresent' in info && info.IsCollectionPresent === true;
  });
}
