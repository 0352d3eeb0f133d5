import { useEffect, useState } from 'react';

export interface Place {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Only the top of a tall element is marked, to leave room for the card. */
const mostOfWindow = 0.4;

/** Position of the first matching element in the window, kept up to date; null if there is none. */
export function usePlace(selector: string | null): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const element = selector === null ? null : document.querySelector(selector);
    if (element === null) return setPlace(null);
    element.scrollIntoView({ block: 'nearest' });
    const look = (): void => setPlace((before) => unchanged(before, placeOf(element)));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    observer.observe(element);
    window.addEventListener('scroll', look, true);
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look, true);
      window.removeEventListener('resize', look);
    };
  }, [selector]);
  return place;
}

function placeOf(element: Element): Place {
  const { top, left, width, height } = element.getBoundingClientRect();
  return { top, left, width, height: Math.min(height, window.innerHeight * mostOfWindow) };
}

function unchanged(before: Place | null, now: Place): Place {
  const isSame =
    before !== null &&
    (['top', 'left', 'width', 'height'] as const).every((side) => before[side] === now[side]);
  return isSame ? before : now;
}
