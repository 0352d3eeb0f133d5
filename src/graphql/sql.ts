import { Refused, refuse } from '../base/refusal.ts';
import { type Model, type Table, tableOf } from './model.ts';

/** More parameters than any sensible request has; PostgreSQL itself ends at 65,535. */
const maxParameters = 10_000;

/** Relations that the filters and orders of one statement may lead through; the overview's widest uses a few dozen. */
const maxLookups = 100;

/** Quotes a name. Names come from the model or have passed the GraphQL grammar, never from free text. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnRef(alias: string, column: string): string {
  return `${alias}.${identifier(column)}`;
}

/**
 * A condition over the alias of a table that holds for every row that the person of a request sees; undefined where none
 * is worth it. It changes no answer: it tells the planner what the policy cannot, that few rows are seen, and which.
 */
export type Narrowing = (table: Table, alias: string) => string | undefined;

/** One SQL statement in the making: its parameters, its table aliases and the model it is about. */
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

  /** Notes that a filter or an order looks into another table, for every row anew; too many would take too long (API-44). */
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

/** The alias of a row that becomes JSON; no key of an answer can be called that. */
export const row = '"$"';

export type Pair = readonly [key: string, sql: string];

/** The select list of an object; a record of it becomes the JSON object. */
export function selectList(pairs: readonly Pair[]): string {
  return pairs.map(([key, sql]) => `${sql} as ${identifier(key)}`).join(', ');
}

/** A JSON object with one row's worth of values; `from` may be empty. */
export function jsonObject(pairs: readonly Pair[], from = ''): string {
  return `(select row_to_json(${row}) from (select ${selectList(pairs)}${from && ` from ${from}`}) ${row})`;
}

/** PostgreSQL takes 100 arguments in one call. */
const maxPairs = 50;

/** A JSON object built by a call, which may hold aggregates of the query around it. */
export function builtObject(pairs: readonly Pair[]): string {
  const list = pairs.map(([key, sql]) => `'${key}', ${sql}`);
  if (list.length <= maxPairs) return `json_build_object(${list.join(', ')})`;
  const parts = Array.from({ length: Math.ceil(list.length / maxPairs) }, (_, part) =>
    list.slice(part * maxPairs, (part + 1) * maxPairs),
  );
  return `(${parts.map((part) => `jsonb_build_object(${part.join(', ')})`).join(' || ')})::json`;
}

/** The condition that joins two aliases by the column pairs of a relation. */
export function joined(left: string, right: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([mine, theirs]) => `${columnRef(right, theirs)} = ${columnRef(left, mine)}`)
    .join(' and ');
}
