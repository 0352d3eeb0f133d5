import type { ListedKind } from '../../document/listed-kind.ts';
import { procurementKind } from './kind.ts';

/** Purchase requests and orders as lists know them. */
export const listedProcurement = {
  ...procurementKind,
  roles: [],
  isBehindDrafts: false,
  shownSteps: ['select-product', 'approval', 'send-order', 'delivery', 'clearing'],
  // Requests have no prices before product selection.
  unpricedIn: ['open'],
  clearedStatuses: [],
  owesGoods: true,
  isLookedAfter: false,
  addEntries: [
    { key: 'order', modules: [] },
    { key: 'order_from_contract', modules: ['contract'], search: { 'select-contract': true } },
  ],
  loadColumns: () => import('./export-columns.ts'),
} as const satisfies ListedKind;
