import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { amountOf } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';
import type { SellerData, SupplierBank } from '../bank-data.ts';
import type { FormalFacts, InvoiceSettings, PostalAddress } from '../check-facts.ts';
import { invoiceSettingKeys, invoiceSettings } from '../settings.ts';
import type { InvoiceDocument } from './kind.ts';

/** The data of a supplier's record that an invoice is compared with. */
export interface Seller extends SupplierBank, SellerData, PostalAddress {
  readonly id: number;
  readonly phone: string | null;
}

/** The data that the check needs besides invoice and document, as far as the person may see it. */
export interface Surroundings extends Omit<FormalFacts, 'reading'> {
  readonly settings: InvoiceSettings;
  /** The record of the chosen supplier; null until loaded, so that an account is never compared with a former one. */
  readonly seller: Seller | null;
}

interface SellerRow extends Omit<Seller, 'confirmed'> {
  readonly supplier_bank_changes: readonly { readonly iban: string | null }[];
}

interface Answer {
  readonly configuration: readonly { readonly key: string; readonly value: string | null }[];
  readonly client_by_pk:
    | (NonNullable<FormalFacts['company']> & {
        readonly required_fields: unknown;
        readonly tax_tolerance: number;
      })
    | null;
  readonly supplier_by_pk: SellerRow | null;
}

const query = `query Surroundings($keys: [String!]!, $client: bigint!, $supplier: bigint!) {
  configuration(where: { client_id: { _is_null: true }, key: { _in: $keys } }) { key value }
  client_by_pk(id: $client) { name billing_name vat_number required_fields tax_tolerance }
  supplier_by_pk(id: $supplier) { id address zipcode city iban bic country vat_number payment_method phone
    supplier_bank_changes(where: { state: { _eq: "confirmed" } }) { iban } }
}`;

/** Defaults until the data are loaded. */
const unread: Surroundings = {
  settings: invoiceSettings({}, null),
  supplier: null,
  seller: null,
  company: null,
};

/** Company and supplier of a draft or a saved invoice. */
export interface Parties {
  readonly client: { readonly id: number } | null;
  readonly supplier: { readonly id: number } | null;
}

/**
 * Settings, company and supplier of an invoice, reloaded after each timeline entry; the former data stay until then.
 */
export function useSurroundings(parties: Parties, document: InvoiceDocument | null): Surroundings {
  const clientId = parties.client?.id ?? null;
  const supplierId = parties.supplier?.id ?? null;
  const happened = document?.timeline.timeline_entries.length ?? 0;
  const { data = unread } = useQuery({
    queryKey: ['invoice-surroundings', clientId, supplierId, happened],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readSurroundings(clientId ?? 0, supplierId ?? 0, signal),
  });
  return data.seller === null || data.seller.id === supplierId ? data : { ...data, seller: null };
}

async function readSurroundings(
  client: number,
  supplier: number,
  signal: AbortSignal,
): Promise<Surroundings> {
  const answer = await gql<Answer>(query, { keys: invoiceSettingKeys, client, supplier }, { signal });
  const { configuration, client_by_pk: company, supplier_by_pk: row } = answer;
  const values = Object.fromEntries(configuration.map(({ key, value }) => [key, value]));
  const rules = company && { ...company, tax_tolerance: amountOf(company.tax_tolerance) };
  const seller = row && sellerOf(row);
  return { settings: invoiceSettings(values, rules), supplier: seller, seller, company };
}

function sellerOf({ supplier_bank_changes: changes, ...seller }: SellerRow): Seller {
  return { ...seller, confirmed: changes.flatMap(({ iban }) => (iban === null ? [] : [iban])) };
}
