/** One line of the flowing content: as tall as it says, drawn where it lands. */
export interface FlowLine {
  readonly height: number;
  readonly draw: (y: number) => void;
  /** Space above, left out at the top of a page. */
  readonly gap?: number;
  /** A page may begin with this line; `false` keeps it with the line before. */
  readonly mayStartPage: boolean;
  /** Repeated above this line where it begins a page: the head of its table. */
  readonly head?: readonly FlowLine[];
}

/** A line of the flow and where it stands on its page. */
export interface PlacedLine {
  readonly line: FlowLine;
  readonly y: number;
}

/** Where the content of the pages begins and ends. */
export interface FlowArea {
  readonly firstTop: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Spreads the lines over pages. A page that is full ends at the last line that the next one may start with,
 * so that rows stay together and totals never stand alone; where no such line exists it ends where it is full.
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

/** Parts of the gaps, from airy to dense. */
const densities = [1, 0.8, 0.6, 0.4];

/** The pages with gaps as wide as they may be without costing a page, so that a short letter is not parted for its air. */
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
    // The first line of a page stands even where it is taller than the page.
    if (count > 0 && y + gap + line.height > bottom) break;
    placed.push({ line, y: y + gap });
    y += gap + line.height;
    count += 1;
  }
  return { placed, headCount: head.length, count };
}

/** The index behind the last line of a page on which `count` lines find room. */
function pageEnd(lines: readonly FlowLine[], start: number, count: number): number {
  for (let end = start + count; end > start; end -= 1) if (lines[end]?.mayStartPage) return end;
  return start + count;
}

/**
 * Marks where a block may be parted: short ones nowhere, long ones so that at least two lines stay on
 * either side.
 */
export function keptTogether(lines: readonly FlowLine[], startsPage = true): FlowLine[] {
  const isShort = lines.length <= longestWholeBlock;
  return lines.map((line, index) => ({
    ...line,
    mayStartPage: index === 0 ? startsPage : !isShort && index >= 2 && index <= lines.length - 2,
  }));
}

const longestWholeBlock = 7;
