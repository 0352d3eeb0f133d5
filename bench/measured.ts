import type { Figure, Share, Side } from './figure.ts';
import type { Fixture } from './fixture.ts';
import type { Progress } from './load.ts';
import { type Comparison, compare } from './measure.ts';
import type { Options } from './options.ts';
import type { Remote } from './remote.ts';
import type { Result } from './report.ts';
import type { Way } from './way.ts';

/** The resources of the measurements. */
export interface Ground {
  readonly fixture: Fixture;
  /** Null without measurements through HTTP. */
  readonly remote: Remote | null;
}

/** A failure is a result as well: later figures are still measured. */
export async function measured(
  ground: Ground,
  figures: readonly Figure[],
  options: Pick<Options, 'concurrencies' | 'seconds' | 'ways'>,
  progress: Progress,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const figure of figures) {
    progress(`${figure.name}: ${figure.title}`);
    const comparisons: Comparison[] = [];
    const concurrencies = figure.concurrencies ?? options.concurrencies;
    const runs = waysOf(figure, options.ways).flatMap((way) =>
      concurrencies.map((concurrency) => ({ way, concurrency })),
    );
    let failure: string | null = null;
    try {
      for (const [part, { way, concurrency }] of runs.entries()) {
        const sides = await sidesOf(ground, figure, way, { part, of: runs.length });
        comparisons.push({ way, ...(await compare(sides, concurrency, options.seconds)) });
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      progress(`${figure.name} failed: ${failure}`);
    }
    results.push({ figure, comparisons, failure });
  }
  return results;
}

function waysOf(figure: Figure, ways: readonly Way[]): readonly Way[] {
  return figure.person === undefined ? ['alone'] : ways;
}

async function sidesOf(
  { fixture, remote }: Ground,
  figure: Figure,
  way: Way,
  share: Share,
): Promise<{ readonly product: Side; readonly hand: Side }> {
  if (way === 'alone') return figure.sides(fixture, share);
  const person = figure.person?.(fixture);
  if (remote === null || person === undefined) throw new Error(`${figure.name} is not measured through HTTP`);
  const { product } = await figure.sides({ ...fixture, ask: remote.ask }, share);
  return { product, hand: remote.hand(figure.name, share, person) };
}
