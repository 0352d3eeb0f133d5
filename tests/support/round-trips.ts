import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTrips, type Trips } from '../../bench/trips.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import { callerOf, type DemoApi, demoApi } from './demo-api.ts';

const list = join(import.meta.dirname, '../api/round-trips.txt');

/** A line of the list. */
export interface Listed {
  /** The maximum number of round trips of an answer. */
  readonly max: number;
  /** Why the number exceeds four. */
  readonly reason: string | null;
}

/** The list of tests/api/round-trips.txt, by request. */
export function listedTrips(): ReadonlyMap<string, Listed> {
  return new Map(linesOf().flatMap((line) => (line.startsWith('#') ? [] : [entryOf(line)])));
}

function linesOf(): readonly string[] {
  return readFileSync(list, 'utf8').trimEnd().split('\n');
}

function entryOf(line: string): readonly [string, Listed] {
  const [, name = '', max = '', reason = null] = /^(.*): (\d+)(?: # (.*))?$/.exec(line) ?? [];
  return [name, { max: Number(max), reason }];
}

/** The measured maximum of round trips per request. */
export class MeasuredTrips {
  readonly #max = new Map<string, number>();

  /** Records the round trips of an answer; repeated transactions do not count. */
  keep(name: string, { answered, rollbacks }: Trips): void {
    if (rollbacks === 0) this.#max.set(name, Math.max(this.#max.get(name) ?? 0, answered));
  }

  /** The measured requests. */
  get names(): readonly string[] {
    return [...this.#max.keys()];
  }

  /** Throws where an answer exceeds the list. With `KONTOR_LIST_TRIPS` the list is rewritten. */
  check(): void {
    const listed = listedTrips();
    const over = [...this.#max].filter(([name, trips]) => trips > (listed.get(name)?.max ?? -1));
    if (over.length === 0) return;
    if (process.env.KONTOR_LIST_TRIPS) {
      const more = over.map(([name, max]) => [name, { reason: null, ...listed.get(name), max }] as const);
      writeList(new Map([...listed, ...more]));
      return;
    }
    const reported = over.map(([name, trips]) => `${name}: ${trips}`).join(', ');
    throw new Error(`more round trips than tests/api/round-trips.txt allows: ${reported}`);
  }
}

function writeList(listed: ReadonlyMap<string, Listed>): void {
  const head = linesOf().filter((line) => line.startsWith('#'));
  const lines = [...listed]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { max, reason }]) => `${name}: ${max}${reason === null ? '' : ` # ${reason}`}`);
  writeFileSync(list, `${[...head, ...lines].join('\n')}\n`);
}

const isGeneric = /^(insert|update|delete)_/;

/** The demo with each successful command measured, except in requests with several commands. */
export async function measuredDemo(): Promise<DemoApi & { readonly trips: MeasuredTrips }> {
  const demo = await demoApi();
  const { db, graphql: plain } = demo;
  const trips = new MeasuredTrips();
  const execute: Graphql['execute'] = async (context, request, parts) => {
    const name = commandOf(request.query);
    if (name === null) return await plain.execute(context, request, parts);
    const { answer, trips: counted } = await countTrips(db.database.pool, () =>
      plain.execute(context, request, parts),
    );
    if (!answer.body.startsWith('{"errors"')) trips.keep(`command ${name}`, counted);
    return answer;
  };
  const graphql = { ...plain, execute };
  return { ...demo, trips, graphql, person: (email) => callerOf(db, graphql, email) };
}

function commandOf(query: unknown): string | null {
  const fields = [...String(query).matchAll(/\b(?:mutation\b[^{]*\{|\})\s*(?:\w+:\s*)?(\w+)/g)];
  const [, name = ''] = fields.length === 1 ? (fields[0] ?? []) : [];
  return name === '' || isGeneric.test(name) ? null : name;
}
