import { Fragment, type ReactNode } from 'react';
import { foundParts } from '../../../base/search.ts';

export interface MatchedProps {
  readonly text: string;
  /** The search text; an empty one marks nothing. */
  readonly wanted: string;
}

/** A text with the matches of a search in bold. */
export function Matched({ text, wanted }: MatchedProps): ReactNode {
  return segments(text, foundParts(text, wanted)).map(({ part, isFound }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other order.
    isFound ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
  );
}

interface Segment {
  readonly part: string;
  readonly isFound: boolean;
}

/** The text split at the first occurrence of each match. */
function segments(text: string, found: readonly string[]): readonly Segment[] {
  const places = found
    .map((part) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length }))
    .toSorted((one, other) => one.start - other.start);
  const cut: Segment[] = [];
  let read = 0;
  for (const { start, end } of places) {
    if (start < read) continue;
    cut.push(
      { part: text.slice(read, start), isFound: false },
      { part: text.slice(start, end), isFound: true },
    );
    read = end;
  }
  return [...cut, { part: text.slice(read), isFound: false }].filter(({ part }) => part !== '');
}
