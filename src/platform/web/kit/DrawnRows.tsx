import type { ReactNode } from 'react';
import type { Piece } from '../rows-in-view.ts';

export interface DrawnRowsProps {
  readonly pieces: readonly Piece[];
  /** The element that takes the space of rows left out. */
  readonly gap: 'tr' | 'li';
  /** A row by its place, with a key. */
  readonly children: (place: number) => ReactNode;
}

/** The rows of `useRowsInView`, and the space of those left out. */
export function DrawnRows({ pieces, gap: Gap, children }: DrawnRowsProps): ReactNode {
  return pieces.map((piece, place) =>
    typeof piece === 'number' ? (
      children(piece)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no state.
      <Gap key={`gap-${place}`} aria-hidden data-gap style={{ height: piece.height }} />
    ),
  );
}
