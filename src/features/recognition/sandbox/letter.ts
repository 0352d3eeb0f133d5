import { type Align, type TextStyle, Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import type { PageWords, Word } from '../words.ts';
import { drawPaper } from './draw-paper.ts';
import type { Paper } from './paper.ts';

/** An A4 page, in points. */
const width = 595.28;
const height = 841.89;
const options = { size: 'A4', margin: 0 };

/** A letter as a PDF with text, and its words with their places, which need no OCR. */
export async function printedLetter(paper: Paper): Promise<{ bytes: Buffer; words: PageWords }> {
  const set = new NotingTypesetter(options);
  drawPaper(set, paper);
  return { bytes: await set.bytes(), words: { page: 1, aspect: width / height, words: set.words } };
}

/** The same letter as a scan: an image without text, slightly skewed on grey paper. */
export async function scannedLetter(paper: Paper): Promise<Buffer> {
  const set = new OutlineTypesetter(options);
  set.doc.rect(0, 0, width, height).fill('#f4f3ee');
  set.doc.rotate(0.6, { origin: [width / 2, height / 2] });
  drawPaper(set, paper);
  return await set.bytes();
}

class NotingTypesetter extends Typesetter {
  readonly words: Word[] = [];

  override line(text: string, x: number, y: number, style: TextStyle, align: Align = 'left'): void {
    super.line(text, x, y, style, align);
    const left = align === 'right' ? x - this.width(text, style) : x;
    for (const { 0: word, index } of text.matchAll(/\S+/g)) {
      const from = left + this.width(text.slice(0, index), style);
      const to = from + this.width(word, style);
      const bottom = y + this.lineHeight(style);
      const box = [from / width, y / height, to / width, bottom / height] as const;
      this.words.push({ text: word, box, confidence: 1 });
    }
  }
}

class OutlineTypesetter extends Typesetter {
  override line(text: string, x: number, y: number, style: TextStyle, align: Align = 'left'): void {
    this.outlines(text, align === 'right' ? x - this.width(text, style) : x, y, style);
  }
}
