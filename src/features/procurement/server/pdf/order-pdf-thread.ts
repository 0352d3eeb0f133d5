/** The worker thread that renders letters. */
import { picturesAsBuffers } from '../../../../document/server/letter/draw-letter.ts';
import { type PrintableOrder, renderOrderPdf } from './render-order-pdf.ts';

/** Renders the letter as PDF; the transfer turned `Buffer` values into plain bytes. */
export default async function setLetter(order: PrintableOrder): Promise<Uint8Array> {
  return await renderOrderPdf({ ...order, pictures: picturesAsBuffers(order.pictures) });
}
