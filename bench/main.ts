/** `npm run bench`: the speed of the API compared with the same SQL written by hand. */
import { writeFileSync } from 'node:fs';
import { attacked } from './attacks.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { dashboardFigures } from './dashboard-figures.ts';
import { deletionFigure } from './deletion-figure.ts';
import type { Figure } from './figure.ts';
import { allFigures, figuresOfInvoices } from './figures.ts';
import { openFixture } from './fixture.ts';
import { growing, growthTable } from './growth.ts';
import { invoiceListFigures } from './invoice-list-figures.ts';
import { load } from './load.ts';
import { measured } from './measured.ts';
import { monthEndFigures } from './month-end-figures.ts';
import { type Options, readOptions, usage } from './options.ts';
import { overviewFigures } from './overview-figures.ts';
import { profile } from './profile.ts';
import { startRemote } from './remote.ts';
import { attackTable, json, table } from './report.ts';

const progress = (sentence: string) => console.error(sentence);

async function main(options: Options): Promise<void> {
  const figures = chosen(options.figures);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  if (options.growth !== undefined) {
    await Promise.race([grow(figures, options.size, options.growth), aborted(ending.signal)]);
    return;
  }
  await using cluster = await startCluster(options.profile !== undefined);
  await Promise.race([run(cluster, figures, options), aborted(ending.signal)]);
}

async function grow(figures: readonly Figure[], size: Options['size'], smaller: number): Promise<void> {
  // The last figure deletes the tenant.
  const growths = await growing(
    figures.filter((figure) => figure !== deletionFigure),
    size,
    smaller,
    progress,
  );
  console.log(growthTable(growths));
  if (growths.length > 0) process.exitCode = 1;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('interrupted')));
  });
}

/** Measurements without two sides that are selectable like figures. */
const attacksName = 'attacks';

function chosen(names: readonly string[] | undefined): readonly Figure[] {
  const unknown = names?.find(
    (name) => name !== attacksName && !allFigures.some((figure) => isNamed(figure, name)),
  );
  if (unknown) throw new Error(`there is no figure ${unknown}`);
  return allFigures.filter((figure) => names?.some((name) => isNamed(figure, name)) ?? true);
}

const groups: Readonly<Partial<Record<string, readonly Figure[]>>> = {
  overview: overviewFigures,
  invoices: invoiceListFigures,
  dashboards: dashboardFigures,
  month_end: monthEndFigures,
};

/** By its own name or by that of its group: `overview` means `overview_text` and all similar ones. */
function isNamed(figure: Figure, name: string): boolean {
  return figure.name === name || (groups[name]?.includes(figure) ?? false);
}

async function run(cluster: Cluster, figures: readonly Figure[], options: Options): Promise<void> {
  const needed = options.profile === undefined ? figures : chosen([options.profile]);
  const hasInvoices = needed.some((figure) => figuresOfInvoices.includes(figure));
  const tenants = await load(cluster.owner, { size: options.size, hasInvoices }, progress);
  const [largest] = tenants;
  if (!largest) throw new Error('nothing was loaded');
  const fixture = await openFixture(cluster, largest);
  if (options.profile !== undefined) {
    console.log(await profile(fixture, options.profile));
    await fixture.close();
    return;
  }
  const { ownerUrl, webUrl } = cluster;
  await using remote = options.ways.includes('http')
    ? await startRemote({ ownerUrl, webUrl, tenant: largest })
    : null;
  const results = await measured({ fixture, remote }, figures, options, progress);
  const areAttacked = options.figures?.includes(attacksName) ?? true;
  const attacks = remote && areAttacked ? await attacked(remote, fixture, options.seconds, progress) : [];
  await fixture.close();
  if (results.length > 0) console.log(table(results));
  if (attacks.length > 0) console.log(attackTable(attacks));
  if (results.some(({ failure }) => failure !== null)) process.exitCode = 1;
  if (options.json === undefined) return;
  const circumstances = {
    requests: tenants.reduce((sum, tenant) => sum + tenant.documents, 0),
    documentsOfLargestTenant: largest.documents,
    seconds: options.seconds,
  };
  writeFileSync(options.json, json(results, attacks, circumstances));
}

if (process.argv.includes('--help')) {
  console.log(usage);
} else {
  await main(readOptions(process.argv.slice(2)));
}
