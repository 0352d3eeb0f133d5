import { listed } from '../../src/app/kinds.ts';
import { noFilter, type OverviewFilter } from '../../src/features/overview/filter.ts';
import { today } from '../support/today.ts';

/** Facts about the person for the overview. */
export const facts = {
  userId: 101,
  persons: [101],
  today: today(),
  timeZone: 'Europe/Berlin',
  seesPrices: true,
  modules: ['procurement', 'contract'] as const,
  listed,
};
export const references = (change: Partial<OverviewFilter['references']>) => ({
  references: { ...noFilter.references, ...change },
});
/** One example of each filter of the overview. */
export const filters: Readonly<Record<string, Partial<OverviewFilter>>> = {
  none: {},
  text: { text: 'request 77' },
  number: { text: 'PO-77' },
  letter: { text: 'q' },
  umlaut: { text: 'buero neu' },
  status: { status: ['open'] },
  statuses: { status: ['approval', 'ordered', 'clearing'] },
  client: references({ client: [1] }),
  department: references({ department: [1] }),
  cost_center: references({ cost_center: [1] }),
  ledger_account: references({ ledger_account: [1, 2] }),
  supplier: references({ supplier: [101] }),
  creator: references({ creator: [101] }),
  assignee: references({ assignee: [102] }),
  contract_category: { words: { contract_category: ['license', 'leasing'] } },
  contract_end: { words: { contract_end: ['90'] } },
  contract_deadline: { words: { contract_deadline: ['30', '90'] } },
  contract_in_force: { words: { contract_in_force: ['costs'] } },
  responsible: references({ responsible: [102] }),
  kind: { kinds: ['contract'] },
  amount: { amountFrom: '100', amountTo: '200' },
  without_rate: { isWithoutRate: true },
  created: { range: 'last_week' },
  delivery: { range: 'this_month', dateField: 'delivery' },
};
