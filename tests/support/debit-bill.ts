import type { DebitBill } from '../../src/features/billing/direct-debit/plan.ts';

/** A bill of October 2026 with its first collection. */
export const debitBill: DebitBill = {
  key: 'kontor-7-2026-10',
  month: '2026-10',
  state: 'done',
  documentNumber: 'RE-00001',
  amount: '117.81',
  way: 'bank',
  announcement: { day: '2026-11-16', days: 14, mandate: 'M-1', creditorId: 'DE98ZZZ09999999999' },
  reported: '2026-11-02',
  isCollected: false,
  tries: 0,
  tenantId: 7,
  archivedOn: null,
  mandate: { agreement: true, date: '2026-01-02', reference: 'M-1', lastUse: null },
  scheme: 'CORE',
  holder: 'Müller & Söhne GmbH',
  iban: 'DE02120300000000202051',
  bic: null,
  address: { street: 'Hovestieg 24', zipcode: '20539', town: 'Hamburg', country: 'DE' },
  former: null,
  isEnded: false,
  subject: 'Abrechnung Oktober 2026, Rechnung',
};

export const creditorId = 'DE98ZZZ09999999999';
