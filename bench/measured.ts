import type { Figure } from './figure.ts';
import type { Progress } from './load.ts';
import { type Comparison, compare } from './measure.ts';
import type { Options } from './options.ts';
import type { Result } from './report.ts';
import type { World } from './world.ts';

/** What fails is a result as well: the figures after it are measured all the same. */
export async function measured(
  world: World,
  figures: readonly Figure[],
  options: Pick<Options, 'concurrencies' | 'seconds'>,
  progress: Progress,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const figure of figures) {
    progress(`${figure.name}: ${figure.title}`);
    const comparisons: Comparison[] = [];
    const concurrencies = figure.concurrencies ?? options.concurrencies;
    let failure: string | null = null;
    try {
      for (const [part, concurrency] of concurrencies.entries()) {
        const sides = await figure.sides(world, { part, of: concurrencies.length });
        comparisons.push(await compare(sides, concurrency, options.seconds));
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      progress(`${figure.name} failed: ${failure}`);
    }
    results.push({ figure, comparisons, failure });
  }
  return results;
}
