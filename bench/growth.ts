import { type Cluster, startCluster } from './cluster.ts';
import type { Figure } from './figure.ts';
import { openFixture } from './fixture.ts';
import { load, type Progress, type Size } from './load.ts';
import { profiled, type StatementRow } from './profile.ts';

/** Nothing grows more than this from the small tenant to the large one. */
export const maxGrowth = 1.5;

/** Fewer pages per request are never a burden; an index may have one level more. */
const fewPages = 30;

/** The pages that a statement of a figure touches per request. */
export interface Growth {
  readonly figure: string;
  readonly query: string;
  readonly small: number;
  readonly large: number;
}

/**
 * The statements of requests that touch more pages the larger their tenant is: counted, not timed, so that every
 * machine finds the same. A plan that flips at some size shows as well.
 *
 * @param smaller the share of `size` to compare with, for example 0.1
 */
export async function growing(
  figures: readonly Figure[],
  size: Size,
  smaller: number,
  progress: Progress,
): Promise<readonly Growth[]> {
  const small = await pagesAt(figures, scaled(size, smaller), progress);
  const large = await pagesAt(figures, size, progress);
  return figures.flatMap(({ name }) => {
    const before = small.get(name) ?? new Map<string, number>();
    return [...(large.get(name) ?? [])]
      .map(([query, pages]) => ({ figure: name, query, small: before.get(query) ?? 0, large: pages }))
      .filter(({ small: few, large: many }) => many > fewPages && many > few * maxGrowth + fewPages);
  });
}

/** One line a statement. */
export function growthTable(growths: readonly Growth[]): string {
  return growths
    .toSorted((one, other) => other.large - one.large)
    .map(({ figure, query, small, large }) => {
      const pages = [small, large].map((count) => count.toFixed(0).padStart(8)).join('');
      return `${figure.padEnd(24)}${pages}  ${query.replaceAll(/\s+/g, ' ').slice(0, 200)}`;
    })
    .join('\n');
}

function scaled({ tenants, largest, others }: Size, by: number): Size {
  return { tenants, largest: largest * by, others: others * by };
}

type Pages = ReadonlyMap<string, number>;

async function pagesAt(
  figures: readonly Figure[],
  size: Size,
  progress: Progress,
): Promise<ReadonlyMap<string, Pages>> {
  await using cluster = await startCluster(true);
  return await pagesIn(cluster, figures, size, progress);
}

async function pagesIn(
  cluster: Cluster,
  figures: readonly Figure[],
  size: Size,
  progress: Progress,
): Promise<ReadonlyMap<string, Pages>> {
  const [largest] = await load(cluster.owner, { size, hasInvoices: true }, progress);
  if (!largest) throw new Error('nothing was loaded');
  const fixture = await openFixture(cluster, largest);
  try {
    const found = new Map<string, Pages>();
    for (const figure of figures) {
      progress(figure.name);
      const { rows } = await profiled(fixture, figure);
      found.set(figure.name, pagesByQuery(rows));
    }
    return found;
  } finally {
    await fixture.close();
  }
}

function pagesByQuery(rows: readonly StatementRow[]): Pages {
  const pages = new Map<string, number>();
  for (const { query, pages: count } of rows) pages.set(query, (pages.get(query) ?? 0) + count);
  return pages;
}
