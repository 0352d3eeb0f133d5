import { type MouseEvent, type RefObject, useMemo, useRef } from 'react';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import type { Place } from '../../sheet/area.ts';
import type { Column } from './columns.ts';
import { type Layout, layoutOf, scrollToPlace } from './grid-layout.ts';

/** The grid on the page: its layout, and the elements that scroll and receive typing. */
export interface GridView {
  readonly layout: Layout;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<HTMLTextAreaElement | null>;
  /** Scrolls as little as needed to show the cell. */
  readonly reveal: (place: Place) => void;
  /** Whether a cell is being edited. */
  readonly isTyping: () => boolean;
  /** For controls that act on the table: a click commits the current edit and keeps the focus in its cell. */
  readonly leaveCell: (event: MouseEvent) => void;
  /** Focuses the grid. */
  readonly focus: () => void;
}

export function useGridView(columns: readonly Column[], widths: Readonly<Record<string, number>>): GridView {
  const isPhone = useIsPhone();
  const layout = useMemo(() => layoutOf(columns, widths, isPhone), [columns, widths, isPhone]);
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  const isTyping = (): boolean => editor.current?.dataset.part === 'editor';
  const focus = (): void => editor.current?.focus({ preventScroll: true });
  return {
    layout,
    frame,
    editor,
    reveal: (place) => {
      if (frame.current) scrollToPlace(frame.current, layout, place);
    },
    isTyping,
    leaveCell: (event) => {
      event.preventDefault();
      if (!isTyping()) return;
      editor.current?.blur();
      focus();
    },
    focus,
  };
}
