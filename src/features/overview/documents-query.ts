import type { Where } from '../../document/listed-kind.ts';
import type { OrderBy, OverviewTab } from './filter.ts';
import { columnsOf } from './place-in-order.ts';

/** What every list reads of a document: the step in progress instead of the timeline, which would be asked of each row. */
const listedFields = `
  kind id number name status currency total_netto company_currency company_netto created_at delivery_date due_date
  waiting_since asked_ids reminded_ids content_version step step_kind supplier { name } step_user { id name } step_for_user { name }`;

/** What the tasks alone show of an invoice (OVW-10). */
const paymentFields = `payment: invoice {
    paid due_date amount_due discount_1_date discount_1_amount discount_2_date discount_2_amount }`;

/** What the list of a tab reads of a document. */
export function fieldsOfList(tab: OverviewTab): string {
  if (tab === 'contract') return `${listedFields} committed_netto company_currency`;
  return tab === 'tasks' ? `${listedFields} ${paymentFields}` : listedFields;
}

/** So many rows come first, as soon as possible. */
export const pageSize = 50;
/** So many follow at a time: a long list is read anew in few requests. */
export const furtherPageSize = 250;

/** What a list shows, and in which order. */
export interface Selection {
  readonly where: Where;
  readonly order_by: OrderBy;
}

/**
 * One page of a list with these fields: what each of the parts of its selection finds, up to the limit.
 *
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

/** Hits are counted up to here; "more than that" is all that anybody wants to know beyond. */
export const countedAtMost = 1_000;

/** How many hits there are in all, asked beside the rows so that nobody waits for it: `countedAtMost` + 1 is "more". */
export const countQuery = `query DocumentCount($where: document_bool_exp!) {
  document_aggregate(where: $where, limit: ${countedAtMost + 1}) { aggregate { count } }
}`;

/** What all hits are worth net as far as anybody knows, and of how many that is known; contracts in a year, and commit to, and whether in more than one currency of their companies (DASH-05, CON-37, CON-39). */
export const netQuery = `query DocumentNet($where: document_bool_exp!) {
  document_aggregate(where: $where) {
    aggregate { count known: count(columns: [company_netto]) sum { company_netto committed_netto } min { company_currency } max { company_currency } }
  }
}`;
