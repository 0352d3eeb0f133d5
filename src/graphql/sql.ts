import { Refused, refuse } from '../base/refusal.ts';
import { type Model, type Table, tableOf } from './model.ts';

/** More parameters than any sensible request has; PostgreSQL's limit is 65,535. */
const maxParameters = 10_000;

/** Relations used by filters and orders of one statement; the overview's widest query uses a few dozen. */
const maxLookups = 100;

/** Quotes a name. Names come from the model or the GraphQL grammar, never from free text. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnRef(alias: string, column: string): string {
  return `${alias}.${identifier(column)}`;
}

/**
 * A redundant condition that holds for every row visible to the person of a request; undefined if not useful. Changes
 * no answer: it tells the planner that few rows are visible, and which, which it cannot see in the policy.
 */
export type Narrowing = (table: Table, alias: string) => string | undefined;

/** One SQL statement being built: its parameters, aliases and model. */
export class Statement {
  readonly values: unknown[] = [];
  readonly model: Model;
  readonly narrowed: Narrowing;
  #aliases = 0;
  #lookups = 0;

  constructor(model: Model, narrowed: Narrowing = () => undefined) {
    this.model = model;
    this.narrowed = narrowed;
  }

  /** Adds a value and returns its placeholder, cast to a type. */
  parameter(value: unknown, sqlType: string): string {
    if (this.values.length >= maxParameters)
      throw new Refused(refuse('limit_exceeded', { values: { limit: maxParameters } }));
    this.values.push(value);
    return `$${this.values.length}::${sqlType}`;
  }

  /** Counts a filter or order over another table, evaluated per row; too many would take too long (API-44). */
  lookInto(): void {
    this.#lookups += 1;
    if (this.#lookups > maxLookups)
      throw new Refused(
        refuse('limit_exceeded', { values: { what: 'relation filters', limit: maxLookups } }),
      );
  }

  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  table(name: string): Table {
    return tableOf(this.model, name);
  }
}

/** The alias of a row that becomes JSON; no key of an answer can have this name. */
export const row = '"$"';

export type Pair = readonly [key: string, sql: string];

/** The select list of an object; its record becomes the JSON object. */
export function selectList(pairs: readonly Pair[]): string {
  return pairs.map(([key, sql]) => `${sql} as ${identifier(key)}`).join(', ');
}

/** A JSON object from one row; `from` may be empty. */
export function jsonObject(pairs: readonly Pair[], from = ''): string {
  return `(select row_to_json(${row}) from (select ${selectList(pairs)}${from && ` from ${from}`}) ${row})`;
}

/** PostgreSQL allows 100 arguments per call. */
const maxPairs = 50;

/** A JSON object built by a function call, which may contain aggregates of the surrounding query. */
export function builtObject(pairs: readonly Pair[]): string {
  const list = pairs.map(([key, sql]) => `'${key}', ${sql}`);
  if (list.length <= maxPairs) return `json_build_object(${list.join(', ')})`;
  const parts = Array.from({ length: Math.ceil(list.length / maxPairs) }, (_, part) =>
    list.slice(part * maxPairs, (part + 1) * maxPairs),
  );
  return `(${parts.map((part) => `jsonb_build_object(${part.join(', ')})`).join(' || ')})::json`;
}

/** The join condition of two aliases by the column pairs of a relation. */
export function joined(left: string, right: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([mine, theirs]) => `${columnRef(right, theirs)} = ${columnRef(left, mine)}`)
    .join(' and ');
}
