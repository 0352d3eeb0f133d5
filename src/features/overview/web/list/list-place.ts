import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Selection } from '../../documents-query.ts';
import type { ListEnd } from './documents.ts';

/** Scroll position in a list. */
export interface ListPlace {
  /** The end from which the list is loaded. */
  readonly from: ListEnd;
  /** In pixels; infinite means the very end. Updated during scrolling without a render. */
  scrollTop: number;
}

export interface PlaceInList {
  readonly place: ListPlace;
  /** Jumps to an end of the list; loads from there unless all rows are loaded. */
  readonly goTo: (end: ListEnd, isWhole: boolean) => void;
}

/** By browser history entry, so that going back restores the position. */
const places = new Map<string, ListPlace>();

const atStart = (): ListPlace => ({ from: 'start', scrollTop: 0 });

/** Scroll position of a selection; a new selection starts at the top, going back restores the former position. */
export function useListPlace(selection: Selection | null): PlaceInList {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [shown, setShown] = useState(() => ({ entry, selection, place: places.get(entry) ?? atStart() }));
  if (shown.entry !== entry || shown.selection !== selection) {
    // Selecting a document adds a history entry for the same list.
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
