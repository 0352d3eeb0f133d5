/** The thread in which letters are set. */
import { picturesAsBuffers } from '../../../../document/server/letter/draw-letter.ts';
import { type PrintableOrder, renderOrderPdf } from './render-order-pdf.ts';

/** The letter as a PDF; what was a `Buffer` arrives as bytes. */
export default async function setLetter(order: PrintableOrder): Promise<Uint8Array> {
  return await renderOrderPdf({ ...order, pictures: picturesAsBuffers(order.pictures) });
}
