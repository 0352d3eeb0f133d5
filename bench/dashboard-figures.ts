import { addDays } from '../src/base/day.ts';
import { dashboardQuery } from '../src/features/dashboard/query.ts';
import type { Context } from '../src/platform/context.ts';
import { type DashboardPart, dashboardByHand, requireSameSums } from './dashboard-by-hand.ts';
import type { Figure, Side } from './figure.ts';
import type { Fixture } from './fixture.ts';

const parts: readonly DashboardPart[] = [
  'dashboard_figures',
  'dashboard_budgets',
  'dashboard_products',
  'dashboard_contracts',
  'dashboard_turn_around',
];

interface Viewer {
  readonly suffix: string;
  readonly person: (fixture: Fixture) => Context;
  readonly isInvolvedOnly: boolean;
}

const viewers: readonly Viewer[] = [
  { suffix: '', person: ({ people }) => people.controller, isInvolvedOnly: false },
  { suffix: '_involved', person: ({ people }) => people.head, isInvolvedOnly: true },
];

/** The whole page over a year, each part as a separate request, all in parallel. */
const pages = viewers.map((viewer) =>
  figureOf(viewer, {
    name: 'dashboard',
    title: 'the dashboard of a year: all that the page asks for',
    asked: parts,
    concurrencies: [1, 4],
  }),
);

/** Each part of it separately. */
const ofParts = viewers.flatMap((viewer) =>
  parts.map((part) =>
    figureOf(viewer, {
      name: part,
      title: `the dashboard of a year: ${part}`,
      asked: [part],
      concurrencies: [4],
    }),
  ),
);

export const dashboardFigures: readonly Figure[] = [...pages, ...ofParts];

interface Asked {
  readonly name: string;
  readonly title: string;
  readonly asked: readonly DashboardPart[];
  readonly concurrencies: readonly number[];
}

function figureOf({ suffix, person, isInvolvedOnly }: Viewer, asked: Asked): Figure {
  return {
    name: `${asked.name}${suffix}`,
    title: isInvolvedOnly ? `${asked.title}, of who sees what concerns him` : asked.title,
    concurrencies: asked.concurrencies,
    person,
    sides: async (fixture) => {
      const context = person(fixture);
      await fixture.owner.query(switchOnContracts, [context.tenantId]);
      const { from, to } = lastYear();
      const byProduct = (part: DashboardPart) =>
        fixture.ask(context, dashboardQuery(part), { from, to, client: [], department: [], cost_center: [] });
      const byHand = async (part: DashboardPart): Promise<string> => {
        const values = [context.tenantId, context.userId, from, to];
        const [row] = await fixture.database.inTenant(
          context,
          (tx) => tx.query<{ body: string | null }>(dashboardByHand(part, isInvolvedOnly), values),
          { role: 'writer', planMode: 'force_custom_plan' },
        );
        return row?.body ?? '[]';
      };
      const all = (ask: (part: DashboardPart) => Promise<string>): Side => {
        return async () => (await Promise.all(asked.asked.map(ask))).join('\n');
      };
      for (const part of asked.asked) requireSameSums(part, await byProduct(part), await byHand(part));
      return { product: all(byProduct), hand: all(byHand) };
    },
  };
}

/** The dashboard covers all three kinds of documents; the earlier figures use requests and invoices. */
const switchOnContracts = `
  insert into configuration (tenant_id, key, model, value) values ($1, 'module_contract', 'boolean', 'true')
  on conflict do nothing`;

/** The last 365 days, including today. */
function lastYear() {
  const to = new Date().toISOString().slice(0, 10);
  return { from: addDays(to, -364), to };
}
