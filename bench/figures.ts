import { approveFigure } from './approve-figure.ts';
import { auditFigure } from './audit-figure.ts';
import { createFigure } from './create-figure.ts';
import type { Figure } from './figure.ts';
import { invoiceFigures } from './invoice-figures.ts';
import { overviewFigures } from './overview-figures.ts';
import { productFigures } from './product-figures.ts';
import { readFigures } from './read-figures.ts';
import { sheetFigures } from './sheet-figures.ts';

/** Figures that write come last: they leave dead rows behind. */
export const allFigures: readonly Figure[] = [
  ...readFigures,
  ...overviewFigures,
  ...productFigures,
  auditFigure,
  approveFigure,
  createFigure,
  ...sheetFigures,
  ...invoiceFigures,
];
