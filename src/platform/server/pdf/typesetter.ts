import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { colors } from './page.ts';
import { type HasShape, printable } from './printable.ts';

type FontName = 'regular' | 'semibold';

export interface TextStyle {
  readonly font: FontName;
  /** Points. */
  readonly size: number;
  readonly color: string;
  /** Digits of equal width, so that amounts align. */
  readonly isTabular?: boolean;
}

export const regular = (size: number, color: string = colors.ink): TextStyle => ({
  font: 'regular',
  size,
  color,
});
export const semibold = (size: number, color: string = colors.ink): TextStyle => ({
  font: 'semibold',
  size,
  color,
});

/** Every size and weight used in letters. */
export const styles = {
  sender: semibold(14),
  senderDetails: regular(7.5, colors.muted),
  returnLine: regular(6.5, colors.muted),
  recipient: regular(10),
  label: regular(7.5, colors.muted),
  reference: regular(8.5),
  title: semibold(16),
  notice: semibold(9, colors.mark),
  body: regular(9),
  strong: semibold(9),
  columnHead: semibold(7.5, colors.muted),
  cell: regular(8.5),
  figure: { ...regular(8.5), isTabular: true },
  detail: regular(7.5, colors.muted),
  panelDetail: regular(8),
  codeLabel: regular(6.5, colors.muted),
  groupTitle: semibold(9.5),
  total: { ...regular(9), isTabular: true },
  mainTotal: { ...semibold(10.5), isTabular: true },
  footer: regular(6.5, colors.muted),
  running: regular(7.5, colors.muted),
} satisfies Record<string, TextStyle>;

export type Align = 'left' | 'right';

const require = createRequire(import.meta.url);
const fontFiles: Readonly<Record<FontName, string>> = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  semibold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
};

/** Line spacing as a multiple of the size. */
const leading = 1.38;
/** Height of Inter's letters as a multiple of the size. */
const letterHeight = 1.21;

/** A PDF document being built, with text measurement and line breaking. */
export class Typesetter {
  readonly doc: PDFKit.PDFDocument;
  readonly #widths = new Map<string, number>();
  /** Of the regular weight; the other one has the same glyphs. */
  readonly #hasShape: HasShape;

  constructor(options: PDFKit.PDFDocumentOptions) {
    this.doc = new PDFDocument({ ...options, font: fontFiles.regular });
    this.#hasShape = shapesOf(this.doc);
  }

  lineHeight({ size }: TextStyle): number {
    return size * leading;
  }

  width(text: string, style: TextStyle): number {
    const key = `${style.font} ${style.isTabular ?? false} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known * style.size;
    const width = this.doc.font(fontFiles[style.font]).fontSize(1).widthOfString(text, featuresOf(style));
    this.#widths.set(key, width);
    return width * style.size;
  }

  /** One line of text at its top left (or right) corner; the caller has broken it to fit. */
  line(text: string, x: number, y: number, style: TextStyle, align: Align = 'left'): void {
    if (text === '') return;
    const left = align === 'right' ? x - this.width(text, style) : x;
    this.doc
      .font(fontFiles[style.font])
      .fontSize(style.size)
      .fillColor(style.color)
      .text(text, left, y + (style.size * (leading - letterHeight)) / 2, {
        lineBreak: false,
        ...featuresOf(style),
      });
  }

  /** Lines below each other; returns where the next one begins. */
  lines(texts: readonly string[], x: number, y: number, style: TextStyle): number {
    for (const [index, text] of texts.entries())
      this.line(text, x, y + index * this.lineHeight(style), style);
    return y + texts.length * this.lineHeight(style);
  }

  /** Draws one line as outlines of its letters instead of text, at the given top left corner. */
  outlines(text: string, x: number, y: number, style: TextStyle): void {
    const { doc } = this;
    const font = openedFont(doc.font(fontFiles[style.font]));
    const scale = style.size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    doc
      .save()
      .translate(x, y + style.size)
      .scale(scale, -scale);
    for (const [place, { path }] of glyphs.entries()) {
      const outline = path.toSVG();
      if (outline !== '') doc.path(outline).fill(style.color);
      doc.translate(positions[place]?.xAdvance ?? 0, 0);
    }
    doc.restore();
  }

  rule(x: number, y: number, width: number, color: string = colors.rule, thickness = 0.5): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }

  /** Breaks a text into lines of at most `width`, at line breaks, spaces, and inside words that are too long. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    return printable(text, this.#hasShape)
      .split('\n')
      .flatMap((paragraph) => this.#wrapParagraph(paragraph, style, width));
  }

  #wrapParagraph(paragraph: string, style: TextStyle, width: number): string[] {
    const blank = this.width(' ', style);
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const word of paragraph.split(' ').filter(Boolean)) {
      for (const [index, part] of this.#wordParts(word, style, width).entries()) {
        const own = this.width(part, style);
        const isContinued = index > 0;
        if (line !== '' && !isContinued && used + blank + own <= width) {
          line += ` ${part}`;
          used += blank + own;
          continue;
        }
        if (line !== '') lines.push(line);
        line = part;
        used = own;
      }
    }
    return [...lines, line];
  }

  /** A word in parts that fit, split after a hyphen, slash or the like near the end if possible. */
  #wordParts(word: string, style: TextStyle, width: number): string[] {
    if (this.width(word, style) <= width) return [word];
    const parts: string[] = [];
    let part: string[] = [];
    let used = 0;
    for (const letter of word) {
      const own = this.width(letter, style);
      if (part.length > 0 && used + own > width) {
        const seam = part.findLastIndex((each) => seams.has(each));
        const end = seam >= part.length / 2 ? seam + 1 : part.length;
        parts.push(part.slice(0, end).join(''));
        part = part.slice(end);
        used = part.reduce((sum, each) => sum + this.width(each, style), 0);
      }
      part.push(letter);
      used += own;
    }
    return [...parts, part.join('')];
  }

  /** As many lines as there is room for; a cut is marked. */
  clipped(lines: readonly string[], maxLines: number): string[] {
    return lines.length <= maxLines
      ? [...lines]
      : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]} …`];
  }

  /** The finished file. */
  async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve, reject) => this.doc.on('end', resolve).on('error', reject));
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }
}

const seams: ReadonlySet<string> = new Set(['-', '/', '_', '.', ',', ';', '@']);

function featuresOf({ isTabular }: TextStyle): PDFKit.Mixins.TextOptions {
  return isTabular ? { features: ['tnum'] } : {};
}

/** The glyphs of the font in use. */
function shapesOf(doc: PDFKit.PDFDocument): HasShape {
  const font = openedFont(doc);
  return (codePoint) => font.hasGlyphForCodePoint(codePoint);
}

/** The current font, private in PDFKit; opening it twice would double its memory. */
function openedFont(doc: PDFKit.PDFDocument): OpenedFont {
  return (doc as unknown as { readonly _font: { readonly font: OpenedFont } })._font.font;
}

/** A font with the outlines of its letters, and the number of units per font size. */
interface OpenedFont {
  readonly unitsPerEm: number;
  readonly hasGlyphForCodePoint: HasShape;
  layout(text: string): {
    readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
    readonly positions: readonly { readonly xAdvance: number }[];
  };
}
