/** The people of the demo tenants, with what they are in a word of English for the start message. */
export const demoPeople = [
  { email: 'admin@demo.test', role: 'administrator' },
  { email: 'requester@demo.test', role: 'requests goods' },
  { email: 'selector@demo.test', role: 'selects suppliers' },
  { email: 'approver1@demo.test', role: 'approves up to 1,000' },
  { email: 'approver2@demo.test', role: 'approves up to 10,000' },
  { email: 'approver3@demo.test', role: 'approves any amount' },
  { email: 'buyer@demo.test', role: 'orders' },
  { email: 'receiver@demo.test', role: 'confirms deliveries' },
  { email: 'accountant@demo.test', role: 'keeps the books' },
  { email: 'admin@other.test', role: 'administrator of another company' },
  { email: 'requester@other.test', role: 'requests goods there' },
  { email: 'operator@kontor.test', role: 'operates the platform' },
] as const;
