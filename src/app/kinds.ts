import type { Listed } from '../document/listed-kind.ts';
import { contractFilters } from '../features/contract/listed-filter.ts';
import { listedContract } from '../features/contract/listed-kind.ts';
import { invoiceFilters } from '../features/invoice/listed-filter.ts';
import { listedInvoice } from '../features/invoice/listed-kind.ts';
import { listedProcurement } from '../features/procurement/listed-kind.ts';

/**
 * Every kind of document, in the order of the lists (OVW-01, OVW-04). `server/kinds.ts` and `web/kinds.ts` add what
 * runs there.
 */
export const listed = {
  kinds: [listedProcurement, listedInvoice, listedContract],
  filters: [...invoiceFilters, ...contractFilters],
} as const satisfies Listed;

/** A value for each kind, by its name. */
export type OfEachKind<Part> = Readonly<Record<(typeof listed.kinds)[number]['name'], Part>>;
