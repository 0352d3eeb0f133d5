import { addDays, type Day } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import type { Amount } from '../../base/money.ts';
import type { Module } from '../../platform/modules.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { MonthEndList } from './search.ts';

/** Type of a column; choices are translated, rows contain their keys. */
export type ColumnSort = 'text' | 'day' | 'amount' | 'count' | 'hours' | 'choice';

export interface MonthEndColumn {
  readonly key: string;
  readonly sort: ColumnSort;
  /** Text key of a choice. */
  readonly textKey?: (value: string) => string;
  /** Text key for empty values. */
  readonly emptyKey?: string;
  /** Summed below the list per currency. */
  readonly isTotalled?: true;
}

/** A row of a list, with its document; without one, `id` is the record by which it adds up documents. */
export interface MonthEndRow {
  readonly kind: DocumentKind | null;
  readonly id: number | null;
  readonly currency: string | null;
  readonly [column: string]: string | number | null;
}

/** Sums of a list for one currency and, if the list has periods, for one period. */
export interface MonthEndTotal {
  readonly currency: string;
  readonly period: string | null;
  readonly amounts: Readonly<Record<string, Amount>>;
}

/** First rows of a list, and the sums of all rows. */
export interface MonthEndAnswer {
  readonly list: MonthEndList;
  readonly day: Day;
  readonly count: number;
  readonly rows: readonly MonthEndRow[];
  readonly totals: readonly MonthEndTotal[];
}

/** Part of the company; null for everything the person sees. */
export interface MonthEndScope {
  readonly client: number | null;
  readonly department: number | null;
  readonly cost_center: number | null;
}

export interface MonthEndQuery extends MonthEndScope {
  readonly list: MonthEndList;
  readonly day: Day;
  /** The first day of a list of days. */
  readonly from?: Day | null;
  /** The product of a list of lines, as `ProductFigure.key` names it. */
  readonly product?: string | null;
  /** The row of another list whose documents are listed (`isRowKey`). */
  readonly row?: string | null;
}

export const monthEndFormats = ['csv', 'xlsx'] as const;
export type MonthEndFormat = (typeof monthEndFormats)[number];

/** Order of a file. */
export interface MonthEndOrder extends MonthEndQuery {
  readonly format: MonthEndFormat;
  readonly language: Language;
}

/** Number of rows on the page; the file contains all. */
export const shownRows = 50;

const text = (key: string): MonthEndColumn => ({ key, sort: 'text' });
const day = (key: string): MonthEndColumn => ({ key, sort: 'day' });
const amount = (key: string): MonthEndColumn => ({ key, sort: 'amount', isTotalled: true });
const choice = (key: string, textKey: (value: string) => string): MonthEndColumn => ({
  key,
  sort: 'choice',
  textKey,
});

/** The text of what an amount lacks to be accrued. */
export const lackTextKey = (lack: string): string => `month_end.lack.${lack}`;

const place: readonly MonthEndColumn[] = [text('client'), text('department'), text('cost_center')];
const orderLine: readonly MonthEndColumn[] = [
  text('number'),
  text('name'),
  text('supplier'),
  text('line'),
  ...place,
  day('ordered_on'),
];

