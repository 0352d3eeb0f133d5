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

/** What is typed or chosen in a line. */
function textsOf({ key: _, ...fields }: TypedLine): readonly string[] {
  return Object.values(fields).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : isNamed(value) ? [value.number ?? '', value.name] : [],
  );
}

function isNamed(value: unknown): value is { readonly name: string; readonly number?: string | null } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}
