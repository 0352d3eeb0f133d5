import type { Figure, Side } from './figure.ts';
import { allFigures } from './figures.ts';
import type { Fixture } from './fixture.ts';
import { countTrips, type Trips } from './trips.ts';

/** The number of warm-up runs, so that functions and statements are planned as in a running server. */
const warmUps = 10;
const runs = 20;

/** A statement of a request, as means of several. */
export interface StatementRow {
  readonly query: string;
  readonly toplevel: boolean;
  readonly calls: number;
  readonly plan_ms: number;
  readonly run_ms: number;
  /** Pages that it read or wrote, in memory or not: what grows with the tenant if it reads too much. */
  readonly pages: number;
}

/**
 * Statements, round trips, planning and execution of one request of a figure, as means of several; PostgreSQL also
 * counts planning and execution of statements inside of functions, which are included in their callers.
 */
export async function profile(fixture: Fixture, name: string): Promise<string> {
  const figure = allFigures.find((one) => one.name === name);
  if (!figure) throw new Error(`--profile accepts ${allFigures.map((one) => one.name).join(', ')}`);
  const { trips, rows, milliseconds } = await profiled(fixture, figure);
  const { statements, roundTrips } = trips;
  const own = rows.filter(({ toplevel }) => toplevel);
  const sum = (key: 'plan_ms' | 'run_ms'): string =>
    own.reduce((total, row) => total + row[key], 0).toFixed(1);
  return [
    `${name}: ${milliseconds.toFixed(1)} ms, ${(statements / runs).toFixed(1)} statements in ${(roundTrips / runs).toFixed(1)} round trips; planning ${sum('plan_ms')} ms, execution ${sum('run_ms')} ms`,
    '   calls    plan     run   pages',
    ...rows.slice(0, 60).map(line),
  ].join('\n');
}

/** The statements of one request of a figure, the dearest first. */
export async function profiled(
  fixture: Fixture,
  figure: Figure,
): Promise<{ readonly trips: Trips; readonly rows: readonly StatementRow[]; readonly milliseconds: number }> {
  const { product } = await figure.sides(fixture, { part: 0, of: 1 });
  for (let turn = 0; turn < warmUps; turn += 1) await checked(product, turn);
  await fixture.owner.query('select pg_stat_statements_reset()');
  const start = performance.now();
  const { trips } = await countTrips(fixture.database.pool, async () => {
    for (let turn = warmUps; turn < warmUps + runs; turn += 1) await checked(product, turn);
  });
  const milliseconds = (performance.now() - start) / runs;
  const { rows } = await fixture.owner.query<StatementRow>(
    `select query, toplevel, calls::float / $1 as calls, total_plan_time / $1 as plan_ms, total_exec_time / $1 as run_ms,
       (shared_blks_hit + shared_blks_read)::float / $1 as pages
     from pg_stat_statements where query not like '%pg_stat_statements%'
     order by toplevel desc, total_plan_time + total_exec_time desc`,
    [runs],
  );
  return { trips, rows, milliseconds };
}

async function checked(run: Side, turn: number): Promise<void> {
  const body = await run(turn);
  if (body === null) throw new Error('there are too few documents for this figure');
  if (body.includes('"errors"')) throw new Error(body.slice(0, 500));
}

function line({ query, toplevel, calls, plan_ms, run_ms, pages }: StatementRow): string {
  const text = query.replaceAll(/\s+/g, ' ').slice(0, 150);
  const figures = [calls, plan_ms, run_ms].map((figure) => figure.toFixed(2).padStart(8)).join('');
  return `${figures}${pages.toFixed(0).padStart(8)}  ${toplevel ? '' : '  in a function: '}${text}`;
}
