/** The worker thread that typesets notice letters. */
import { picturesAsBuffers } from '../../../../document/server/letter/draw-letter.ts';
import { type PrintableNotice, renderNotice } from './render-notice.ts';

/** The letter as a PDF; a `Buffer` arrives in the thread as plain bytes. */
export default async function setNoticeLetter(notice: PrintableNotice): Promise<Uint8Array> {
  return await renderNotice({ ...notice, pictures: picturesAsBuffers(notice.pictures) });
}
