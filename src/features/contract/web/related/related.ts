import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../../base/day.ts';
import { type Amount, round, sum } from '../../../../base/money.ts';
import { withoutEffect } from '../../../../document/agreed.ts';
import type { Rated } from '../../../../document/currency.ts';
import {
  countedOn,
  countWithoutRate,
  type InvoicedRow,
  netUnder,
} from '../../../../document/under-contract.ts';
import { gql } from '../../../../platform/web/api.ts';
import { contractKind } from '../../kind.ts';

/** An order or invoice under a contract that the person may see (CON-07). */
export interface RelatedRow extends InvoicedRow {
  readonly kind: 'procurement' | 'invoice';
  readonly number: string | null;
  readonly name: string | null;
  readonly procurement_id: number | null;
  readonly invoice_id: number | null;
  readonly supplier: { readonly name: string } | null;
}

/** Most documents loaded for one contract. */
export const maxRelated = 500;

/** All orders and invoices under a contract, newest first. */
export function relatedQuery(id: number) {
  return queryOptions({
    queryKey: [`${contractKind.name}-related`, id],
    queryFn: async ({ signal }) => {
      const query = `query RelatedDocuments($where: document_bool_exp!, $limit: Int!) {
        document(where: $where, order_by: [{ created_at: desc }, { id: desc }], limit: $limit) {
          kind number name status created_at invoice_date currency total_netto company_netto company_currency procurement_id invoice_id
          supplier { name }
        }
      }`;
      const where = { under_contract_id: { _eq: id }, kind: { _in: ['procurement', 'invoice'] } };
      const answer = await gql<{ document: readonly RelatedRow[] }>(
        query,
        { where, limit: maxRelated },
        { signal },
      );
      return answer.document;
    },
  });
}

/** The total of a year in the currency of the contract. */
export interface YearSum {
  readonly year: string;
  readonly total: Amount;
  /** Documents that are not in `total` because their rate is unknown (PRICE-07). */
  readonly withoutRate: number;
}

/**
 * The invoiced totals per year, latest last; the ordered totals if there are no invoices (CON-07). Discarded
 * documents do not count; those of an unknown rate are counted apart (PRICE-07).
 */
export function yearSums(
  rows: readonly RelatedRow[],
  contract: Rated,
  dayOf: (instant: string) => Day,
): readonly YearSum[] {
  const counted = rows.filter((row) => !withoutEffect.includes(row.status));
  const invoices = counted.filter(({ kind }) => kind === 'invoice');
  const years = Map.groupBy(invoices.length > 0 ? invoices : counted, (row) =>
    countedOn(row, dayOf).slice(0, 4),
  );
  return [...years]
    .map(([year, members]) => ({
      year,
      total: round(sum(members.flatMap((row) => netUnder(row, contract) ?? [])), 2),
      withoutRate: countWithoutRate(members, contract),
    }))
    .sort((one, other) => one.year.localeCompare(other.year));
}
