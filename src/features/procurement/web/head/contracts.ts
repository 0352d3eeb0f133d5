import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../../base/day.ts';
import type { PaymentTiming, UsageType } from '../../../../document/usage.ts';
import type { AddressRow } from '../../../../document/web/draft/company.ts';
import { addressFields, type CompanyRow, companyFields } from '../../../../document/web/draft/company.ts';
import type { Reference, SupplierReference } from '../../../../document/web/draft/reference.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';

/** A contract with all values that an order takes over (PROC-25). */
export interface ContractRow {
  readonly id: number;
  readonly contract_number_formatted: string | null;
  readonly name: string | null;
  readonly end_date: Day | null;
  /** Null if prices are hidden. */
  readonly total_netto: number | null;
  readonly currency: string;
  readonly usage_type: UsageType | null;
  readonly payment_timing: PaymentTiming | null;
  readonly client: (CompanyRow & { readonly client_addresses: readonly AddressRow[] }) | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
  readonly supplier: SupplierReference | null;
  readonly contract_lines: readonly ContractLineRow[];
}

export interface ContractLineRow {
  readonly id: number;
  readonly name: string | null;
  readonly item_number: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly tax: number | null;
  /** The net total of the whole quantity; null if prices are hidden. */
  readonly total: number | null;
  readonly image_url: string | null;
  readonly webshop_url: string | null;
  readonly offer_number: string | null;
  readonly offer_date: Day | null;
}

/** The maximum number of contracts in the list. */
const optionLimit = 50;

/** Finds visible active contracts by our or the supplier's number, name or supplier. */
export async function findContracts(text: string, signal: AbortSignal): Promise<readonly SelectOption[]> {
  const query = `query ($where: contract_bool_exp!, $limit: Int!) {
    contract(where: $where, order_by: [{ contract_number: desc_nulls_last }, { id: desc }], limit: $limit) {
      id contract_number_formatted name supplier { name }
    }
  }`;
  // Each word may match the contract or its supplier.
  const byText = text.split(/\s+/).map((word) => {
    const conditions = { _and: searchedFor(word) };
    return { _or: [conditions, { supplier: conditions }] };
  });
  const where = { status: { _eq: 'active' }, _and: byText };
  const { contract: rows } = await gql<{
    contract: readonly (Pick<ContractRow, 'id' | 'contract_number_formatted' | 'name'> & {
      readonly supplier: { readonly name: string } | null;
    })[];
  }>(query, { where, limit: optionLimit }, { signal });
  return rows.map((row) => ({
    id: row.id,
    number: row.contract_number_formatted,
    name: row.name ?? '',
    note: row.supplier?.name ?? null,
  }));
}

/** The complete contract; null if this person cannot see it. */
export function contractQuery(id: number) {
  return queryOptions({
    queryKey: ['procurement-contract', id],
    queryFn: async ({ signal }) => {
      const query = `query ($id: bigint!) { contract_by_pk(id: $id) {
        id contract_number_formatted name end_date total_netto currency usage_type payment_timing
        client { ${companyFields} client_addresses(where: { is_default: { _eq: true } }, limit: 1) { ${addressFields} } }
        department { id name: shown_name }
        cost_center { id number name: shown_name }
        ledger_account { id number name }
        supplier { id name delivery_in_days }
        contract_lines(order_by: [{ sort_no: asc }, { id: asc }]) {
          id name item_number quantity unit tax total image_url webshop_url offer_number offer_date
        }
      } }`;
      const answer = await gql<{ contract_by_pk: ContractRow | null }>(query, { id }, { signal });
      return answer.contract_by_pk;
    },
  });
}
