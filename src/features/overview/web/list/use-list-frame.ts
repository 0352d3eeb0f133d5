import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  documentAt,
  heightOf,
  type Keyed,
  type ListLayout,
  type ListView,
  scrolledTo,
} from './list-layout.ts';
import type { ListPlace } from './list-place.ts';

/** In pixels: the view changes in steps, so that scrolling causes few renders. */
const step = 150;

export interface ListFrame {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly view: ListView;
  readonly onScroll: () => void;
}

interface FramedList {
  readonly layout: ListLayout<Keyed>;
  readonly place: ListPlace;
  /** The rows belong to an earlier selection while the present one loads. */
  readonly isOutdated: boolean;
  readonly selectedKey: string | undefined;
  /** Height of the sticky column heads, in pixels. */
  readonly covered: number;
}

/** The visible part of a list. Keeps visible rows in place while rows are added or removed above. */
export function useListFrame(list: FramedList): ListFrame {
  const { layout, place, isOutdated, selectedKey, covered } = list;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ListView>({ scrollTop: place.scrollTop, height: 900 });
  const restored = useRef<ListPlace>(null);
  const held = useRef<{ readonly key: string; readonly below: number } | null>(null);

  const look = (): void => {
    const element = frame.current;
    if (element === null) return;
    const { scrollTop, clientHeight } = element;
    if (restored.current === place) place.scrollTop = scrollTop;
    const key = documentAt(layout, scrollTop);
    const top = key === null ? undefined : layout.tops.get(key);
    held.current = key === null || top === undefined ? null : { key, below: top - scrollTop };
    const height = Math.ceil(clientHeight / step) * step;
    setView((before) =>
      before.height === height && Math.floor(before.scrollTop / step) === Math.floor(scrollTop / step)
        ? before
        : { scrollTop, height },
    );
  };
  const scrollTo = (element: HTMLElement, top: number): void => {
    const wanted = Math.min(top, element.scrollHeight);
    if (Math.round(wanted) !== Math.round(element.scrollTop)) element.scrollTop = wanted;
    look();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new rows or a new position need scrolling.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || isOutdated || layout.rows === 0) return;
    if (restored.current !== place) {
      restored.current = place;
      scrollTo(element, place.scrollTop);
      return;
    }
    const top = held.current === null ? undefined : layout.tops.get(held.current.key);
    const isMoved = element.scrollTop > 0 && held.current !== null && top !== undefined;
    scrollTo(element, isMoved ? top - (held.current?.below ?? 0) : element.scrollTop);
  }, [layout, place, isOutdated]);

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when another row is selected.
  useEffect(() => {
    const element = frame.current;
    const top = selectedKey === undefined ? undefined : layout.tops.get(selectedKey);
    const isRestored = isFirst.current && place.scrollTop > 0;
    isFirst.current = false;
    if (element === null || top === undefined || isRestored) return;
    const { scrollTop, clientHeight: height } = element;
    scrollTo(element, scrolledTo(top, layout.heights, { scrollTop, height }, covered));
  }, [selectedKey]);

  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => setView((before) => resized(before, frame.current)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return { frame, view, onScroll: look };
}

/** Loads more rows when fewer pixels are left to scroll. */
const nearEnd = 900;

export interface ReadingOn {
  /** Undefined when all rows are loaded. */
  readonly onMore?: (() => void) | undefined;
  readonly isLoadingMore: boolean;
  /** Loading failed; retried on request only. */
  readonly hasFailedMore: boolean;
}

/** Loads more rows near the end of the loaded ones. */
export function useReadingOn(
  { onMore, isLoadingMore, hasFailedMore }: ReadingOn,
  { layout, place }: Pick<FramedList, 'layout' | 'place'>,
  { scrollTop, height: viewHeight }: ListView,
): void {
  const isIdle = !isLoadingMore && !hasFailedMore && layout.rows > 0;
  const height = heightOf(layout);
  const read = useEffectEvent(() => {
    // A list loaded from its end first scrolls there.
    if (!isIdle || !Number.isFinite(place.scrollTop)) return;
    const left = place.from === 'end' ? place.scrollTop : height - place.scrollTop - viewHeight;
    if (left < nearEnd) onMore?.();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these may need more rows.
  useEffect(() => read(), [place, isIdle, height, scrollTop, viewHeight]);
}

function resized(view: ListView, element: HTMLElement | null): ListView {
  const height = Math.ceil((element?.clientHeight ?? view.height) / step) * step;
  return height === view.height ? view : { ...view, height };
}
