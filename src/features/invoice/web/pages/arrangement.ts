import { type PagePlan, type Turn, turnedBy } from '../../page-plan.ts';

/** A page in the dialog. */
export interface Tile {
  readonly invoiceId: number;
  /** Page number in the shown invoice, from 1. */
  readonly page: number;
  readonly turn: Turn;
  /** The page is left out of all invoices. */
  readonly isLeftOut: boolean;
}

/** Ordered pages, grouped into the parts that become invoices; no part is empty. */
export type Arrangement = readonly (readonly Tile[])[];

/** Index of a page over all parts, from 0. */
export type Place = number;

export const keyOf = ({ invoiceId, page }: Tile): string => `${invoiceId}-${page}`;

/** The initial arrangement: one part per invoice. */
export function asShown(sources: readonly { readonly id: number; readonly pages: number }[]): Arrangement {
  return sources.map(({ id, pages }) =>
    Array.from({ length: pages }, (_, place) => ({
      invoiceId: id,
      page: place + 1,
      turn: 0,
      isLeftOut: false,
    })),
  );
}

/** The proposed arrangement: a part per invoice that the recognition found in a file (REC-14). */
export function asProposed(
  sources: readonly { readonly id: number; readonly pages: number; readonly starts: readonly number[] }[],
): Arrangement {
  return asShown(sources).flatMap((part, place) => {
    const starts = (sources[place]?.starts ?? []).map((page) => page - 1);
    return cutAt(part, [0, ...starts.filter((start) => start > 0 && start < part.length)]);
  });
}

/** Starts a new part at this page, or joins the part that starts here with the previous one. */
export function withCut(arrangement: Arrangement, at: Place): Arrangement {
  if (at === 0) return arrangement;
  const starts = startsOf(arrangement);
  return cutAt(
    arrangement.flat(),
    starts.includes(at) ? starts.filter((start) => start !== at) : [...starts, at],
  );
}

export function withTurn(arrangement: Arrangement, at: Place): Arrangement {
  return changed(arrangement, at, (tile) => ({ ...tile, turn: turnedBy(tile.turn, 90) }));
}

/** Leaves a page out or restores it. */
export function withLeftOut(arrangement: Arrangement, at: Place): Arrangement {
  return changed(arrangement, at, (tile) => ({ ...tile, isLeftOut: !tile.isLeftOut }));
}

/**
 * Moves a page to the position of another one, which shifts. A page moved by one over the edge of its part joins the
 * next part and keeps its overall position; an empty part is removed.
 */
export function withMoved(arrangement: Arrangement, from: Place, to: Place): Arrangement {
  const tile = arrangement.flat()[from];
  if (tile === undefined || from === to || to < 0 || to >= arrangement.flat().length) return arrangement;
  const target = partAt(arrangement, to);
  const isNextDoor = Math.abs(from - to) === 1 && partAt(arrangement, from) !== target;
  const taken = arrangement.map((part) => part.filter((one) => one !== tile));
  const part = taken[target] ?? [];
  const place = to - (startsOf(arrangement)[target] ?? 0);
  const isFromBefore = partAt(arrangement, from) < target;
  const far = isFromBefore ? place + 1 : place;
  const near = isFromBefore ? 0 : part.length;
  return taken.with(target, part.toSpliced(isNextDoor ? near : far, 0, tile)).filter((one) => one.length > 0);
}

/** The page plan of an arrangement for the server. */
export function planOf(arrangement: Arrangement): PagePlan {
  return arrangement
    .map((part) => part.filter((tile) => !tile.isLeftOut))
    .filter((part) => part.length > 0)
    .map((part) => part.map(({ invoiceId, page, turn }) => ({ invoice_id: invoiceId, page, turn })));
}

/** The index of the first page of each part. */
export function startsOf(arrangement: Arrangement): readonly Place[] {
  let start = 0;
  return arrangement.map((part) => {
    const own = start;
    start += part.length;
    return own;
  });
}

function partAt(arrangement: Arrangement, at: Place): number {
  return startsOf(arrangement).findLastIndex((start) => start <= at);
}

function changed(arrangement: Arrangement, at: Place, change: (tile: Tile) => Tile): Arrangement {
  const tile = arrangement.flat()[at];
  return arrangement.map((part) => part.map((one) => (one === tile ? change(one) : one)));
}

function cutAt(tiles: readonly Tile[], starts: readonly Place[]): Arrangement {
  const ascending = starts.toSorted((one, other) => one - other);
  return ascending.map((start, part) => tiles.slice(start, ascending[part + 1] ?? tiles.length));
}
