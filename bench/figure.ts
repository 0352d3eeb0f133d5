import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../src/platform/context.ts';
import type { PlanMode } from '../src/platform/server/database/entrance.ts';
import type { Fixture } from './fixture.ts';

/**
 * One side of a figure. `turn` counts its requests from 0 and selects the request. Returns the body, or null when
 * there is nothing left to request.
 */
export type Side = (turn: number) => Promise<string | null>;

/** The part of the data that a consuming figure may use. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

/** A comparison of the product with hand-written code. */
export interface Figure {
  readonly name: string;
  readonly title: string;
  /** The minimum ratio of requests per second, product to hand-written, at concurrency 10, or at the only one. */
  readonly aim?: number;
  /** The largest 95th percentile of the product at concurrency 1, in milliseconds. */
  readonly aimP95?: number;
  /** The numbers of parallel requests; by default those of the options. */
  readonly concurrencies?: readonly number[];
  /** The person of the request; without one, it is no request and is not measured through HTTP. */
  readonly person?: (fixture: Fixture) => Context;
  sides(fixture: Fixture, share: Share): Promise<{ readonly product: Side; readonly hand: Side }>;
}

export interface ReadFigure extends Omit<Figure, 'sides' | 'person'> {
  readonly person: (fixture: Fixture) => Context;
  readonly query: string;
  /** The answer as one JSON text in the column `body`. */
  readonly sql: string;
  /** The variables of the query, whose values in order are also the parameters of the SQL. */
  readonly variables: (fixture: Fixture, turn: number) => Readonly<Record<string, unknown>>;
  /** Like the product: prepared and planned once, or planned each time. */
  readonly isPrepared: boolean;
}

/** A reading figure; both sides must give the same answer before they are measured. */
export function readFigure(definition: ReadFigure): Figure {
  const { person, query, sql, variables, isPrepared, ...described } = definition;
  const planMode: PlanMode = isPrepared ? 'auto' : 'force_custom_plan';
  return {
    ...described,
    person,
    sides: async (fixture) => {
      const context = person(fixture);
      const product: Side = (turn) => fixture.ask(context, query, variables(fixture, turn));
      const hand: Side = async (turn) => {
        const values = Object.values(variables(fixture, turn));
        const rows = await fixture.database.inTenant(
          context,
          (tx) => tx.query<{ body: string }>(sql, values, isPrepared ? `hand-${described.name}` : undefined),
          { planMode },
        );
        return rows[0]?.body ?? '';
      };
      for (let turn = 0; turn < 10; turn += 1) await requireEqual(described.name, product, hand, turn);
      return { product, hand };
    },
  };
}

/** Throws with both answers when they differ. */
export async function requireEqual(name: string, product: Side, hand: Side, turn: number): Promise<void> {
  const [ours, theirs] = await Promise.all([product(turn), hand(turn)]);
  if (isDeepStrictEqual(JSON.parse(ours ?? ''), JSON.parse(theirs ?? ''))) return;
  throw new Error(
    `${name}: the product answers ${ours?.slice(0, 2000)}\nand the SQL ${theirs?.slice(0, 2000)}`,
  );
}

/** A scattered number from 0 to `count` - 1, the same for the same turn on both sides. */
export function scattered(turn: number, count: number): number {
  return (turn * 7919 + 104_729) % count;
}
