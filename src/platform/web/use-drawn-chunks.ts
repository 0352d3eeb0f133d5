import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type DrawnChunks, drawnChunks } from './drawn-chunks.ts';

interface ManyRows {
  readonly count: number;
  readonly rowsPerChunk: number;
  /** In pixels, of a row not yet drawn. */
  readonly expectedHeight: number;
}

/** For a scroller of many rows: what to draw. Rows and gaps have the attribute `data-chunk`. */
export interface ChunkedList<Scroller extends HTMLElement> extends DrawnChunks {
  readonly ref: RefObject<Scroller | null>;
  /** Call it on scroll and when the focus moves: the tab key may be faster than rendering. */
  readonly look: () => void;
  /**
   * Height of all rows in pixels: for an element next to them that keeps the list's height while rows are exchanged.
   * If a focused row is removed, the browser would otherwise scroll to the end of the half-changed list.
   */
  readonly total: number;
}

/** Smaller scroll distances do not redraw. */
const step = 200;
/** Positions are whole pixels, so the same height may be measured slightly differently elsewhere. */
const rounded = 2;

/** Draws only the chunks in view of many rows with different heights, which are measured when drawn. */
export function useDrawnChunks<Scroller extends HTMLElement>({
  count,
  rowsPerChunk,
  expectedHeight,
}: ManyRows): ChunkedList<Scroller> {
  const ref = useRef<Scroller>(null);
  const [measured, setMeasured] = useState<ReadonlyMap<number, number>>(new Map());
  const [view, setView] = useState({ scrollTop: 0, viewHeight: 800 });
  const heights = Array.from({ length: Math.ceil(count / rowsPerChunk) }, (_, chunk) => {
    const rows = Math.min(rowsPerChunk, count - chunk * rowsPerChunk);
    return measured.get(chunk) ?? rows * expectedHeight;
  });
  const drawn = drawnChunks({ heights, ...view });
  useLayoutEffect(() => {
    const changed = heightsOf(ref.current, drawn).filter(
      ([chunk, height]) => Math.abs((measured.get(chunk) ?? 0) - height) > rounded,
    );
    if (changed.length > 0) setMeasured(new Map([...measured, ...changed]));
  });
  return {
    ...drawn,
    total: heights.reduce((sum, height) => sum + height, 0),
    ref,
    look: () => {
      const { scrollTop = 0, clientHeight = 0 } = ref.current ?? {};
      setView((former) => {
        const next = { scrollTop: Math.floor(scrollTop / step) * step, viewHeight: clientHeight };
        const isSame = former.scrollTop === next.scrollTop && former.viewHeight === next.viewHeight;
        return isSame ? former : next;
      });
    },
  };
}

/** Measured heights of the drawn chunks, each up to the first row of the next. */
function heightsOf(list: HTMLElement | null, { from, to }: DrawnChunks): [number, number][] {
  if (list === null) return [];
  const topOf = (chunk: number): number =>
    list.querySelector<HTMLElement>(`[data-chunk="${chunk}"]`)?.offsetTop ?? endOf(list);
  return Array.from({ length: to - from }, (_, place) => {
    const chunk = from + place;
    return [chunk, topOf(chunk + 1) - topOf(chunk)];
  });
}

function endOf({ lastElementChild: last }: HTMLElement): number {
  return last instanceof HTMLElement ? last.offsetTop + last.offsetHeight : 0;
}
