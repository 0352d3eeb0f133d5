import type { Where } from '../../document/listed-kind.ts';
import type { OrderBy, OverviewTab } from './filter.ts';
import { columnsOf } from './place-in-order.ts';

/** Fields of every list. They include the step in progress, so that the timeline is not queried for each row. */
const listedFields = `
  kind id number name status currency total_netto company_currency company_netto created_at delivery_date due_date
  waiting_since asked_ids reminded_ids content_version step step_kind supplier { name } step_user { id name } step_for_user { name }`;

/** The urgency day with the amount at stake, and payment fields and the printed number of invoices, for the tasks only (OVW-10). */
const urgencyFields = `urgent_on at_stake payment: invoice {
    number_printed paid due_date amount_due discount_1_date discount_1_amount discount_2_date discount_2_amount }`;

/** Fields read by the list of a tab. */
export function fieldsOfList(tab: OverviewTab): string {
  if (tab === 'contract') return `${listedFields} committed_netto company_currency`;
  return tab === 'tasks' ? `${listedFields} ${urgencyFields}` : listedFields;
}

/** Rows of the first page, kept small so that it appears quickly. */
export const pageSize = 50;
/** Rows of each further page: a long list is refreshed in few requests. */
export const furtherPageSize = 250;

/** Filter and order of a list. */
export interface Selection {
  readonly where: Where;
  readonly order_by: OrderBy;
}

/**
 * One page of a list with these fields, queried in parts, each up to the limit.
 * @see docs/topics/lists-and-search.md
 */
export function pageRequest(
  fields: string,
  { where, order_by }: Selection,
  parts: readonly Where[],
  limit: number,
): { readonly query: string; readonly variables: Readonly<Record<string, unknown>> } {
  const names = parts.map((_, place) => `part${place}`);
  const declared = names.map((name) => `$${name}: document_bool_exp!`).join(', ');
  const selected = `${fields} ${columnsOf(order_by).join(' ')}`;
  const asked = names.map(
    (name) => `${name}: document(where: $${name}, order_by: $order_by, limit: $limit) { ${selected} }`,
  );
  return {
    query: `query Documents(${declared}, $order_by: [document_order_by!], $limit: Int!) { ${asked.join(' ')} }`,
    variables: {
      ...Object.fromEntries(parts.map((part, place) => [`part${place}`, { _and: [where, part] }])),
      order_by,
      limit,
    },
  };
}

/** Hits are counted up to this number; above it the count is shown as "more", unless their sums tell it. */
export const countedAtMost = 1_000;

/** Whether this number of hits is exact; otherwise there are more. */
export function isCounted(count: number): boolean {
  return count !== countedAtMost + 1;
}

/** The number of hits, queried separately so that the rows do not wait for it; `countedAtMost` + 1 means "more". */
export const countQuery = `query DocumentCount($where: document_bool_exp!) {
  document_aggregate(where: $where, limit: ${countedAtMost + 1}) { aggregate { count } }
}`;

/**
 * Net sum of all hits with a known rate and their number (contracts per year), their commitment, and the lowest and
 * highest company currency to tell whether there are several (DASH-05, CON-37, CON-39, PRICE-07).
 */
export const netQuery = `query DocumentNet($where: document_bool_exp!) {
  document_aggregate(where: $where) {
    aggregate { count known: count(columns: [company_netto]) sum { company_netto committed_netto } min { company_currency } max { company_currency } }
  }
}`;

/** Sum of what is at stake on the urgency days of all hits, in company currency (OVW-10), as `netQuery` otherwise. */
export const stakeQuery = `query DocumentStake($where: document_bool_exp!) {
  document_aggregate(where: $where) {
    aggregate { count known: count(columns: [at_stake]) sum { at_stake } min { company_currency } max { company_currency } }
  }
}`;
