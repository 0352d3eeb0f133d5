import { type UIEvent, useState } from 'react';
import { drawnLines } from './grid-layout.ts';

export interface DrawnLines {
  /** The lines in view and some around them. */
  readonly drawn: { readonly from: number; readonly to: number };
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** The lines to render; renders again only when scrolling reaches others. */
export function useDrawnLines(count: number): DrawnLines {
  const [scrollTop, setScrollTop] = useState(0);
  const drawn = drawnLines(scrollTop, count);
  return {
    drawn,
    onScroll: ({ currentTarget: { scrollTop: top } }) => {
      // Compares with the pending state: the rendered one may lag behind on a busy machine.
      setScrollTop((before) =>
        drawnLines(top, count).from === drawnLines(before, count).from ? before : top,
      );
    },
  };
}
