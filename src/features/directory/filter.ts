import { Refused, refuse } from '../../base/refusal.ts';
import { isObject, type Json } from './attributes.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

export type FilterValue = string | number | boolean | null;

/** A filter of SCIM (RFC 7644, 3.4.2.2). Paths are as written, such as `name.givenName`. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly [Filter, Filter] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | {
      readonly kind: 'compare';
      readonly path: string;
      readonly comparison: Comparison;
      readonly value: FilterValue;
    }
  | { readonly kind: 'among'; readonly path: string; readonly of: Filter };

/** Longer, deeper or wider filters are refused. */
const maxLength = 2_000;
const maxDepth = 20;

/**
 * The filter of a text. `and` binds closer than `or`, operators are written in any case.
 *
 * @throws Refused `scim_filter`
 */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw wrong(text.slice(0, 50));
  const reader = new Reader(text);
  const filter = anyOf(reader, 0);
  if (reader.next !== undefined) throw wrong(reader.next);
  return filter;
}

function wrong(part: string): Refused {
  return new Refused(refuse('scim_filter', { values: { part } }));
}

/** The tokens of a filter: brackets, texts in quotes, and words. */
class Reader {
  readonly #tokens: readonly string[];
  #place = 0;

  constructor(text: string) {
    const tokens = text.match(/[()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+|"/g) ?? [];
    this.#tokens = tokens;
  }

  get next(): string | undefined {
    return this.#tokens[this.#place];
  }

  take(): string {
    const token = this.next;
    if (token === undefined) throw wrong('');
    this.#place += 1;
    return token;
  }

  /** Takes this token if it is the next one. */
  skips(token: string): boolean {
    const isNext = this.next?.toLowerCase() === token;
    if (isNext) this.#place += 1;
    return isNext;
  }

  expect(token: string): void {
    if (!this.skips(token)) throw wrong(this.next ?? '');
  }
}

function anyOf(reader: Reader, depth: number): Filter {
  let filter = allOf(reader, depth);
  while (reader.skips('or')) filter = { kind: 'or', of: [filter, allOf(reader, depth)] };
  return filter;
}

function allOf(reader: Reader, depth: number): Filter {
  let filter = term(reader, depth);
  while (reader.skips('and')) filter = { kind: 'and', of: [filter, term(reader, depth)] };
  return filter;
}

function term(reader: Reader, depth: number): Filter {
  if (depth > maxDepth) throw wrong(reader.next ?? '');
  const isNot = reader.skips('not');
  if (isNot || reader.next === '(') {
    reader.expect('(');
    const inner = anyOf(reader, depth + 1);
    reader.expect(')');
    return isNot ? { kind: 'not', of: inner } : inner;
  }
  const path = reader.take();
  if (!/^[a-z][\w$.:-]*$/i.test(path)) throw wrong(path);
  if (reader.skips('[')) {
    const inner = anyOf(reader, depth + 1);
    reader.expect(']');
    return { kind: 'among', path, of: inner };
  }
  if (reader.skips('pr')) return { kind: 'present', path };
  const word = reader.take().toLowerCase();
  const comparison = comparisons.find((one) => one === word);
  if (comparison === undefined) throw wrong(word);
  return { kind: 'compare', path, comparison, value: literal(reader.take()) };
}

function literal(token: string): FilterValue {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as FilterValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw wrong(token);
}

/** Whether an object meets the filter; texts are compared without case. */
export function meets(filter: Filter, object: Json): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((one) => meets(one, object));
    case 'or':
      return filter.of.some((one) => meets(one, object));
    case 'not':
      return !meets(filter.of, object);
    case 'present':
      return valuesAt(object, filter.path).some((value) => value !== null && value !== '');
    case 'compare': {
      const values = valuesAt(object, filter.path);
      const { comparison, value: wanted } = filter;
      if (values.length === 0) return comparison === 'ne';
      return values.some((value) => compares(folded(value), comparison, folded(wanted)));
    }
    case 'among':
      return valuesAt(object, filter.path).some((value) => isObject(value) && meets(filter.of, value));
  }
}

/** The values at a path of names in any case; those of each object of a list. */
function valuesAt(object: Json, path: string): readonly unknown[] {
  let values: readonly unknown[] = [object];
  for (const part of path.toLowerCase().split('.'))
    values = values.flatMap((value) =>
      isObject(value)
        ? Object.entries(value)
            .filter(([key]) => key.toLowerCase() === part)
            .flatMap(([, one]) => one ?? [])
        : [],
    );
  return values;
}

/** Booleans may be written as texts, as Entra ID does. */
function folded(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function compares(value: unknown, comparison: Comparison, wanted: unknown): boolean {
  if (comparison === 'eq') return value === wanted;
  if (comparison === 'ne') return value !== wanted;
  if (typeof value === 'number' && typeof wanted === 'number') return isOrdered(value, comparison, wanted);
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  if (comparison === 'co') return value.includes(wanted);
  if (comparison === 'sw') return value.startsWith(wanted);
  if (comparison === 'ew') return value.endsWith(wanted);
  return isOrdered(value, comparison, wanted);
}

function isOrdered<T extends string | number>(value: T, comparison: Comparison, wanted: T): boolean {
  if (comparison === 'gt') return value > wanted;
  if (comparison === 'ge') return value >= wanted;
  if (comparison === 'lt') return value < wanted;
  return comparison === 'le' && value <= wanted;
}
