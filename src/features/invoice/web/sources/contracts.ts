import { queryOptions } from '@tanstack/react-query';
import { amountOrNull } from '../../../../base/money.ts';
import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { searchedFor } from '../../../../graphql/search-where.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { invoiceLineFields } from '../../fields.ts';
import { settledLine } from '../../lines.ts';
import { type InvoiceDraft, isBlankLine, type LineDraft, newLine } from '../draft.ts';

/** A contract with the data that an invoice takes over (INV-03). */
export interface ContractRow {
  readonly id: number;
  readonly number: string | null;
  readonly name: string | null;
  readonly currency: string;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
  readonly contract_lines: readonly ContractLineRow[];
}

interface ContractLineRow {
  readonly id: number;
  readonly name: string | null;
  readonly item_number: string | null;
  readonly quantity: number | null;
  /** Percent. */
  readonly tax: number | null;
  /** Net total of the line; null if prices are hidden. */
  readonly total: number | null;
}

const optionLimit = 50;

/** Contracts between company and supplier that can be invoiced. */
export async function findContracts(
  { supplierId, clientId }: { readonly supplierId: number; readonly clientId: number },
  text: string,
  signal: AbortSignal,
): Promise<readonly SelectOption[]> {
  const query = `query ($where: contract_bool_exp!, $limit: Int!) {
    contract(where: $where, order_by: { id: desc }, limit: $limit) { id number: contract_number_formatted name }
  }`;
  const where = {
    _and: [...searchedFor(text), { supplier_id: { _eq: supplierId } }, { client_id: { _eq: clientId } }],
  };
  type Row = Pick<ContractRow, 'id' | 'number' | 'name'>;
  const { contract } = await gql<{ contract: readonly Row[] }>(
    query,
    { where, limit: optionLimit },
    { signal },
  );
  return contract.map(({ id, number, name }) => ({ id, number, name: name ?? '' }));
}

/** The fields read from a contract for an invoice. */
export const contractFields = `id number: contract_number_formatted name currency department { id name: shown_name }
  cost_center { id number name: shown_name } ledger_account { id number name }
  contract_lines(order_by: [{ sort_no: asc }, { id: asc }]) { id name item_number quantity tax total }`;

/** The complete contract; null if it does not exist for this person. */
export function contractQuery(id: number) {
  return queryOptions({
    queryKey: ['invoice-contract', id],
    queryFn: async ({ signal }) => {
      const query = `query ($id: bigint!) { contract_by_pk(id: $id) { ${contractFields} } }`;
      const answer = await gql<{ contract_by_pk: ContractRow | null }>(query, { id }, { signal });
      return answer.contract_by_pk;
    },
  });
}

/** Adds lines of a contract to the draft and links the contract (INV-03). */
export function withLinesOfContract(
  { head, lines }: InvoiceDraft,
  contract: ContractRow,
  chosen: ReadonlySet<number>,
  isReplacing: boolean,
): InvoiceDraft {
  const { id, number, name } = contract;
  const kept = isReplacing ? [] : lines.filter((line) => !isBlankLine(line));
  const taken = contract.contract_lines
    .filter((line) => chosen.has(line.id))
    .map((line) => lineOf(line, contract, head.currency));
  return {
    head: {
      ...head,
      contract: { id, number, name: name ?? '' },
      department: head.department ?? contract.department,
      cost_center: head.cost_center ?? contract.cost_center,
      ledger_account: head.ledger_account ?? contract.ledger_account,
    },
    lines: [...kept, ...taken],
  };
}

/** The unit price follows from the total; in another currency than the contract's, the price stays empty. */
function lineOf(row: ContractLineRow, contract: ContractRow, currency: string): LineDraft {
  const { cost_center, ledger_account } = contract;
  const line: LineDraft = {
    ...newLine(uniqueKey()),
    description: row.name ?? '',
    item_number: row.item_number ?? '',
    quantity: amountOrNull(row.quantity) ?? '1',
    total_netto: currency === contract.currency ? amountOrNull(row.total) : null,
    tax_percentage: amountOrNull(row.tax),
    cost_center,
    ledger_account,
  };
  const { unit_net_price } = settledLine(rowInput(invoiceLineFields, line));
  return { ...line, unit_net_price };
}
