import type { TFunction } from 'i18next';
import { type CsvCell, csvHead, csvRows } from '../../../base/csv.ts';
import { downloadText } from '../../../platform/web/download-text.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import type { BudgetedCostCenter, BudgetFigures, ContractFigures, Figure, ProductFigure } from '../model.ts';
import { budgetColumns, effectiveTotal, freeOf } from '../shares.ts';

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
  'without_rate',
] as const;

/** Everything that the dashboard shows as figures, for one download. */
export interface DownloadedFigures {
  readonly figures: readonly Figure[];
  readonly budgets: BudgetFigures;
  readonly products: readonly ProductFigure[];
  /** Null while contracts are off. */
  readonly contracts: Pick<ContractFigures, 'active'> | null;
}

type Row = readonly CsvCell[];

/** Downloads all figures as one table for further calculation. */
export function downloadFigures(figures: DownloadedFigures, question: DashboardQuestion, t: TFunction): void {
  const { from, to } = question;
  downloadText(`${t('dashboard.title')} ${from} ${to}.csv`, figuresText(figures, question, t));
}

/** The text of the file. Its totals are those of the headlines. */
export function figuresText(
  { figures, budgets, products, contracts }: DownloadedFigures,
  { from, to }: DashboardQuestion,
  t: TFunction,
): string {
  const rows = [
    ...figures.map((figure) => figureRow(asHeadline(figure, figures), t)),
    ...(contracts?.active ?? []).map((active) => yearlyRow(active, t)),
    ...budgets.cost_centers.flatMap((budget) => budgetRows(budget, t)),
    ...products.map((product) => productRow(product, t)),
  ].map((row) => [{ day: from }, { day: to }, ...row]);
  return csvHead(figureColumns.map((title) => t(`dashboard.csv.column.${title}`))) + csvRows(rows);
}

/** The total of a kind without declined and discarded documents, as its headline shows it; else the figure itself. */
function asHeadline(figure: Figure, figures: readonly Figure[]): Figure {
  if (figure.dimension !== null) return figure;
  return { ...figure, ...effectiveTotal(figures, figure.kind, figure.currency) };
}

/** The yearly value of running contracts. */
function yearlyRow(
  { currency, count, yearly, without_rate }: ContractFigures['active'][number],
  t: TFunction,
): Row {
  return [
    ...[t('overview.tab.contract'), t('dashboard.contracts.yearly'), null, null],
    ...[{ number: String(count) }, { number: yearly }, currency, missing(without_rate)],
  ];
}

function figureRow(figure: Figure, t: TFunction): Row {
  return [
    ...[t(`overview.tab.${figure.kind}`), dimensionText(figure, t), figure.number, nameOf(figure, t)],
    ...[
      { number: String(figure.count) },
      { number: figure.net },
      figure.currency,
      missing(figure.without_rate),
    ],
  ];
}

/** A row for each column of the budget table. */
function budgetRows(budget: BudgetedCostCenter, t: TFunction): readonly Row[] {
  const amounts = { ...budget, free: freeOf(budget) };
  return budgetColumns.map((column) => [
    ...[t('dashboard.budget.title'), t(`dashboard.budget.column.${column}`), budget.number, budget.name],
    ...[null, { number: amounts[column] }, budget.currency, missing(budget.without_rate)],
  ]);
}

function productRow(product: ProductFigure, t: TFunction): Row {
  const { name, item_number, unit, quantity, net, currency, without_rate } = product;
  return [
    ...[t('dashboard.products.title'), unit, item_number, name],
    ...[{ number: quantity }, { number: net }, currency, missing(without_rate)],
  ];
}

/** The number of documents that a value leaves out because their rate is unknown (PRICE-07). */
function missing(count: number): CsvCell {
  return { number: String(count) };
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
