import type { DemoPerson } from '../../features/session/demo-person.ts';

/** The people of the demo tenants, with an English description for the start message. */
export const demoPeople = [
  { email: 'admin@demo.test', tenant: 'demo', does: 'administers', role: 'administrator' },
  { email: 'requester@demo.test', tenant: 'demo', does: 'requests', role: 'requests goods' },
  { email: 'selector@demo.test', tenant: 'demo', does: 'selects', role: 'selects suppliers' },
  { email: 'approver1@demo.test', tenant: 'demo', does: 'approves_little', role: 'approves up to 1,000' },
  { email: 'approver2@demo.test', tenant: 'demo', does: 'approves_more', role: 'approves up to 10,000' },
  { email: 'approver3@demo.test', tenant: 'demo', does: 'approves_all', role: 'approves any amount' },
  { email: 'buyer@demo.test', tenant: 'demo', does: 'orders', role: 'orders' },
  { email: 'receiver@demo.test', tenant: 'demo', does: 'receives', role: 'confirms deliveries' },
  { email: 'accountant@demo.test', tenant: 'demo', does: 'books', role: 'keeps the books' },
  {
    email: 'admin@other.test',
    tenant: 'other',
    does: 'administers',
    role: 'administrator of another company',
  },
  { email: 'requester@other.test', tenant: 'other', does: 'requests', role: 'requests goods there' },
  { email: 'operator@kontor.test', tenant: 'kontor', does: 'operates', role: 'operates the platform' },
] as const satisfies readonly (DemoPerson & { readonly role: string })[];
