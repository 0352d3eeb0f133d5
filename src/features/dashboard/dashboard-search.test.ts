import { describe, expect, test } from 'vitest';
import { validDashboardSearch } from './dashboard-address.ts';
import { overviewOf, questionOf } from './dashboard-links.ts';
import { dashboardSearchOf, dashboardViewOf } from './dashboard-search.ts';

const view = {
  range: 'last_3_months',
  references: { client: [3], department: [], cost_center: [4, 5] },
} as const;

describe('DASH-02 the dashboard in the address', () => {
  test('defaults to everything of this month, by value', () => {
    expect(dashboardViewOf({})).toEqual({
      range: 'this_month',
      references: { client: [], department: [], cost_center: [] },
      measure: 'value',
      currency: null,
    });
    expect(dashboardSearchOf(dashboardViewOf({}))).toEqual({});
  });

  test('writes the choices and reads them again', () => {
    const search = dashboardSearchOf({ ...view, measure: 'count', currency: 'CHF' });
    expect(search).toEqual({
      range: 'last_3_months',
      client: 3,
      cost_center: '4,5',
      show: 'count',
      currency: 'CHF',
    });
    expect(dashboardViewOf({ ...search })).toEqual({ ...view, measure: 'count', currency: 'CHF' });
  });

  test.each([
    { range: 'never' },
    { range: '2026-02-30..2026-03-01' },
    { range: '2026-03-02..2026-03-01' },
    { client: 'x', department: -1, cost_center: 0 },
    { show: 'colours', currency: 'Euro', supplier: 5, status: 'ordered' },
  ])('drops invalid values: %o', (search) => {
    expect(dashboardSearchOf(dashboardViewOf({ ...validDashboardSearch(search) }))).toEqual({});
  });

  test('DASH-06 queries the days of its range', () => {
    expect(questionOf(view, '2025-05-21')).toEqual({
      from: '2025-02-22',
      to: '2025-05-21',
      client: [3],
      department: [],
      cost_center: [4, 5],
    });
  });
});

describe('DASH-04 a bar opens its documents', () => {
  test('with days and filters of the dashboard', () => {
    expect(overviewOf(view, 'invoice', { dimension: 'status', key: 'export' })).toEqual({
      tab: 'invoice',
      status: 'export',
      client: 3,
      cost_center: '4,5',
      range: 'last_3_months',
    });
  });

  test('for one record, for none, and for all', () => {
    const none = { ...view, references: { client: [], department: [], cost_center: [] } };
    const range = 'last_3_months';
    const of = (key: string | null) => overviewOf(none, 'procurement', { dimension: 'department', key });
    expect(of('7')).toEqual({ tab: 'procurement', range, department: 7 });
    expect(of(null)).toEqual({ tab: 'procurement', range, department: 0 });
    expect(overviewOf(none, 'procurement', { statuses: ['approval'] })).toEqual({
      ...{ tab: 'procurement', range },
      status: 'approval',
    });
  });
});
