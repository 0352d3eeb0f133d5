import { addMonths, dayOfInstant } from '../../../base/day.ts';
import { ledgerAccounts, postingKeys } from './accounts.ts';
import { companies, costCenters, departments } from './companies.ts';
import { contracts } from './contracts.ts';
import type { DemoTenant } from './demo-tenant.ts';
import { invoices } from './invoices.ts';
import { marketplaces } from './marketplaces.ts';
import { moreContracts } from './more-contracts.ts';
import { pastRequests } from './past-requests.ts';
import { groups, people } from './people.ts';
import { productGroups, products } from './products.ts';
import { requests } from './requests.ts';
import { suppliers } from './suppliers.ts';

function monthsAgo(count: number): string {
  return `${addMonths(dayOfInstant(new Date(), 'Europe/Berlin'), -count)}T00:00:00Z`;
}

/** A group of two companies in Hamburg and Bremen that builds and ships gearboxes. */
export const nordfeld: DemoTenant = {
  columns: {
    name: 'demo',
    contact_email: 'verwaltung@nordfeld-antrieb.example',
    billing_email: 'rechnung@nordfeld-antrieb.example',
    billing_name: 'Nordfeld Antriebstechnik GmbH',
    street: 'Hovestieg 24',
    zipcode: '20539',
    city: 'Hamburg',
    state: 'Hamburg',
    country: 'DE',
    phone: '+49 40 5550 2400',
    // Charges of the provider for some months, so that its operator has something to bill.
    created_at: monthsAgo(3),
    easybill_id: '1001',
    base_price_document: '99.00',
    document_limit: 100,
    extra_price_document: '0.80',
    recognition_unit_price: '0.20',
  },
  domain: 'demo.test',
  modules: ['contract'],
  people,
  groups,
  companies,
  departments,
  costCenters,
  ledgerAccounts,
  postingKeys,
  suppliers,
  marketplaces,
  productGroups,
  products,
  globalDefaults: { user_select_product: 'selector', user_send_order: 'buyer', user_clearing: 'buyer' },
  contracts: [...contracts, ...moreContracts],
  requests: [...pastRequests, ...requests].toSorted((left, right) => right.daysAgo - left.daysAgo),
  invoices,
};
