import { finds } from '../../../base/search.ts';
import type { TypedLine } from './line-columns.ts';
import type { GridLine } from './use-grid-lines.ts';

/** The places of the shown lines whose texts match a search; empty without one. */
export function foundPlaces<Line extends TypedLine>(
  shown: readonly GridLine<Line>[],
  text: string,
): readonly number[] {
  if (text.trim() === '') return [];
  return shown.flatMap(({ line }, place) => (finds(text, textsOf(line)) ? [place] : []));
}

/** The matching line after the last one, or before it, and around the ends; undefined without a match. */
export function nextPlace(found: readonly number[], last: number, isBackwards: boolean): number | undefined {
  return isBackwards
    ? (found.findLast((place) => place < last) ?? found.at(-1))
    : (found.find((place) => place > last) ?? found[0]);
}

/** What is typed or chosen in a line. */
function textsOf({ key: _, ...fields }: TypedLine): readonly string[] {
  return Object.values(fields).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : isNamed(value) ? [value.number ?? '', value.name] : [],
  );
}

function isNamed(value: unknown): value is { readonly name: string; readonly number?: string | null } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}
