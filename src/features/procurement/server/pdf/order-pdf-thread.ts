/** The thread in which letters are set. */
import { type PrintableOrder, renderOrderPdf } from './render-order-pdf.ts';

/** The letter as a PDF; what was a `Buffer` arrives as bytes. */
export default async function setLetter(order: PrintableOrder): Promise<Uint8Array> {
  const { logo, letterhead, signature } = order.pictures;
  const pictures = { logo: asBuffer(logo), letterhead: asBuffer(letterhead), signature: asBuffer(signature) };
  return await renderOrderPdf({ ...order, pictures });
}

function asBuffer(bytes: Uint8Array | null): Buffer | null {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
