import type { ListedKind } from '../../document/listed-kind.ts';
import { cancelledStatuses } from '../../timeline/kinds.ts';
import { invoiceKind } from './kind.ts';

/** Supplier invoices as lists know them. */
export const listedInvoice = {
  ...invoiceKind,
  roles: [],
  isBehindDrafts: false,
  shownSteps: [
    'invoice-recognition',
    'invoice-manual-check',
    'invoice-financial-approval',
    'invoice-clearing',
    'invoice-accounting',
    'invoice-export',
  ],
  unpricedIn: [],
  clearedStatuses: ['completed', ...cancelledStatuses('invoice')],
  owesGoods: false,
  isLookedAfter: false,
  addEntries: [{ key: 'invoice', modules: [], route: '/invoice/upload' }],
  furtherSteps: [{ key: 'mailbox', modules: [], roles: ['user-admin'], route: '/admin/mailbox' }],
  loadColumns: () => import('./export-columns.ts'),
} as const satisfies ListedKind;
