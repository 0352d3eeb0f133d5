import { type UIEvent, useState } from 'react';
import { drawnLines } from './grid-layout.ts';

export interface DrawnLines {
  /** The lines in view and some around them. */
  readonly drawn: { readonly from: number; readonly to: number };
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** Which of so many lines are drawn; draws again only when scrolling has reached others. */
export function useDrawnLines(count: number): DrawnLines {
  const [scrollTop, setScrollTop] = useState(0);
  const drawn = drawnLines(scrollTop, count);
  return {
    drawn,
    onScroll: ({ currentTarget: { scrollTop: top } }) => {
      // Compared with what will be drawn: what is drawn at the moment may be behind on a busy machine.
      setScrollTop((before) =>
        drawnLines(top, count).from === drawnLines(before, count).from ? before : top,
      );
    },
  };
}
