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
      if (drawnLines(top, count).from !== drawn.from) setScrollTop(top);
    },
  };
}
