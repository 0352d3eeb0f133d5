import type { TFunction } from 'i18next';
import { csvHead, csvRows } from '../../../base/csv.ts';
import { downloadText } from '../../../platform/web/download-text.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import type { Figure } from '../model.ts';

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

/** Downloads all figures as one table for further calculation. */
export function downloadFigures(
  figures: readonly Figure[],
  { from, to }: DashboardQuestion,
  t: TFunction,
): void {
  const rows = figures.map((figure) => [
    { day: from },
    { day: to },
    t(`overview.tab.${figure.kind}`),
    dimensionText(figure, t),
    figure.number,
    nameOf(figure, t),
    { number: String(figure.count) },
    { number: figure.net },
    figure.currency,
  ]);
  const head = csvHead(figureColumns.map((title) => t(`dashboard.csv.column.${title}`)));
  downloadText(`${t('dashboard.title')} ${from} ${to}.csv`, head + csvRows(rows));
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
