import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';
import type { Box, PageWords, Word } from '../words.ts';
import { type PageText, textsOfForm } from './form-items.ts';

/** Maximum number of words per page; the rest is left out. */
const maxWords = 20_000;
/** Maximum number of words in a form. */
const maxTyped = 2_000;
/** Maximum gap within a word as a share of its height, for letters that were placed one by one. */
const gapInWord = 0.12;

/** The words of a page's text layer and form with their positions, without rotated text. */
export async function wordsOfPage(page: PDFPageProxy): Promise<PageWords> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const wordsOf = (texts: readonly PageText[]) =>
    texts.filter(({ str }) => str.trim() !== '').flatMap((item) => wordsOfItem(item, viewport));
  const printed = joined(
    wordsOf(items.filter((item): item is TextItem => 'str' in item)).slice(0, maxWords),
    viewport,
  );
  const typed = wordsOf(await textsOfForm(page)).slice(0, maxTyped);
  const words = [...printed.filter((word) => !typed.some((over) => isCovered(word, over))), ...typed];
  return { page: page.pageNumber, aspect: viewport.width / viewport.height, words };
}

/** Whether the centre of a printed word lies beneath a value of a form. */
function isCovered({ box }: Word, { box: over }: Word): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return x >= over[0] && x <= over[2] && y >= over[1] && y <= over[3];
}

interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

/** Splits a text run at its blanks; its width is divided by the usual widths of the letters. */
function wordsOfItem(item: PageText, viewport: Viewport): Word[] {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = product(viewport.transform, item.transform as number[]);
  const isUpright = a > 0 && Math.abs(b) < Math.abs(a) * 0.1;
  if (!isUpright) return [];
  const height = Math.hypot(c, d) || item.height;
  const letters = [...item.str];
  const total = letters.reduce((sum, letter) => sum + usualWidth(letter), 0) || 1;
  const words: Word[] = [];
  let before = 0;
  let text = '';
  let start = 0;
  const end = () => {
    if (text === '') return;
    const from = x + (start / total) * item.width;
    const to = x + (before / total) * item.width;
    const box: Box = [
      from / viewport.width,
      (y - height * 0.8) / viewport.height,
      to / viewport.width,
      (y + height * 0.2) / viewport.height,
    ];
    if (isOnPage(box)) words.push({ text, box, confidence: 1 });
    text = '';
  };
  for (const letter of letters) {
    if (/\s/u.test(letter)) end();
    else if (text === '') start = before;
    if (!/\s/u.test(letter)) text += letter;
    before += usualWidth(letter);
  }
  end();
  return words;
}

function product(left: readonly number[], right: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The width of a letter relative to a digit, in sans-serif fonts. */
function usualWidth(letter: string): number {
  if (/[\s.,:;|!iljI'()[\]/-]/u.test(letter)) return 0.5;
  if (/[mwMW@%—]/u.test(letter)) return 1.55;
  if (/\p{Lu}|[€&]/u.test(letter)) return 1.25;
  return 1;
}

function isOnPage([x0, y0, x1, y1]: Box): boolean {
  return x1 > 0 && x0 < 1 && y1 > 0 && y0 < 1;
}

/** Joins parts of words that were written without a gap, for example at a font change. */
function joined(words: readonly Word[], viewport: Viewport): Word[] {
  const result: Word[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const height = (word.box[3] - word.box[1]) * viewport.height;
    const gap = last ? (word.box[0] - last.box[2]) * viewport.width : Number.NaN;
    const isSameLine =
      last !== undefined && Math.abs(last.box[3] - word.box[3]) * viewport.height < height * 0.1;
    if (last && isSameLine && Math.abs(gap) < height * gapInWord) {
      const box: Box = [last.box[0], Math.min(last.box[1], word.box[1]), word.box[2], last.box[3]];
      result[result.length - 1] = { text: last.text + word.text, box, confidence: 1 };
    } else {
      result.push(word);
    }
  }
  return result;
}
