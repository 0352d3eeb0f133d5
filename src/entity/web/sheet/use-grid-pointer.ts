import { type PointerEvent, useRef, useState } from 'react';
import { type Area, filledArea, type Place } from '../../sheet/area.ts';
import { headHeight, type Layout, numberWidth, placeAt, rowHeight } from './grid-layout.ts';
import type { GridSize } from './use-grid-keys.ts';
import type { Selection } from './use-selection.ts';

type Drag = 'select' | 'lines' | 'fill';

export interface GridPointer {
  /** The area that a fill would cover if the pointer were released now. */
  readonly filling: Area | null;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
  };
}

export interface GridPointerOptions {
  readonly layout: Layout;
  readonly size: GridSize;
  readonly selection: Selection;
  /** Commits the current edit before another cell is selected. */
  readonly onLeaveCell: () => void;
  readonly onFill: (source: Area, target: Area) => void;
}

/** Selects, extends and fills with the pointer: cells, whole lines by their number, whole columns by their head. */
export function useGridPointer(options: GridPointerOptions): GridPointer {
  const { layout, selection } = options;
  const { lines, columns } = options.size;
  const drag = useRef<Drag | null>(null);
  const [filling, setFilling] = useState<Area | null>(null);
  const placeOf = (event: PointerEvent<HTMLElement>): Place => {
    const view = event.currentTarget;
    const { left, top } = view.getBoundingClientRect();
    const { scrollLeft, scrollTop } = view;
    const point = { x: event.clientX - left, y: event.clientY - top, scrollLeft, scrollTop };
    return placeAt(layout, lines, point);
  };
  const start = (event: PointerEvent<HTMLElement>): Drag => {
    if ((event.target as HTMLElement).dataset.part === 'fill') return 'fill';
    const place = placeOf(event);
    options.onLeaveCell();
    const bars = barsUnder(event);
    if (!bars.head && !bars.number) {
      selection.select(place, event.shiftKey);
      return 'select';
    }
    const from = event.shiftKey && bars.number ? selection.active.line : place.line;
    selection.selectArea(wholeArea(place, from, bars, options.size));
    return bars.head ? 'select' : 'lines';
  };
  const finish = (isDone: boolean): void => {
    if (isDone && drag.current === 'fill' && filling) options.onFill(selection.area, filling);
    drag.current = null;
    setFilling(null);
  };
  return {
    filling,
    handlers: {
      onPointerDown: (event) => {
        const view = event.currentTarget;
        const isScrollbar = event.nativeEvent.offsetX > view.clientWidth && event.target === view;
        const part = (event.target as HTMLElement).closest<HTMLElement>('[data-part]')?.dataset.part;
        if (event.button !== 0 || isScrollbar || part === 'editor') return;
        if (part !== undefined && part !== 'fill') return options.onLeaveCell();
        const { head } = barsUnder(event);
        drag.current = start(event);
        if (head) drag.current = null;
        else if (event.pointerType !== 'touch') view.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event) => {
        if (drag.current === null || event.pointerType === 'touch') return;
        scrollAtEdge(event);
        const place = placeOf(event);
        if (drag.current === 'fill') setFilling(filledArea(selection.area, place));
        else if (drag.current === 'lines') selection.select({ line: place.line, column: columns - 1 }, true);
        else selection.select(place, true);
      },
      onPointerUp: () => finish(true),
      onPointerCancel: () => finish(false),
    },
  };
}

interface Bars {
  readonly head: boolean;
  readonly number: boolean;
}

function barsUnder({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Bars {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { head: clientY - top < headHeight, number: clientX - left < numberWidth };
}

/** The column below its head, the lines beside their numbers, or in the corner all used cells. */
function wholeArea(place: Place, from: number, { head, number }: Bars, { used, columns }: GridSize): Area {
  return {
    top: head ? 0 : Math.min(from, place.line),
    left: number ? 0 : place.column,
    bottom: head ? Math.max(used - 1, 0) : Math.max(from, place.line),
    right: number ? columns - 1 : place.column,
  };
}

/** Scrolls when a drag reaches the edge. */
function scrollAtEdge({ currentTarget: view, clientX, clientY }: PointerEvent<HTMLElement>): void {
  const { left, top, right, bottom } = view.getBoundingClientRect();
  if (clientY > bottom - 12) view.scrollTop += rowHeight;
  else if (clientY < top + headHeight) view.scrollTop -= rowHeight;
  if (clientX > right - 12) view.scrollLeft += rowHeight;
  else if (clientX < left + numberWidth) view.scrollLeft -= rowHeight;
}
