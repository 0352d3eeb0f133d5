import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type DrawnChunks, drawnChunks } from './drawn-chunks.ts';

interface ManyRows {
  readonly count: number;
  readonly rowsPerChunk: number;
  /** In pixels, of a row that was never drawn. */
  readonly expectedHeight: number;
}

/** What scrolls many rows needs to draw those in view; its rows bear the attribute `data-chunk`, its gaps as well. */
export interface ChunkedList<Scroller extends HTMLElement> extends DrawnChunks {
  readonly ref: RefObject<Scroller | null>;
  /** To be called when it is scrolled, and when the focus moves: the tab key may be faster than the picture. */
  readonly look: () => void;
  /**
   * How high all rows are, in pixels: for an element beside them that keeps the list as high while they are exchanged. Where
   * a row goes that has the focus, the browser looks at the list half changed, and would scroll to where it ended.
   */
  readonly total: number;
}

/** Scrolled by less than this, the same rows are drawn. */
const step = 200;
/** Places are whole pixels, so that the same height is measured a bit differently elsewhere. */
const rounded = 2;

/** Draws of many rows of several heights those in view, chunk by chunk; their heights are measured when they are drawn. */
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

/** Of the chunks that are drawn, each from its first row to that of the next one. */
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
