import { languageTag } from '../../../base/language.ts';
import { type FlowLine, type PlacedLine, pagesOf } from '../../../platform/server/pdf/flow.ts';
import { contentWidth, mm, page } from '../../../platform/server/pdf/page.ts';
import { Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import type { DocumentationLanguage, DocumentedPart } from '../model.ts';
import { blockLines, bodyLines, documentStyles, headingLines } from './lines.ts';

/** A documentation ready to print: plain data in its language. */
export interface PrintableDocumentation {
  readonly lang: DocumentationLanguage;
  readonly title: string;
  readonly subtitle: string;
  readonly company: string;
  /** Version details for the cover. */
  readonly cover: readonly (readonly [string, string])[];
  readonly contents: string;
  /** Note below a cut table. */
  readonly cut: string;
  /** Left text at the foot of each page. */
  readonly foot: string;
  /** Right text at the foot, with placeholders `{{page}}` and `{{pages}}`. */
  readonly page: string;
  readonly parts: readonly DocumentedPart[];
  /** Date of the PDF file. */
  readonly issuedAt: Date;
}

export interface PrintedDocumentation {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

const footTop = page.height - 16 * mm;
const area = { firstTop: page.top, top: page.top, bottom: footTop - 6 * mm };

/** A heading of the table of contents, identified by its draw function. */
interface Entry {
  readonly number: string;
  readonly title: string;
  readonly isPart: boolean;
  readonly draw: FlowLine['draw'];
}

/**
 * The process documentation as a PDF (ARC-06): cover, table of contents, chapters, and page numbers. Uses neither
 * database nor clock; equal input gives equal bytes.
 */
export async function drawDocumentation(printable: PrintableDocumentation): Promise<PrintedDocumentation> {
  const { lang, title, company, issuedAt } = printable;
  const set = new Typesetter({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    displayTitle: true,
    lang: languageTag(lang),
    info: { Title: title, Author: company, Creator: 'Kontor', CreationDate: issuedAt, ModDate: issuedAt },
  });
  const entries: Entry[] = [];
  const content = pagesOf(contentLines(set, printable, entries), area);
  const listed = pagesOf(
    contentsLines(set, printable.contents, entries, () => ''),
    area,
  ).length;
  const pageOf = pagesOfEntries(content, 1 + listed);
  drawCover(set, printable);
  drawPages(set, pagesOf(contentsLines(set, printable.contents, entries, pageOf), area));
  drawPages(set, content, entries);
  const { count } = set.doc.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    set.doc.switchToPage(index);
    drawFoot(set, printable, { number: index + 1, count });
  }
  return { bytes: await set.bytes(), pages: count };
}

function contentLines(
  set: Typesetter,
  { parts, cut }: Pick<PrintableDocumentation, 'parts' | 'cut'>,
  entries: Entry[],
): readonly FlowLine[] {
  const heading = (entry: Omit<Entry, 'draw'>): readonly FlowLine[] => {
    const lines = headingLines(set, `${entry.number}  ${entry.title}`, entry.isPart);
    for (const { draw } of lines.slice(0, 1)) entries.push({ ...entry, draw });
    return lines;
  };
  return parts
    .filter(({ chapters }) => chapters.length > 0)
    .flatMap((part) => [
      ...heading({ number: part.number, title: part.title, isPart: true }),
      ...part.chapters.flatMap((chapter, index) => [
        // Keeps the first chapter with the head of its part.
        ...heading({ number: chapter.number, title: chapter.title, isPart: false }).map((line) =>
          index === 0 ? { ...line, mayStartPage: false } : line,
        ),
        ...bodyLines(set, chapter.text),
        ...chapter.blocks.flatMap((block) => blockLines(set, block, cut)),
      ]),
    ]);
}

/** Page number of a heading. */
function pagesOfEntries(
  content: readonly (readonly PlacedLine[])[],
  before: number,
): (entry: Entry) => string {
  const numbers = new Map<FlowLine['draw'], number>();
  for (const [index, placed] of content.entries())
    for (const { line } of placed) numbers.set(line.draw, before + index + 1);
  return ({ draw }) => String(numbers.get(draw) ?? '');
}

function contentsLines(
  set: Typesetter,
  title: string,
  entries: readonly Entry[],
  pageOf: (entry: Entry) => string,
): readonly FlowLine[] {
  return [
    ...headingLines(set, title, true),
    ...entries.map((entry): FlowLine => {
      const style = entry.isPart ? documentStyles.tableTitle : documentStyles.body;
      const indent = entry.isPart ? 0 : 6 * mm;
      const [first = ''] = set.wrap(
        `${entry.number}  ${entry.title}`,
        style,
        contentWidth - indent - 15 * mm,
      );
      return {
        height: set.lineHeight(style),
        gap: entry.isPart ? 3 * mm : 0.8 * mm,
        mayStartPage: true,
        draw: (y) => {
          set.line(first, page.left + indent, y, style);
          set.line(pageOf(entry), page.right, y, style, 'right');
        },
      };
    }),
  ];
}

const coverTop = 70 * mm;
const labelWidth = 40 * mm;

function drawCover(set: Typesetter, { title, subtitle, company, cover }: PrintableDocumentation): void {
  set.doc.addPage();
  const { coverDetail, coverLabel, coverValue } = documentStyles;
  let y = set.lines(
    set.wrap(title, documentStyles.cover, contentWidth),
    page.left,
    coverTop,
    documentStyles.cover,
  );
  y = set.lines(set.wrap(subtitle, coverDetail, contentWidth), page.left, y + 2 * mm, coverDetail);
  y = set.lines(
    set.wrap(company, documentStyles.part, contentWidth),
    page.left,
    y + 14 * mm,
    documentStyles.part,
  );
  y += 10 * mm;
  for (const [label, value] of cover) {
    set.rule(page.left, y, contentWidth);
    set.line(label, page.left, y + 2.4 * mm, coverLabel);
    const lines = set.wrap(value, coverValue, contentWidth - labelWidth);
    y = set.lines(lines, page.left + labelWidth, y + 2 * mm, coverValue) + 2 * mm;
  }
}

/** Draws pages; headings become PDF bookmarks. */
function drawPages(
  set: Typesetter,
  pages: readonly (readonly PlacedLine[])[],
  entries: readonly Entry[] = [],
): void {
  const headings = new Map(entries.map((entry) => [entry.draw, entry]));
  let part: PDFKit.PDFOutline | undefined;
  for (const placed of pages) {
    set.doc.addPage();
    for (const { line, y } of placed) {
      line.draw(y);
      const entry = headings.get(line.draw);
      if (entry === undefined) continue;
      const name = `${entry.number} ${entry.title}`;
      if (entry.isPart) part = set.doc.outline.addItem(name);
      else part?.addItem(name);
    }
  }
}

function drawFoot(
  set: Typesetter,
  { foot, page: pattern }: PrintableDocumentation,
  { number, count }: { readonly number: number; readonly count: number },
): void {
  const style = documentStyles.foot;
  const counted = pattern.replace('{{page}}', String(number)).replace('{{pages}}', String(count));
  const room = contentWidth - set.width(counted, style) - 5 * mm;
  const [first = ''] = set.clipped(set.wrap(foot, style, room), 1);
  set.rule(page.left, footTop - 2 * mm, contentWidth);
  set.line(first, page.left, footTop, style);
  set.line(counted, page.right, footTop, style, 'right');
}
