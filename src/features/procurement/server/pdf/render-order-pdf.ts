import { drawLetter, type PrintableLetter } from '../../../../document/server/letter/draw-letter.ts';
import { closingLines } from '../../../../document/server/letter/paragraphs.ts';
import type { OrderDocument } from '../../order-document.ts';
import { openingLines, termLines, totalLines } from './letter-text.ts';
import { tableLines } from './line-table.ts';

/** A printable order. */
export type PrintableOrder = PrintableLetter<OrderDocument>;

/** The order as a PDF (PROC-28). */
export async function renderOrderPdf(order: PrintableOrder): Promise<Buffer> {
  const { document, pictures } = order;
  return await drawLetter(order, (set) => [
    ...openingLines(set, document),
    ...tableLines(set, document),
    ...totalLines(set, document),
    ...termLines(set, document.terms),
    ...closingLines(set, document, pictures.signature),
  ]);
}