/** Columns of each list, in order of the file. */
export const columnsOf: Readonly<Record<MonthEndList, readonly MonthEndColumn[]>> = {
  received_not_invoiced: [
    ...orderLine,
    ...[amount('ordered'), amount('received'), amount('invoiced'), amount('net'), text('currency')],
  ],
  services_not_invoiced: [
    ...[text('number'), text('name'), text('supplier'), ...place, day('ordered_on')],
    ...[amount('served'), amount('invoiced'), amount('net'), text('currency')],
  ],
  invoiced_not_received: [
    ...orderLine,
    ...[amount('ordered'), amount('received'), amount('invoiced'), amount('net'), amount('beyond')],
    text('currency'),
  ],
  commitments: [
    choice('document', (kind) => `month_end.document.${kind}`),
    ...orderLine,
    day('ends_on'),
    ...[amount('ordered'), amount('invoiced'), amount('released'), amount('net'), text('currency')],
  ],
  renewals: [
    ...[text('number'), text('name'), text('supplier'), ...place, text('responsible')],
    ...[day('leaves_by'), day('deadline'), amount('stake'), text('currency')],
  ],
  forecast: [
    ...[text('period'), text('cost_center')],
    ...[amount('bound'), amount('expected'), amount('orders'), amount('forecast'), text('currency')],
  ],
  forecast_documents: [
    choice('document', (kind) => `month_end.document.${kind}`),
    ...orderLine,
    ...[amount('bound'), amount('expected'), amount('orders'), amount('forecast'), text('currency')],
  ],
  not_exported: [
    ...[text('period'), text('number'), text('number_printed'), text('supplier'), day('invoice_date')],
    choice('status', (status) => `status.invoice.${status}`),
    ...place,
    ...[amount('net'), text('currency')],
  ],
  discounts: [
    ...[text('number'), text('number_printed'), text('supplier'), day('invoice_date')],
    ...place,
    ...[day('discount_until'), day('paid_on'), amount('gained'), amount('lost'), amount('open')],
    text('currency'),
  ],
  throughput: [
    choice('step', (step) => `step.${step}`),
    { key: 'group', sort: 'text', emptyKey: 'month_end.others' },
    { key: 'count', sort: 'count' },
    { key: 'average', sort: 'hours' },
    { key: 'median', sort: 'hours' },
  ],
  changed_after_closing: [
    ...[text('number'), text('number_printed'), text('supplier'), day('invoice_date')],
    ...place,
    ...[amount('before'), amount('after'), amount('difference'), text('currency')],
  ],
  accruals_left_out: [
    choice('document', (kind) => `month_end.document.${kind}`),
    ...[text('number'), text('name'), text('supplier'), ...place, text('account')],
    ...[choice('lack', lackTextKey), amount('net'), text('currency')],
  ],
  budget_use: [
    ...[text('cost_center'), text('budget')],
    { ...choice('document', (kind) => `month_end.document.${kind}`), emptyKey: 'month_end.unseen' },
    ...[text('number'), text('name'), text('supplier'), text('account'), day('counted_on')],
    ...[amount('invoiced'), amount('committed'), amount('used'), text('currency')],
  ],
  supplier_spend: [
    ...[text('supplier'), amount('spent'), amount('spent_before'), amount('grown'), amount('unordered')],
    ...[{ key: 'unordered_percent', sort: 'hours' } as const, text('currency')],
  ],
  supplier_invoices: [
    ...[text('number'), text('number_printed'), text('supplier'), day('invoice_date')],
    ...place,
    ...[amount('spent'), amount('spent_before'), amount('unordered'), text('currency')],
  ],
  product_lines: [
    ...[text('number'), text('name'), text('supplier'), text('line'), ...place, day('created_on')],
    ...[{ key: 'quantity', sort: 'hours' } as const, text('unit'), amount('value'), text('currency')],
  ],
};

/** A list exists while one of its modules is on (GEN-10). */
export const modulesOf: Readonly<Record<MonthEndList, readonly Module[]>> = {
  received_not_invoiced: ['procurement'],
  services_not_invoiced: ['contract'],
  invoiced_not_received: ['procurement'],
  commitments: ['procurement', 'contract'],
  renewals: ['contract'],
  forecast: ['procurement', 'contract'],
  forecast_documents: ['procurement', 'contract'],
  not_exported: ['invoice'],
  discounts: ['invoice'],
  throughput: ['procurement', 'invoice', 'contract'],
  changed_after_closing: ['invoice'],
  accruals_left_out: ['procurement', 'contract'],
  budget_use: ['procurement', 'invoice'],
  supplier_spend: ['invoice'],
  supplier_invoices: ['invoice'],
  product_lines: ['procurement'],
};

/** The list of the documents that a row of another list adds up, opened at one of its columns (DASH-10). */
export const documentsBehind: Readonly<
  Partial<
    Record<
      MonthEndList,
      {
        readonly list: MonthEndList;
        readonly column: string;
        readonly rowOf: (row: MonthEndRow) => string;
      }
    >
  >
> = {
  forecast: {
    list: 'forecast_documents',
    column: 'period',
    rowOf: ({ period, id }) => `${period}/${id ?? 'none'}`,
  },
  supplier_spend: {
    list: 'supplier_invoices',
    column: 'supplier',
    rowOf: ({ id }) => String(id ?? 'none'),
  },
};

/** Default day: the end of the previous month. */
export function lastMonthEnd(today: Day): Day {
  return addDays(`${today.slice(0, 7)}-01`, -1);
}

/** Columns summed below a list. */
export function totalledKeys(list: MonthEndList): readonly string[] {
  return columnsOf[list].flatMap(({ key, isTotalled }) => (isTotalled ? key : []));
}

/** Whether a list sums each period apart. */
export function hasPeriods(list: MonthEndList): boolean {
  return columnsOf[list].some(({ key }) => key === 'period');
}
