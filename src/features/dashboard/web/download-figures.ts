import type { TFunction } from 'i18next';
import { type CsvCell, csvHead, csvRows } from '../../../base/csv.ts';
import { downloadText } from '../../../platform/web/download-text.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import type { BudgetedCostCenter, BudgetFigures, Figure, ProductFigure } from '../model.ts';
import { budgetColumns, freeOf } from '../shares.ts';

/** Columns of the file, titled `dashboard.csv.column.{name}`. */
export const figureColumns = [
  'from',
  'to',
  'kind',
  'dimension',
  'number',
  'name',
  'count',
  'net',
  'currency',
] as const;

/** Everything that the dashboard shows as figures, for one download. */
export interface DownloadedFigures {
  readonly figures: readonly Figure[];
  readonly budgets: BudgetFigures;
  readonly products: readonly ProductFigure[];
}

type Row = readonly CsvCell[];

/** Downloads all figures as one table for further calculation. */
export function downloadFigures(
  { figures, budgets, products }: DownloadedFigures,
  { from, to }: DashboardQuestion,
  t: TFunction,
): void {
  const rows = [
    ...figures.map((figure) => figureRow(figure, t)),
    ...budgets.cost_centers.flatMap((budget) => budgetRows(budget, t)),
    ...products.map((product) => productRow(product, t)),
  ].map((row) => [{ day: from }, { day: to }, ...row]);
  const head = csvHead(figureColumns.map((title) => t(`dashboard.csv.column.${title}`)));
  downloadText(`${t('dashboard.title')} ${from} ${to}.csv`, head + csvRows(rows));
}

function figureRow(figure: Figure, t: TFunction): Row {
  return [
    ...[t(`overview.tab.${figure.kind}`), dimensionText(figure, t), figure.number, nameOf(figure, t)],
    ...[{ number: String(figure.count) }, { number: figure.net }, figure.currency],
  ];
}

/** A row for each column of the budget table. */
function budgetRows(budget: BudgetedCostCenter, t: TFunction): readonly Row[] {
  const amounts = { ...budget, free: freeOf(budget) };
  return budgetColumns.map((column) => [
    ...[t('dashboard.budget.title'), t(`dashboard.budget.column.${column}`), budget.number, budget.name],
    ...[null, { number: amounts[column] }, budget.currency],
  ]);
}

function productRow({ name, item_number, unit, quantity, net, currency }: ProductFigure, t: TFunction): Row {
  return [
    ...[t('dashboard.products.title'), unit, item_number, name],
    ...[{ number: quantity }, { number: net }, currency],
  ];
}

function dimensionText({ dimension }: Figure, t: TFunction): string {
  if (dimension === null) return t('dashboard.csv.all');
  return t(dimension === 'status' ? 'overview.column.status' : `overview.filter.${dimension}`);
}

function nameOf({ dimension, key, name, kind, is_rest }: Figure, t: TFunction): string | null {
  if (dimension === null) return null;
  if (is_rest) return t('dashboard.rest');
  if (key === null) return t('overview.filter.none');
  return dimension === 'status' ? t(`status.${kind}.${key}`) : (name ?? t('dashboard.hidden'));
}
