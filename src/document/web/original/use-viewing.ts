import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import { steppedZoom, type Zoom } from './zoom.ts';

/** What is known of the pages once they are there. */
interface Pages {
  /** Of the first one at its own size. */
  readonly width: number;
  readonly count: number;
}

/** How the original is looked at. */
export interface Viewing {
  /** How much larger than its own size it is shown. */
  readonly shown: number;
  /** Null before the pages are known. */
  readonly count: number | null;
  readonly isFitted: boolean;
  readonly fit: () => void;
  readonly step: (direction: 1 | -1) => void;
  readonly tellSize: (pages: Pages) => void;
  /** Goes to what scrolls the pages. */
  readonly view: (element: HTMLElement | null) => void;
}

/** The room on both sides of a page. */
const margins = { desk: 48, phone: 16 } as const;

/** Zoom of the original: as wide as its place, until the person chooses otherwise. */
export function useViewing(): Viewing {
  const { ref, width } = useElementSize();
  const isPhone = useIsPhone();
  const [zoom, setZoom] = useState<Zoom>('width');
  const [pages, setPages] = useState<Pages | null>(null);
  const fitting =
    pages === null ? 1 : Math.max(0.1, (width - margins[isPhone ? 'phone' : 'desk']) / pages.width);
  const shown = zoom === 'width' ? Math.round(fitting * 1000) / 1000 : zoom;
  return {
    shown,
    count: pages?.count ?? null,
    isFitted: zoom === 'width',
    fit: () => setZoom('width'),
    step: (direction) => setZoom(steppedZoom(shown, direction)),
    tellSize: setPages,
    view: ref,
  };
}
