import type { Side } from './figure.ts';
import { allFigures } from './figures.ts';
import type { Fixture } from './fixture.ts';
import { countTrips } from './trips.ts';

/** The number of warm-up runs, so that functions and statements are planned as in a running server. */
const warmUps = 10;
const runs = 20;

interface StatementRow {
  readonly query: string;
  readonly toplevel: boolean;
  readonly calls: number;
  readonly plan_ms: number;
  readonly run_ms: number;
}

/**
 * Statements, round trips, planning and execution of one request of a figure, as means of several; PostgreSQL also
 * counts planning and execution of statements inside of functions, which are included in their callers.
 */
export async function profile(fixture: Fixture, name: string): Promise<string> {
  const figure = allFigures.find((one) => one.name === name);
  if (!figure) throw new Error(`--profile accepts ${allFigures.map((one) => one.name).join(', ')}`);
  const { product } = await figure.sides(fixture, { part: 0, of: 1 });
  for (let turn = 0; turn < warmUps; turn += 1) await checked(product, turn);
  await fixture.owner.query('select pg_stat_statements_reset()');
  const start = performance.now();
  const { trips } = await countTrips(fixture.database.pool, async () => {
    for (let turn = warmUps; turn < warmUps + runs; turn += 1) await checked(product, turn);
  });
  const milliseconds = (performance.now() - start) / runs;
  const { statements, roundTrips } = trips;
  const { rows } = await fixture.owner.query<StatementRow>(
    `select query, toplevel, calls::float / $1 as calls, total_plan_time / $1 as plan_ms, total_exec_time / $1 as run_ms
     from pg_stat_statements where query not like '%pg_stat_statements%'
     order by toplevel desc, total_plan_time + total_exec_time desc`,
    [runs],
  );
  const own = rows.filter(({ toplevel }) => toplevel);
  const sum = (key: 'plan_ms' | 'run_ms'): string =>
    own.reduce((total, row) => total + row[key], 0).toFixed(1);
  return [
    `${name}: ${milliseconds.toFixed(1)} ms, ${(statements / runs).toFixed(1)} statements in ${(roundTrips / runs).toFixed(1)} round trips; planning ${sum('plan_ms')} ms, execution ${sum('run_ms')} ms`,
    '   calls    plan     run',
    ...rows.slice(0, 60).map(line),
  ].join('\n');
}

async function checked(run: Side, turn: number): Promise<void> {
  const body = await run(turn);
  if (body === null) throw new Error('there are too few documents for this figure');
  if (body.includes('"errors"')) throw new Error(body.slice(0, 500));
}

function line({ query, toplevel, calls, plan_ms, run_ms }: StatementRow): string {
  const text = query.replaceAll(/\s+/g, ' ').slice(0, 150);
  const figures = [calls, plan_ms, run_ms].map((figure) => figure.toFixed(2).padStart(8)).join('');
  return `${figures}  ${toplevel ? '' : '  in a function: '}${text}`;
}
