import { type Cell, type Layout, layoutOf, median, overlapAcross } from '../text/layout.ts';
import { type Box, boxAround, type PageWords, type Word } from '../words.ts';

/** A sentence, which may span several rows, or a label with its value. */
export interface Passage extends Cell {
  readonly sort: 'sentence' | 'beside' | 'below';
}

/** Words that are read, as many as on a hundred pages. */
const maxWords = 60_000;
/** The widest gap within a justified row, in letter heights. */
const widestBlank = 1.2;
/** The largest gap between rows of a paragraph: a multiple of the usual gap, or of the row height. */
const gapInParagraph = { usual: 1.6, least: 0.9 } as const;
/** Characters of a label. */
const longestLabel = 45;
/** Characters of a sentence; sentences of contracts are shorter. */
const longestSentence = 1500;

/** The text of a contract in which clauses are searched. */
export interface ContractText {
  readonly layout: Layout;
  readonly passages: readonly Passage[];
}

/** Groups the words of a contract into sentences and labels with values. */
export function contractText(pages: readonly PageWords[]): ContractText {
  const layout = layoutOf(limited(pages));
  return { layout, passages: passagesOf(layout) };
}

/** The sentences of a document, and labels with their values. */
export function passagesOf(layout: Layout): readonly Passage[] {
  return [...sentencesOf(layout), ...pairsOf(layout)];
}

function limited(pages: readonly PageWords[]): PageWords[] {
  let left = maxWords;
  return pages.map((page) => {
    const words = page.words.slice(0, left);
    left -= words.length;
    return { ...page, words };
  });
}

/** Splits a row into parts that belong to different columns. */
function segmentsOf(cells: readonly Cell[]): Cell[] {
  const segments: Cell[] = [];
  for (const cell of cells) {
    const last = segments.at(-1);
    const height = cell.box[3] - cell.box[1];
    const isNear = last !== undefined && cell.box[0] - last.box[2] <= height * widestBlank;
    if (isNear && !isLabelled(last.text)) segments[segments.length - 1] = joined(last, cell.words);
    else segments.push(cell);
  }
  return segments;
}

interface Block {
  readonly words: Word[];
  readonly page: number;
  last: Cell;
}

function sentencesOf(layout: Layout): Passage[] {
  const done: Block[] = [];
  let open: Block[] = [];
  const widest = Math.max(usualGap(layout) * gapInParagraph.usual, layout.rowHeight * gapInParagraph.least);
  for (const row of layout.rows) {
    const near = open.filter(({ last, page }) => page === row.page && row.box[1] - last.box[3] < widest);
    const taken = new Set<Block>();
    open = near;
    for (const segment of segmentsOf(row.cells)) {
      const block = near.find(
        (one) => !taken.has(one) && isLabelled(segment.text) === false && continues(one, segment),
      );
      if (block) {
        block.words.push(...segment.words);
        block.last = segment;
        taken.add(block);
      } else {
        const begun = { words: [...segment.words], page: segment.page, last: segment };
        done.push(begun);
        open.push(begun);
        taken.add(begun);
      }
    }
  }
  return done.flatMap(({ words, page }) => sentencesIn(unbroken(words), page));
}

function usualGap({ rows }: Layout): number {
  const gaps = rows.flatMap((row, place) => {
    const before = rows[place - 1];
    return before?.page === row.page ? [Math.max(0, row.box[1] - before.box[3])] : [];
  });
  return median(gaps);
}

function continues({ last }: Block, segment: Cell): boolean {
  if (last.row >= segment.row || overlapAcross(last.box, segment.box) <= 0.5) return false;
  return !isHeading(last.text) && !isWholeFact(last.text, segment.text);
}

/** Whether a short row such as `Laufzeit: 24 Monate` is complete, because a new sentence starts below it. */
function isWholeFact(text: string, below: string): boolean {
  return text.length <= 50 && isLabelled(text) && /^\p{Lu}/u.test(below);
}

/** Whether a text starts with a label, as in `Kündigungsfrist: 3 Monate`. */
function isLabelled(text: string): boolean {
  return /^[\p{L}•–-][\p{L}\s./()•–-]{2,45}:(?:\s|$)/u.test(text);
}

/** Whether a row is a heading, which is not part of the paragraph below. */
function isHeading(text: string): boolean {
  return (
    text.length <= 60 &&
    /^(?:§|\d{1,2}(?:\.\d{1,2}){0,2}\.?\s\p{Lu}|Art(?:ikel|icle)?\.?\s\d|Section\s\d)/u.test(text) &&
    !/[.,;:]$/.test(text)
  );
}

