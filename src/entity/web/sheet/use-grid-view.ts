import { type RefObject, useMemo, useRef } from 'react';
import type { Place } from '../../sheet/area.ts';
import type { Column } from './columns.ts';
import { type Layout, layoutOf, scrollToPlace } from './grid-layout.ts';

/** The grid on the page: where its columns lie, and the two elements that scrolling and typing go to. */
export interface GridView {
  readonly layout: Layout;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<HTMLTextAreaElement | null>;
  /** Scrolls as little as needed to show the cell. */
  readonly reveal: (place: Place) => void;
  /** Whether something is being typed into a cell. */
  readonly isTyping: () => boolean;
  /** Gives the keyboard to the grid. */
  readonly focus: () => void;
}

export function useGridView(columns: readonly Column[]): GridView {
  const layout = useMemo(() => layoutOf(columns), [columns]);
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  return {
    layout,
    frame,
    editor,
    reveal: (place) => {
      if (frame.current) scrollToPlace(frame.current, layout, place);
    },
    isTyping: () => editor.current?.dataset.part === 'editor',
    focus: () => editor.current?.focus({ preventScroll: true }),
  };
}
