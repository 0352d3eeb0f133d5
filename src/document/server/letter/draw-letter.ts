import { languageTag } from '../../../base/language.ts';
import type { PreparedPicture } from '../../../platform/server/files/picture.ts';
import { type FlowLine, fewestPagesOf } from '../../../platform/server/pdf/flow.ts';
import { page } from '../../../platform/server/pdf/page.ts';
import { Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import type { Letter } from '../../letter/letter.ts';
import { drawLetterhead, drawMark, drawRunningHead, footOf, type LetterPictures } from './letterhead.ts';

/** A letter ready to print. */
export interface PrintableLetter<L extends Letter = Letter> {
  readonly document: L;
  readonly pictures: LetterPictures;
  /** The creation date of the file; the same letter and instant give the same bytes. */
  readonly issuedAt: Date;
}

/**
 * Draws a company letter as a PDF according to DIN 5008 form B, with embedded fonts. Uses neither database nor clock:
 * equal input gives equal bytes, so that stored files can be compared.
 *
 * @param contentOf everything between the head of the first page and the foot of the last
 */
export async function drawLetter<L extends Letter>(
  { document, pictures, issuedAt }: PrintableLetter<L>,
  contentOf: (set: Typesetter) => readonly FlowLine[],
): Promise<Buffer> {
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
  const area = { firstTop, top: page.top, bottom: foot.top };
  for (const [index, placed] of fewestPagesOf(contentOf(set), area).entries()) {
    if (index > 0) {
      beginPage(set, document);
      drawRunningHead(set, document);
    }
    for (const { line, y } of placed) line.draw(y);
  }
  const { count } = set.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    set.doc.switchToPage(index);
    foot.draw(index + 1, count);
  }
  return await set.bytes();
}

/** Restores pictures from another thread, where a `Buffer` arrives as plain bytes. */
export function picturesAsBuffers({ logo, letterhead, signature }: LetterPictures): LetterPictures {
  return { logo: asBuffer(logo), letterhead: asBuffer(letterhead), signature: asBuffer(signature) };
}

function asBuffer(bytes: PreparedPicture | null): PreparedPicture | null {
  return bytes && (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as PreparedPicture);
}

function beginPage(set: Typesetter, { mark }: Letter): void {
  set.doc.addPage();
  if (mark) drawMark(set, mark);
}
