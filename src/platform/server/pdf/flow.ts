/** One line of the flowing content with its height; drawn at its final place. */
export interface FlowLine {
  readonly height: number;
  readonly draw: (y: number) => void;
  /** Space above, dropped at the top of a page. */
  readonly gap?: number;
  /** Whether a page may begin with this line; `false` keeps it with the line before. */
  readonly mayStartPage: boolean;
  /** Repeated above this line if it begins a page: the head of its table. */
  readonly head?: readonly FlowLine[];
}

/** A line of the flow with its position on the page. */
export interface PlacedLine {
  readonly line: FlowLine;
  readonly y: number;
}

/** The content area of the pages. */
export interface FlowArea {
  readonly firstTop: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Distributes the lines over pages. A full page ends at the last possible break, so that rows stay together and
 * totals are never alone; without such a break it ends where it is full.
 */
export function pagesOf(lines: readonly FlowLine[], area: FlowArea): PlacedLine[][] {
  const pages: PlacedLine[][] = [];
  let start = 0;
  while (start < lines.length || pages.length === 0) {
    const top = pages.length === 0 ? area.firstTop : area.top;
    const filled = fill(lines, start, { top, bottom: area.bottom });
    const end = start + filled.count === lines.length ? lines.length : pageEnd(lines, start, filled.count);
    pages.push(filled.placed.slice(0, filled.headCount + end - start));
    start = end;
  }
  return pages;
}

/** Factors of the gaps, from airy to dense. */
const densities = [1, 0.8, 0.6, 0.4];

/** The pages with the widest gaps that cost no extra page, so that a short letter is not split for its spacing. */
export function fewestPagesOf(lines: readonly FlowLine[], area: FlowArea): PlacedLine[][] {
  const spread = densities.map((density) =>
    pagesOf(
      lines.map((line) => ({ ...line, gap: (line.gap ?? 0) * density })),
      area,
    ),
  );
  const fewest = Math.min(...spread.map((pages) => pages.length));
  return spread.find((pages) => pages.length === fewest) ?? [];
}

function fill(lines: readonly FlowLine[], start: number, { top, bottom }: { top: number; bottom: number }) {
  const placed: PlacedLine[] = [];
  let y = top;
  const head = start === 0 ? [] : (lines[start]?.head ?? []);
  for (const line of head) {
    placed.push({ line, y });
    y += line.height;
  }
  let count = 0;
  for (const line of lines.slice(start)) {
    const gap = placed.length === head.length ? 0 : (line.gap ?? 0);
    // The first line of a page is placed even if it is taller than the page.
    if (count > 0 && y + gap + line.height > bottom) break;
    placed.push({ line, y: y + gap });
    y += gap + line.height;
    count += 1;
  }
  return { placed, headCount: head.length, count };
}

/** The index after the last line of a page that has room for `count` lines. */
function pageEnd(lines: readonly FlowLine[], start: number, count: number): number {
  for (let end = start + count; end > start; end -= 1) if (lines[end]?.mayStartPage) return end;
  return start + count;
}

/** Marks where a block may be split: short ones nowhere, long ones with at least two lines on either side. */
export function keptTogether(lines: readonly FlowLine[], startsPage = true): FlowLine[] {
  const isShort = lines.length <= longestWholeBlock;
  return lines.map((line, index) => ({
    ...line,
    mayStartPage: index === 0 ? startsPage : !isShort && index >= 2 && index <= lines.length - 2,
  }));
}

const longestWholeBlock = 7;
