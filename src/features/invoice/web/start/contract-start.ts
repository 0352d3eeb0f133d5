import { queryOptions } from '@tanstack/react-query';
import { type CompanyRow, companyFields, companyReference } from '../../../../document/web/draft/company.ts';
import type { SupplierReference } from '../../../../document/web/draft/reference.ts';
import { gql } from '../../../../platform/web/api.ts';
import { emptyDraft, type InvoiceDraft } from '../draft.ts';
import { type ContractRow, contractFields, withLinesOfContract } from '../sources/contracts.ts';

/** The data that a new invoice takes over from its contract. */
export interface ContractStart extends ContractRow {
  readonly client: CompanyRow | null;
  readonly supplier: SupplierReference | null;
}

/** The contract for a new invoice; null if the person may not see it. Disabled without an ID. */
export function contractStartQuery(id: number | undefined) {
  return queryOptions({
    queryKey: ['invoice-contract-start', id],
    queryFn: async ({ signal }) => {
      const query = `query ContractStart($id: bigint!) { contract_by_pk(id: $id) {
        ${contractFields} client { ${companyFields} } supplier { id name payment_days }
      } }`;
      const answer = await gql<{ contract_by_pk: ContractStart | null }>(query, { id }, { signal });
      return answer.contract_by_pk;
    },
    enabled: id !== undefined,
  });
}

/** The draft of a new invoice with the data of its contract (CON-07). */
export function draftOfContract(contract: ContractStart): InvoiceDraft {
  const { client, supplier, name, contract_lines: lines } = contract;
  const head = {
    ...emptyDraft.head,
    supplier,
    client: client && companyReference(client, () => []),
    name: name ?? '',
    currency: contract.currency,
  };
  const all = new Set(lines.map(({ id }) => id));
  return withLinesOfContract({ ...emptyDraft, head }, contract, all, true);
}
