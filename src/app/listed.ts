import type { Listed } from '../document/listed-kind.ts';
import { contractFilters } from '../features/contract/listed-filter.ts';
import { listedContract } from '../features/contract/listed-kind.ts';
import { invoiceFilters } from '../features/invoice/listed-filter.ts';
import { listedInvoice } from '../features/invoice/listed-kind.ts';
import { listedProcurement } from '../features/procurement/listed-kind.ts';

/** What the lists of all documents hold, in the order in which they name it (OVW-01, OVW-04). */
export const listed = {
  kinds: [listedProcurement, listedInvoice, listedContract],
  filters: [...invoiceFilters, ...contractFilters],
} as const satisfies Listed;
