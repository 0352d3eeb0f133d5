import { approveFigure } from './approve-figure.ts';
import { auditFigure } from './audit-figure.ts';
import { contractFigure } from './contract-figure.ts';
import { createFigure } from './create-figure.ts';
import { dashboardFigures } from './dashboard-figures.ts';
import { deletionFigure } from './deletion-figure.ts';
import { exportFigure } from './export-figure.ts';
import type { Figure } from './figure.ts';
import { forwardFigure } from './forward-figure.ts';
import { invoiceFigures } from './invoice-figures.ts';
import { invoiceListFigures } from './invoice-list-figures.ts';
import { invoicePageFigures } from './invoice-page-figures.ts';
import { mailFigure } from './mail-figure.ts';
import { monthEndFigures } from './month-end-figures.ts';
import { overviewFigures } from './overview-figures.ts';
import { productFigures } from './product-figures.ts';
import { readFigures } from './read-figures.ts';
import { sheetFigures } from './sheet-figures.ts';

/** Figures that need invoices. */
export const figuresOfInvoices: readonly Figure[] = [
  ...invoiceListFigures,
  ...invoicePageFigures,
  ...dashboardFigures,
  ...monthEndFigures,
  forwardFigure,
  exportFigure,
];

/** Figures that write are last, because they leave dead rows behind. */
export const allFigures: readonly Figure[] = [
  ...readFigures,
  ...overviewFigures,
  ...productFigures,
  ...invoiceListFigures,
  ...invoicePageFigures,
  ...dashboardFigures,
  ...monthEndFigures,
  auditFigure,
  approveFigure,
  createFigure,
  forwardFigure,
  exportFigure,
  contractFigure,
  ...sheetFigures,
  mailFigure,
  ...invoiceFigures,
  // It deletes the largest tenant.
  deletionFigure,
];
