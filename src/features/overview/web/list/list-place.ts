import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Selection } from '../../documents-query.ts';
import type { ListEnd } from './documents.ts';

/** How far somebody has come in a list. */
export interface ListPlace {
  /** The end from which the list is read. */
  readonly from: ListEnd;
  /** In pixels; infinite is the very end. Follows the scrolling without drawing anything. */
  scrollTop: number;
}

export interface PlaceInList {
  readonly place: ListPlace;
  /** Goes to an end of the list; what has not been read up to there is read from there. */
  readonly goTo: (end: ListEnd, isWhole: boolean) => void;
}

/** By the entries of the browser's history: whoever comes back finds the list where he left it. */
const places = new Map<string, ListPlace>();

const atStart = (): ListPlace => ({ from: 'start', scrollTop: 0 });

/** Where the list of a selection is; another selection begins at its start, the way back leads to the place of then. */
export function useListPlace(selection: Selection | null): PlaceInList {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [shown, setShown] = useState(() => ({ entry, selection, place: places.get(entry) ?? atStart() }));
  if (shown.entry !== entry || shown.selection !== selection) {
    // Selecting a document makes a new entry of the same list.
    const isSameList = shown.selection === selection || shown.selection === null;
    setShown({ entry, selection, place: places.get(entry) ?? (isSameList ? shown.place : atStart()) });
  }
  const { place } = shown;
  useEffect(() => {
    places.set(entry, place);
  }, [entry, place]);
  return {
    place,
    goTo: (end, isWhole) =>
      setShown((before) => ({
        ...before,
        place: {
          from: isWhole ? before.place.from : end,
          scrollTop: end === 'start' ? 0 : Number.POSITIVE_INFINITY,
        },
      })),
  };
}
