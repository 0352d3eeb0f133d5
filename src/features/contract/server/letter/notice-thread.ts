/** The thread in which letters of notices are set. */
import { picturesAsBuffers } from '../../../../document/server/letter/draw-letter.ts';
import { type PrintableNotice, renderNotice } from './render-notice.ts';

/** The letter as a PDF; what was a `Buffer` arrives as bytes. */
export default async function setNoticeLetter(notice: PrintableNotice): Promise<Uint8Array> {
  return await renderNotice({ ...notice, pictures: picturesAsBuffers(notice.pictures) });
}
