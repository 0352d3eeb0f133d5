import { listedInvoice } from '../src/features/invoice/listed-kind.ts';
import { noFilter } from '../src/features/overview/filter.ts';
import type { Figure } from './figure.ts';
import { scattered } from './figure.ts';
import type { Fixture } from './fixture.ts';
import { countsOf, rowsOf, type View } from './overview-figures.ts';

/** Numbers, frequent and rare words of lines and heads, and a missing word. */
const words = ['drehmoment', 're-0001', 'jahresbedarf', 'kabelrolle', 'wiechmann', 'in-0123', 'xyzzy'];

const accountant = ({ people }: Fixture) => people.accountant;
/** A person who approves invoices, and sees only own ones. */
const involved = ({ people }: Fixture) => people.invoiceApprover;

const ofCostCenter = (turn: number) => ({
  references: { ...noFilter.references, cost_center: [1 + scattered(turn, 40)] },
});

const views: readonly View[] = [
  { name: 'all', isUsual: true },
  { name: 'involved', person: involved },
  { name: 'text', filter: (turn) => ({ text: words[turn % words.length] ?? '' }) },
  { name: 'cost_center', filter: ofCostCenter },
  { name: 'by_amount', sort: { key: 'amount', isDescending: true } },
  // The query of the tab "cleared" (OVW-08).
  { name: 'cleared', filter: () => ({ status: listedInvoice.clearedStatuses }) },
  {
    name: 'cleared_involved',
    filter: () => ({ status: listedInvoice.clearedStatuses }),
    person: involved,
  },
  {
    name: 'combined',
    filter: (turn) => ({ ...ofCostCenter(turn), text: 'kabelrolle', status: ['approval', 'completed'] }),
    sort: { key: 'amount', isDescending: false },
    isUsual: true,
  },
];

const ofInvoices = views.map(
  (view): View => ({ person: accountant, ...view, name: `invoices_${view.name}`, tab: 'invoice' }),
);

/**
 * The list of invoices with filter, text and order, with the page's own query, among as many as there are requests.
 */
export const invoiceListFigures: readonly Figure[] = [
  ...ofInvoices.map((view) => rowsOf(view, view.name)),
  ...ofInvoices
    .filter(({ name }) => ['invoices_text', 'invoices_cleared'].includes(name))
    .map((view) => countsOf(view, `${view.name}_count`)),
];
