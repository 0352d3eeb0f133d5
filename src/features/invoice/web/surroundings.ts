import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { amountOf } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';
import type { FormalFacts, InvoiceSettings } from '../check-facts.ts';
import { invoiceSettingKeys, invoiceSettings } from '../settings.ts';

/** What the check of an invoice looks at beside the invoice and its document, as far as the person sees it. */
export interface Surroundings extends Omit<FormalFacts, 'reading'> {
  readonly settings: InvoiceSettings;
}

interface Answer {
  readonly configuration: readonly { readonly key: string; readonly value: string | null }[];
  readonly client_by_pk:
    | (NonNullable<FormalFacts['company']> & {
        readonly required_fields: unknown;
        readonly tax_tolerance: number;
      })
    | null;
  readonly supplier_by_pk: FormalFacts['supplier'];
}

const query = `query Surroundings($keys: [String!]!, $client: bigint!, $supplier: bigint!) {
  configuration(where: { client_id: { _is_null: true }, key: { _in: $keys } }) { key value }
  client_by_pk(id: $client) { name billing_name vat_number required_fields tax_tolerance }
  supplier_by_pk(id: $supplier) { address zipcode city }
}`;

/** Until they are read, what holds where nothing is set. */
const unread: Surroundings = { settings: invoiceSettings({}, null), supplier: null, company: null };

/** Settings, company and supplier of what is on the screen; the last ones stand until others are read. */
export function useSurroundings(clientId: number | null, supplierId: number | null): Surroundings {
  const { data = unread } = useQuery({
    queryKey: ['invoice-surroundings', clientId, supplierId],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Surroundings> => {
      const variables = { keys: invoiceSettingKeys, client: clientId ?? 0, supplier: supplierId ?? 0 };
      const {
        configuration,
        client_by_pk: company,
        supplier_by_pk: supplier,
      } = await gql<Answer>(query, variables, { signal });
      const values = Object.fromEntries(configuration.map(({ key, value }) => [key, value]));
      const rules = company && { ...company, tax_tolerance: amountOf(company.tax_tolerance) };
      return { settings: invoiceSettings(values, rules), supplier, company };
    },
  });
  return data;
}