/** Joins words hyphenated at the end of a row. */
function unbroken(words: readonly Word[]): Word[] {
  const whole: Word[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    const isParted =
      last !== undefined && /\p{Ll}-$/u.test(last.text) && /^\p{Ll}/u.test(word.text) && isBelow(last, word);
    if (isParted && !/^(?:und|oder|bzw|and|or)\b/u.test(word.text)) {
      whole[whole.length - 1] = {
        text: last.text.slice(0, -1) + word.text,
        box: boxAround([last.box, word.box]),
        confidence: Math.min(last.confidence, word.confidence),
      };
    } else whole.push(word);
  }
  return whole;
}

function isBelow(above: Word, below: Word): boolean {
  return below.box[1] > above.box[1] && below.box[0] < above.box[0];
}

const abbreviation =
  /^(?:\p{L}|Nr|Abs|Ziff|Art|gem|bzw|ca|vgl|inkl|zzgl|evtl|ggf|usw|Str|Dr|Prof|No|Inc|Ltd|Co|St|lit|max|mind|bspw|sog|etc|jew)\.$/u;
const month = /^(?:Jan|Feb|Mär|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Mar|May|Oct|Dec)(?:\.|\p{Ll}*)/u;

/** What a number with a dot counts, as in "3. Werktag". */
const counted =
  /^(?:Werk|Arbeits|Bank|Kalender)?tage?s?(?!\p{L})|^(?:Kalender)?(?:monat|quartal|jahr)e?s?(?!\p{L})/iu;

/** Splits a paragraph into sentences. */
function sentencesIn(words: readonly Word[], page: number): Passage[] {
  const sentences: Passage[] = [];
  let begun: Word[] = [];
  let length = 0;
  const end = () => {
    if (begun.length > 0) sentences.push({ ...cellOf(begun, page), sort: 'sentence' });
    begun = [];
    length = 0;
  };
  words.forEach((word, place) => {
    begun.push(word);
    length += word.text.length + 1;
    const next = words[place + 1]?.text ?? '';
    if (endsSentence(word.text, next) || length > longestSentence) end();
  });
  end();
  return sentences;
}

function endsSentence(text: string, next: string): boolean {
  if (/[;!?]["“”)]?$/.test(text)) return true;
  if (!/\.["“”)]?$/.test(text) || !/^["“„(]?(?:\p{Lu}|§|\d{1,2}[.)])/u.test(next)) return false;
  if (abbreviation.test(text)) return false;
  return !/\d\.$/.test(text) || !(month.test(next) || counted.test(next));
}

/** Labels with the value beside them, or below them in tables with column heads. */
function pairsOf(layout: Layout): Passage[] {
  return layout.rows.flatMap((row) => {
    const segments = segmentsOf(row.cells);
    return segments.flatMap((label, place): Passage[] => {
      if (!isLabel(label.text)) return [];
      const value = segments[place + 1];
      if (value && !/^[\p{L}\s./()-]+:?$/u.test(value.text))
        return [{ ...joined(label, value.words), sort: 'beside' }];
      const below = value && /:$/.test(label.text) ? null : cellBelow(layout, label);
      const isAbove = below !== null && /\d/.test(below.text) && below.text.length <= longestLabel;
      const beside = value ? [{ ...joined(label, value.words), sort: 'beside' as const }] : [];
      return isAbove ? [...beside, { ...joined(label, below.words), sort: 'below' }] : beside;
    });
  });
}

/** Whether a text is a label: its words start with capitals, except for small words between them. */
function isLabel(text: string): boolean {
  if (text.length > longestLabel || /\d{3}/.test(text)) return false;
  return (
    /:$/.test(text) ||
    text
      .split(' ')
      .every(
        (word) =>
          /^[^\p{Ll}]/u.test(word) ||
          /^(?:d[aeiu][rsmn]|zu[rm]?|und|of|the|in|for|and|bis|date|no\.?|number|period|term)$/u.test(word),
      )
  );
}

function cellBelow(layout: Layout, label: Cell): Cell | null {
  for (const row of layout.rows.slice(label.row + 1, label.row + 4)) {
    if (row.page !== label.page || row.box[1] - label.box[3] > layout.rowHeight * 1.8) return null;
    const found = segmentsOf(row.cells).find(({ box }) => overlapAcross(box, label.box) > 0.3);
    if (found) return found;
  }
  return null;
}

function joined(cell: Cell, words: readonly Word[]): Cell {
  return { ...cellOf([...cell.words, ...words], cell.page), row: cell.row, place: cell.place };
}

function cellOf(words: readonly Word[], page: number): Cell {
  const box: Box = boxAround(words.map((word) => word.box));
  return { page, row: 0, place: 0, text: words.map(({ text }) => text).join(' '), words, box };
}
