import type { TaughtField } from '../hint.ts';
import { boxOf, type Evidence } from '../text/evidence.ts';
import type { Placed } from '../text/near.ts';
import type { Found } from '../text/page-reading.ts';
import { anchorOf } from './anchor.ts';
import { placesOf } from './printed.ts';

/** The label words of a place; empty when there are none. */
export function wordsBy(place: Placed, { layout }: Evidence): string {
  return anchorOf(layout, place, 'right') ?? anchorOf(layout, place, 'below') ?? '';
}

/** The label words of a value that was read. */
export function wordsAt(field: TaughtField, read: Found<string>, evidence: Evidence): string {
  const place = placesOf(field, read.value, evidence).find((printed) => standsAt(read, printed));
  return place ? wordsBy(place, evidence) : '';
}

/** Whether a value was read at a place. */
export function standsAt(read: Found<string>, place: Placed): boolean {
  const box = boxOf(place);
  return (
    place.cell.page === read.page && box.every((side, at) => Math.abs(side - (read.box[at] ?? 0)) < 0.001)
  );
}
