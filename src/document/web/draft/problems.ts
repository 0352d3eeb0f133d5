import type { FieldProblem } from '../../../base/refusal.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';

/** The problems shown on the page: texts by `head.<field>` and `<line key>.<field>`. */
export type Problems = ReadonlyMap<string, string>;

/** The problems before translation. */
export type PlacedProblems = ReadonlyMap<string, FieldProblem>;

/**
 * Maps the problems of the rules, which number the lines, to the fields of the page (VAL-45). `lineKeys` are the keys
 * of the lines that the rules see.
 */
export function placed(lineKeys: readonly string[], found: readonly FieldProblem[]): PlacedProblems {
  return new Map(
    found.map((problem) => {
      const [, position, name] = /^lines\.(\d+)\.(\w+)$/.exec(problem.field) ?? [];
      const key = position === undefined ? undefined : lineKeys[Number(position)];
      const place = key === undefined ? `head.${problem.field.replace(/^head\./, '')}` : `${key}.${name}`;
      return [place, problem] as const;
    }),
  );
}

/** Whether a place is that of a line, or of the lines as a whole. */
export function isOfLine(place: string): boolean {
  return place === 'head.lines' || !place.startsWith('head.');
}

/** The problems of each line by its key, with the places of `Problems`. */
export function problemsByLine(problems: Problems): ReadonlyMap<string, Problems> {
  const groups = Map.groupBy(problems, ([place]) => place.slice(0, place.lastIndexOf('.')));
  return new Map([...groups].map(([key, own]) => [key, new Map(own)]));
}

/** The problems without those of changed fields. */
export function withoutPlaces(problems: PlacedProblems, places: readonly string[]): PlacedProblems {
  if (!places.some((place) => problems.has(place))) return problems;
  return new Map([...problems].filter(([place]) => !places.includes(place)));
}

/** The problems in the current language. */
export function problemTexts(problems: PlacedProblems): Problems {
  return new Map(
    [...problems].map(([place, { field, code, values }]) => [
      place,
      refusalText(code, { ...values, field: field.split('.').at(-1) ?? field }),
    ]),
  );
}
