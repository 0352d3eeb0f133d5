import { queryOptions } from '@tanstack/react-query';
import { type Amount, amountOrNull } from '../../../base/money.ts';
import {
  type AddressRow,
  addressFields,
  addressReference,
  type CompanyRow,
  companyFields,
  companyReference,
} from '../../../document/web/draft/company.ts';
import type { Reference, SupplierReference } from '../../../document/web/draft/reference.ts';
import { gql } from '../../../platform/web/api.ts';
import { foundProducts, productSearchQuery, productSearchVariables } from '../product-search.ts';
import { requiredFieldsOf } from '../required-fields.ts';
import type { HeadDraft } from './draft/draft.ts';

/** The tenant's settings for requests (SET-02). */
export const settingsQuery = queryOptions({
  queryKey: ['procurement-settings'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<{ readonly isProductGroupRequired: boolean }> => {
    const query =
      '{ configuration(where: { client_id: { _is_null: true }, key: { _eq: "product_group_required" } }) { value } }';
    const { configuration } = await gql<{ configuration: readonly { readonly value: string | null }[] }>(
      query,
      {},
      { signal },
    );
    return { isProductGroupRequired: configuration[0]?.value === 'true' };
  },
});

/** A catalogue product with the values for a line. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly alias: string | null;
  readonly item_number: string | null;
  readonly unit: string | null;
  readonly price_netto: Amount | null;
  readonly price_unit: Amount | null;
  readonly tax: Amount | null;
  readonly image_file_id: string | null;
  readonly image_url: string | null;
  readonly webshop_url: string | null;
  readonly offer_number: string | null;
  readonly offer_date: string | null;
  readonly is_cost_center_fixed: boolean;
  readonly supplier: SupplierReference | null;
  readonly product_group: Reference | null;
  readonly cost_center: Reference | null;
}

/** A product as the API returns it. */
export interface ProductRow extends Omit<Product, 'price_netto' | 'price_unit' | 'tax'> {
  readonly price_netto: number | null;
  readonly price_unit: number;
  readonly tax: number;
}

/** Finds products by name, alias, item number or supplier, best match first (PROC-07). */
export async function findProducts(text: string, signal: AbortSignal): Promise<readonly Product[]> {
  const variables = productSearchVariables(text);
  type Answer = Readonly<Record<keyof typeof variables, readonly ProductRow[]>>;
  const answer = await gql<Answer>(productSearchQuery, variables, { signal });
  return foundProducts(text, answer).map(productOf);
}

export function productOf(row: ProductRow): Product {
  return {
    ...row,
    price_netto: amountOrNull(row.price_netto),
    price_unit: row.price_unit === 1 ? null : amountOrNull(row.price_unit),
    tax: amountOrNull(row.tax),
  };
}

/** The defaults of a new request from its creator (PROC-04). */
export function prefillQuery(userId: number) {
  return queryOptions({
    queryKey: ['procurement-prefill', userId],
    queryFn: ({ signal }) => readPrefill(userId, signal),
    staleTime: 60_000,
  });
}

async function readPrefill(userId: number, signal: AbortSignal): Promise<Partial<HeadDraft>> {
  const query = `query ($id: bigint!) { lb_user_by_pk(id: $id) {
    id name
    client { ${companyFields} client_addresses(where: { is_default: { _eq: true } }, limit: 1) { ${addressFields} } }
    department { id name: shown_name }
    cost_center { id number name: shown_name }
  } }`;
  type Person = Reference & {
    readonly client: (CompanyRow & { readonly client_addresses: readonly AddressRow[] }) | null;
    readonly department: Reference | null;
    readonly cost_center: Reference | null;
  };
  const { lb_user_by_pk: person } = await gql<{ lb_user_by_pk: Person | null }>(
    query,
    { id: userId },
    { signal },
  );
  if (person === null) return {};
  const consignee = { id: person.id, name: person.name };
  if (person.client === null) return { consignee };
  const address = person.client.client_addresses[0];
  return {
    client: companyReference(person.client, requiredFieldsOf),
    currency: person.client.currency,
    department: person.department,
    cost_center: person.department && person.cost_center,
    delivery_address: address === undefined ? null : addressReference(address),
    consignee,
  };
}
