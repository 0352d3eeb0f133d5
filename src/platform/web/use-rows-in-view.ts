import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { allRows, fewRows, type Piece, rowsInView } from './rows-in-view.ts';
import { useStable } from './use-stable.ts';

export interface ManyRows {
  /** Identify the rows, in their order. */
  readonly keys: readonly string[];
  /** Pixels of a row, until one was drawn. */
  readonly expectedHeight: number;
  /** Names how the rows are laid out: heights measured in another layout do not count. */
  readonly layout?: string;
  /** The key of a row that stays drawn, such as the first with an error, so that it can be found on the page. */
  readonly kept?: string | undefined;
}

/**
 * What to draw of many rows. All elements of a row have `data-row` with its key, the first of them `data-line` with
 * its place.
 */
export interface RowsInView<List extends HTMLElement> {
  /** The parent element of the rows. */
  readonly list: RefObject<List | null>;
  readonly pieces: readonly Piece[];
  /** Whether rows may be left out. */
  readonly isLong: boolean;
  /** Draws a row wherever it is, to be focused or scrolled to afterwards. */
  readonly draw: (place: number) => void;
  /** The first element of a row; null if it is not drawn. */
  readonly elementAt: (place: number) => HTMLElement | null;
}

interface View {
  /** Pixels from the top of the list to the top of the window; negative while the list begins below. */
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** Keys of the rows with the focus, and of those whose unreadable text exists only in their fields (VAL-45). */
  readonly busy: readonly string[];
}

/** Before the page has a height. */
const firstView: View = { scrollTop: 0, viewHeight: 800, busy: [] };
/** Smaller scroll distances do not draw again. */
const step = 200;
/** The same height may be measured slightly differently elsewhere. */
const rounded = 1;

/**
 * Draws only the rows in view of more than forty, whatever scrolls them. Their heights are measured when drawn. The row
 * with the focus, its neighbours for the tab key, and rows with unreadable text stay. Printing draws all.
 */
export function useRowsInView<List extends HTMLElement>(many: ManyRows): RowsInView<List> {
  const { keys, expectedHeight, layout = '', kept } = many;
  const list = useRef<List>(null);
  const [view, setView] = useState(firstView);
  const [sought, setSought] = useState<number | null>(null);
  const isLong = keys.length > fewRows;
  const isPrinting = useIsPrinting();
  const { heights, measure } = useHeights(list, keys, { expectedHeight, layout });
  const elementAt = (place: number): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[data-line="${place}"]`) ?? null;

  const look = useStable((): void => {
    if (list.current === null) return;
    const top = Math.floor(-list.current.getBoundingClientRect().top / step) * step;
    const next = { scrollTop: top, viewHeight: window.innerHeight, busy: busyRows(list.current, keys) };
    setView((former) => (isSameView(former, next) ? former : next));
    setSought((place) => (place !== null && elementAt(place) !== null ? null : place));
  });
  const lookAgain = useStable((): void => {
    measure();
    look();
  });
  useFollowing(list, isLong, look, lookAgain);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows moved.
  useLayoutEffect(() => {
    if (isLong) look();
  }, [look, isLong, keys.length, layout]);

  const places = new Map(isLong ? keys.map((key, place) => [key, place]) : []);
  const stays = [...view.busy, kept].flatMap((key) => (key === undefined ? [] : (places.get(key) ?? [])));
  return {
    list,
    isLong,
    pieces:
      isLong && !isPrinting
        ? rowsInView({ heights, ...view }, new Set(sought === null ? stays : [...stays, sought]))
        : allRows(keys.length),
    draw: setSought,
    elementAt,
  };
}

/** Looks again when anything scrolls, the window or the rows change their size, and the focus moves. */
function useFollowing(
  list: RefObject<HTMLElement | null>,
  isLong: boolean,
  look: () => void,
  lookAgain: () => void,
): void {
  useEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return;
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      // Within the list the next focus looks: a row must not vanish before it has the focus.
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) look();
    };
    // Rows that come into view are drawn in small pieces, so that scrolling stays fluid.
    const onScroll = (): void => startTransition(look);
    const sizes = new ResizeObserver(lookAgain);
    sizes.observe(element.closest('table') ?? element);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    window.addEventListener('resize', look);
    element.addEventListener('focusin', look);
    element.addEventListener('focusout', onLeave);
    return () => {
      sizes.disconnect();
      document.removeEventListener('scroll', onScroll, { capture: true });
      window.removeEventListener('resize', look);
      element.removeEventListener('focusin', look);
      element.removeEventListener('focusout', onLeave);
    };
  }, [list, isLong, look, lookAgain]);
}

/** The heights of all rows: measured, else the average of the measured ones. */
function useHeights(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  { expectedHeight, layout }: { readonly expectedHeight: number; readonly layout: string },
): { readonly heights: readonly number[]; readonly measure: () => void } {
  const [measured, setMeasured] = useState<Measured>({ layout, heights: new Map() });
  const known = measured.layout === layout ? measured.heights : new Map<string, number>();
  const sum = [...known.values()].reduce((total, height) => total + height, 0);
  const usual = known.size === 0 ? expectedHeight : sum / known.size;
  const measure = (): void => {
    const changed = [...heightsOf(list.current)].filter(
      ([key, height]) => Math.abs((known.get(key) ?? 0) - height) > rounded,
    );
    if (changed.length > 0) setMeasured({ layout, heights: new Map([...known, ...changed]) });
  };
  return { heights: keys.map((key) => known.get(key) ?? usual), measure };
}

interface Measured {
  readonly layout: string;
  /** By key. */
  readonly heights: ReadonlyMap<string, number>;
}

/** The height of each drawn row, with all its elements. */
function heightsOf(list: HTMLElement | null): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  for (const element of list?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? []) {
    const key = element.dataset.row ?? '';
    heights.set(key, (heights.get(key) ?? 0) + element.getBoundingClientRect().height);
  }
  return heights;
}

function busyRows(list: HTMLElement, keys: readonly string[]): readonly string[] {
  const rowOf = (element: Element | null): string | undefined =>
    element !== null && list.contains(element)
      ? element.closest<HTMLElement>('[data-row]')?.dataset.row
      : undefined;
  const focused = rowOf(document.activeElement);
  const place = focused === undefined ? -1 : keys.indexOf(focused);
  const near = place === -1 ? [] : keys.slice(Math.max(place - 1, 0), place + 2);
  const unread = [...list.querySelectorAll('[data-unreadable]')].flatMap((field) => rowOf(field) ?? []);
  return [...new Set([...near, ...unread])];
}

function isSameView(one: View, other: View): boolean {
  return (
    one.scrollTop === other.scrollTop &&
    one.viewHeight === other.viewHeight &&
    one.busy.join(' ') === other.busy.join(' ')
  );
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what stands on the page when the handler returns.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
