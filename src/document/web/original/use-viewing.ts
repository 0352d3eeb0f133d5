import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useIsPhone } from '../../../platform/web/use-is-phone.ts';
import { steppedZoom, type Zoom } from './zoom.ts';

/** The pages, once loaded. */
interface Pages {
  /** The unzoomed width of the first page. */
  readonly width: number;
  readonly count: number;
}

/** The view of the original. */
export interface Viewing {
  /** The zoom factor. */
  readonly shown: number;
  /** Null before the pages are loaded. */
  readonly count: number | null;
  readonly isFitted: boolean;
  readonly fit: () => void;
  readonly step: (direction: 1 | -1) => void;
  readonly reportSize: (pages: Pages) => void;
  /** The ref of the scrolling element. */
  readonly view: (element: HTMLElement | null) => void;
}

/** The space on both sides of a page. */
const margins = { desk: 48, phone: 16 } as const;

/** The zoom of the original: fits its width until the person changes it. */
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
    reportSize: setPages,
    view: ref,
  };
}
