import { listed } from '../../../src/app/kinds.ts';
import { amountOf, round } from '../../../src/base/money.ts';
import { seesDashboard } from '../../../src/features/dashboard/access.ts';
import { overviewFilter } from '../../../src/features/dashboard/dashboard-search.ts';
import type { Figure } from '../../../src/features/dashboard/model.ts';
import { type OverviewFilter, whereOf } from '../../../src/features/overview/filter.ts';
import { modules } from '../../../src/platform/modules.ts';
import { wrongSums } from '../../support/document-sums.ts';
import type { Actor } from '../cast.ts';
import { always, figuresQuery } from '../figures.ts';
import type { Check, Fixture } from '../fixture.ts';

export const figures: readonly Check[] = [
  {
    name: 'DASH-07 figures and lists add up at any time',
    violations: async ({ figures: { answers, wrong } }) =>
      answers === 0 ? ['nobody looked at the figures'] : wrong,
  },
  { name: 'DASH-05 the dashboard shows the sums of the overview', violations: differing },
  {
    name: 'DASH-03 the stored sums equal those of the documents',
    violations: ({ sql, cast }) => wrongSums(sql, cast.tenantId),
  },
];

/** The number of people who compare both, with and without a scope. */
const maxReaders = 3;

async function differing(fixture: Fixture): Promise<string[]> {
  const readers = fixture.cast.people.filter(seesDashboard).slice(0, maxReaders);
  const found: string[] = [];
  for (const reader of readers) {
    const answer = await fixture.look(reader, figuresQuery, always);
    for (const figure of answer.dashboard_figures as readonly Figure[]) {
      if (figure.is_rest) continue;
      const { count, net } = await overviewSum(fixture, reader, figure);
      if (count !== figure.count || net !== round(figure.net, 2))
        found.push(
          `${reader.email}, ${figure.kind} ${figure.dimension} ${figure.key}: ${figure.count} for ${figure.net}, ` +
            `in the overview ${count} for ${net}`,
        );
    }
  }
  return found;
}

/** The filter opened by a part of a chart. */
function filterOf({ dimension, key }: Figure): OverviewFilter {
  const references = { client: [], department: [], cost_center: [] };
  const filter = overviewFilter({ range: `${always.from}..${always.to}`, references });
  if (dimension === null) return filter;
  if (dimension === 'status') return { ...filter, status: key === null ? [] : [key] };
  return { ...filter, references: { ...filter.references, [dimension]: [Number(key ?? 0)] } };
}

async function overviewSum(fixture: Fixture, reader: Actor, figure: Figure) {
  const where = whereOf(figure.kind, filterOf(figure), {
    ...{ userId: reader.id, persons: [reader.id], today: always.from, timeZone: 'Europe/Berlin' },
    ...{ seesPrices: true, modules, listed },
  });
  const { document_aggregate: found } = await fixture.look(
    reader,
    `query ($where: document_bool_exp!) {
      document_aggregate(where: $where) { aggregate { count sum { company_netto } } } }`,
    { where: { _and: [where, { company_currency: { _eq: figure.currency } }] } },
  );
  const { aggregate } = found as {
    readonly aggregate: { readonly count: number; readonly sum: { readonly company_netto: number | null } };
  };
  return { count: aggregate.count, net: round(amountOf(aggregate.sum.company_netto ?? 0), 2) };
}
