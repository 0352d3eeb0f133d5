/** Role names with their stable numbers (ROLE-01); numbers are never reused (ROLE-03). */
export const roleNumbers = {
  'user-admin': 1,
  'user-operator': 2,
  'user-price': 3,
  'user-dashboard': 4,
  'user-change-order': 5,
  'user-see-all-orders': 6,
  'user-see-all-orders-belonging-to-own-company': 7,
  'user-see-all-orders-belonging-to-own-department': 8,
  'user-see-own-orders-and-involved': 9,
  'user-see-all-invoices': 10,
  'user-see-all-invoices-belonging-to-own-company': 11,
  'user-see-own-invoices-and-involved': 12,
  'user-can-change-invoices': 13,
  'user-export-invoice': 14,
  'user-can-delete-document-directly': 15,
  'user-can-insert-product': 16,
  'user-can-insert-supplier': 17,
  'user-see-client-addresses': 18,
  'user-change-contract': 19,
  'user-insert-contract': 20,
  'user-see-contracts': 21,
  'user-see-contracts-belonging-to-own-company': 22,
  'user-see-contracts-belonging-to-own-department': 23,
  'user-see-own-contracts-and-involved': 24,
  'user-auditor': 25,
} as const;
export type Role = keyof typeof roleNumbers;

/** Roles that administrators do not hold implicitly (ROLE-02). */
const notImplied: readonly string[] = ['user-operator'];

/**
 * The claim `permissions` of a token: the numbers of all rights that the roles give, such as `3,4,16` (AUTH-18). Only
 * the front end uses it; the server decides by role names (ROLE-20).
 */
export function permissionNumbers(roles: readonly string[]): string {
  const isAdmin = roles.includes('user-admin');
  return Object.entries(roleNumbers)
    .filter(([role]) => roles.includes(role) || (isAdmin && !notImplied.includes(role)))
    .map(([, number]) => number)
    .join(',');
}
