import { measures } from '../../src/features/dashboard/dashboard-search.ts';
import { dimensions, productOrders } from '../../src/features/dashboard/model.ts';
import { budgetColumns, budgetParts } from '../../src/features/dashboard/shares.ts';
import { figureColumns } from '../../src/features/dashboard/web/download-figures.ts';

/** Texts of the dashboard with composed keys. */
export const dashboardFamilies: Readonly<Record<string, readonly string[]>> = {
  'dashboard.measure.*': measures,
  'dashboard.unit.*': measures,
  'dashboard.by.*': dimensions.filter((dimension) => dimension !== 'status'),
  'dashboard.budget.column.*': budgetColumns,
  'dashboard.budget.legend.*': budgetParts,
  'dashboard.products.by_*': productOrders,
  'dashboard.csv.column.*': figureColumns,
};
