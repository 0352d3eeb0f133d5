import type { Role } from '../session/roles.ts';

const requesting: readonly Role[] = ['user-price', 'user-see-own-orders-and-involved'];
const approving: readonly Role[] = [
  ...requesting,
  'user-see-own-invoices-and-involved',
  'user-see-own-contracts-and-involved',
];

/**
 * The rights that a task usually needs together (ADM-21), offered wherever people get rights. All include prices,
 * because requests and decisions depend on them.
 */
export const roleTemplates = {
  requesting,
  approving,
  purchasing: [
    ...['user-price', 'user-change-order', 'user-see-all-orders', 'user-can-insert-product'],
    ...['user-can-insert-supplier', 'user-change-contract', 'user-insert-contract', 'user-see-contracts'],
  ],
  accounting: [
    ...['user-price', 'user-see-all-orders', 'user-see-all-invoices', 'user-can-change-invoices'],
    ...['user-export-invoice', 'user-can-insert-supplier', 'user-see-contracts'],
  ],
  managing: [
    ...['user-price', 'user-dashboard', 'user-see-all-orders', 'user-see-all-invoices', 'user-see-contracts'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
