import { queryOptions } from '@tanstack/react-query';
import { shownName } from '../../../../document/read-fields.ts';
import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { inCurrency } from '../../../../document/web/head/company-head.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { copiedFields, withCopiedLines } from '../../copied-data.ts';
import { contractFields } from '../../fields.ts';
import { type ContractDraft, draftOf, isBlankLine } from '../draft.ts';
import { type ReadContract, readContractFields } from '../kind.ts';

const optionLimit = 50;

/** Finds visible contracts by number, name or partner, except the edited one. */
export async function findSources(
  ownId: number | null,
  text: string,
  signal: AbortSignal,
): Promise<readonly SelectOption[]> {
  const query = `query ContractsToCopy($where: contract_bool_exp!, $limit: Int!) {
    contract(where: $where, order_by: [{ contract_number: desc_nulls_last }, { id: desc }], limit: $limit) {
      id number: contract_number_formatted name supplier { name }
    }
  }`;
  // Each word may match the contract or its partner.
  const byText = text.split(/\s+/).map((word) => {
    const conditions = { _and: searchedFor(word) };
    return { _or: [conditions, { supplier: conditions }] };
  });
  const where = { _and: [...byText, ...(ownId === null ? [] : [{ id: { _neq: ownId } }])] };
  const { contract } = await gql<{ contract: readonly SourceRow[] }>(
    query,
    { where, limit: optionLimit },
    { signal },
  );
  return contract.map(({ id, number, name, supplier }) => ({
    id,
    number,
    name: name ?? '',
    note: supplier?.name ?? null,
  }));
}

interface SourceRow {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly supplier: { readonly name: string } | null;
}

/** The source contract; null if it does not exist or is not visible. */
export function sourceQuery(id: number) {
  return queryOptions({
    queryKey: ['contract-to-copy', id],
    queryFn: async ({ signal }) => {
      const query = `query ContractToCopy($id: bigint!) { contract_by_pk(id: $id) { ${readContractFields} } }`;
      const answer = await gql<{ contract_by_pk: ReadContract | null }>(query, { id }, { signal });
      return answer.contract_by_pk;
    },
  });
}

/** The draft with the data of another contract (CON-03). */
export function withCopiedData(
  { head, lines }: ContractDraft,
  contract: ReadContract,
  isOverwriting: boolean,
): ContractDraft {
  const source = draftOf(contract);
  const kept = lines.filter((line) => !isBlankLine(line));
  const copied = copiedFields(rowInput(contractFields, head), rowInput(contractFields, source.head), {
    isOverwriting,
    hasLines: kept.length > 0,
  });
  const from = new Map<string, unknown>(Object.entries(source.head));
  const values = copied.map((name) => {
    const shown = shownName(name, contractFields[name]);
    return [shown, from.get(shown)] as const;
  });
  const { currency = head.currency, ...others } = Object.fromEntries(values) as Partial<
    ContractDraft['head']
  >;
  // Line amounts are only valid in the currency of their contract.
  const price = currency === source.head.currency ? {} : { total: null };
  const copies = source.lines.map((line) => ({ ...line, ...price, key: uniqueKey(), id: null }));
  return {
    head: { ...head, ...others, ...inCurrency(head, currency) },
    lines: withCopiedLines(kept, copies, { isOverwriting }),
  };
}
