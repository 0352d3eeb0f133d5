import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { listed } from '../../src/app/web/kinds.ts';
import { questionOf } from '../../src/features/dashboard/dashboard-links.ts';
import { dashboardViewOf } from '../../src/features/dashboard/dashboard-search.ts';
import type { BudgetFigures, Figure } from '../../src/features/dashboard/model.ts';
import { dashboardOptions } from '../../src/features/dashboard/web/dashboard-data.ts';
import { KeyFigures } from '../../src/features/dashboard/web/KeyFigures.tsx';
import { htmlOf, showGerman } from '../support/rendered.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ search, children }: { search: object; children: ReactNode }) => (
    <a href={JSON.stringify(search)}>{children}</a>
  ),
  getRouteApi: () => ({}),
}));

beforeAll(showGerman);

const figure = (key: string, count: number, without_rate: number): Figure => ({
  ...{ kind: 'invoice', currency: 'EUR', dimension: 'status', key, number: null, name: null, is_rest: false },
  ...{ count, net: '100.00', without_rate },
});

function shown(figures: readonly Figure[], budgets?: BudgetFigures): string {
  const view = { ...dashboardViewOf({ range: '2026-01-01..2026-12-31', client: 7 }), show: () => {} };
  const kinds = listed.kinds.filter(({ name }) => name === 'invoice');
  const question = questionOf(view, '2026-12-31');
  const client = new QueryClient();
  client.setQueryData(dashboardOptions('dashboard_budgets', question).queryKey, budgets);
  return htmlOf(
    <KeyFigures kinds={kinds} view={view} question={question} currency="EUR" figures={figures} />,
    client,
  ).replaceAll('&quot;', '"');
}

it('PRICE-07 DASH-10 a figure says how many documents have no rate, with a link to exactly these', () => {
  const page = shown([figure('approval', 3, 2), figure('declined', 4, 4)]);
  const [, link = ''] = /<a href="(\{[^>]*\})"[^>]*>2 ohne Kurs<\/a>/.exec(page) ?? [];
  const search = JSON.parse(link);
  expect(search).toMatchObject({
    tab: 'invoice',
    client: 7,
    range: '2026-01-01..2026-12-31',
    rate: 'unknown',
  });
  expect(search.status.split(',')).not.toContain('declined');
});

it('PRICE-07 a figure whose documents all have a rate names no such number', () => {
  expect(shown([figure('approval', 3, 0)])).not.toContain('ohne Kurs');
});

it('PRICE-07 the use of budgets says how many documents in its currency have no rate', () => {
  const budgets = (count: number): BudgetFigures => ({
    ...{ day: '2026-12-31', cost_centers: [], months: [] },
    without_rate: [
      { currency: 'CHF', count: 9 },
      { currency: 'EUR', count },
    ],
  });
  const notInvoiced = german.dashboard.budget.not_invoiced;
  expect(shown([], budgets(2))).toContain(`${notInvoiced}, 2 ohne Kurs<`);
  expect(shown([], budgets(0))).toContain(`${notInvoiced}<`);
});
