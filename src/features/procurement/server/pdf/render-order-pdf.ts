import { languageTag } from '../../../../base/language.ts';
import { type FlowArea, type FlowLine, fewestPagesOf } from '../../../../platform/server/pdf/flow.ts';
import { page } from '../../../../platform/server/pdf/page.ts';
import { Typesetter } from '../../../../platform/server/pdf/typesetter.ts';
import type { OrderDocument } from '../../order-document.ts';
import { closingLines, openingLines, termLines, totalLines } from './letter-text.ts';
import { drawLetterhead, drawMark, drawRunningHead, footOf, type LetterPictures } from './letterhead.ts';
import { tableLines } from './line-table.ts';

/** A letter ready to be printed. */
export interface PrintableOrder {
  readonly document: OrderDocument;
  readonly pictures: LetterPictures;
  /** Goes into the file as its date; the same letter at the same instant gives the same bytes. */
  readonly issuedAt: Date;
}

/**
 * The order as a PDF (PROC-28): a letter after DIN 5008, form B, with embedded fonts. Knows neither
 * database nor clock; equal input gives equal bytes, so that a stored file can be compared.
 */
export async function renderOrderPdf({ document, pictures, issuedAt }: PrintableOrder): Promise<Buffer> {
  const set = new Typesetter({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    displayTitle: true,
    lang: languageTag(document.language),
    info: {
      Title: document.title,
      Author: document.sender,
      Creator: 'Kontor',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const foot = footOf(set, document);
  beginPage(set, document);
  const firstTop = drawLetterhead(set, document, pictures);
  drawFlow(set, document, contentOf(set, document, pictures), {
    firstTop,
    top: page.top,
    bottom: foot.top,
  });
  const { count } = set.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    set.doc.switchToPage(index);
    foot.draw(index + 1, count);
  }
  return await set.bytes();
}

function contentOf(set: Typesetter, document: OrderDocument, pictures: LetterPictures): FlowLine[] {
  return [
    ...openingLines(set, document),
    ...tableLines(set, document),
    ...totalLines(set, document),
    ...termLines(set, document.terms),
    ...closingLines(set, document, pictures.signature),
  ];
}

function drawFlow(
  set: Typesetter,
  document: OrderDocument,
  lines: readonly FlowLine[],
  area: FlowArea,
): void {
  for (const [index, placed] of fewestPagesOf(lines, area).entries()) {
    if (index > 0) {
      beginPage(set, document);
      drawRunningHead(set, document);
    }
    for (const { line, y } of placed) line.draw(y);
  }
}

function beginPage(set: Typesetter, { mark }: OrderDocument): void {
  set.doc.addPage();
  if (mark) drawMark(set, mark);
}
