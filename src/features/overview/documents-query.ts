/** What a list reads of a document: the step in progress instead of the timeline. */
const listedFields = `
  id name order_number_formatted draft_number_formatted status currency total_netto created_at delivery_date waiting_since asked_ids
  timeline { content_version }
  current: timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }, limit: 1) {
    type text_type lb_user { id name } for_user { name }
  }
  procurement_lines(where: { supplier_id: { _is_null: false } }, order_by: { sort_no: asc }, limit: 1) {
    supplier { name }
  }`;

export const pageSize = 50;

/** One page of a list. */
export const documentsQuery = `query Documents(
  $where: procurement_bool_exp!, $order_by: [procurement_order_by!], $offset: Int!, $limit: Int!
) {
  procurement(where: $where, order_by: $order_by, offset: $offset, limit: $limit) { ${listedFields} }
}`;

/** Hits are counted up to here; "more than that" is all that anybody wants to know beyond. */
export const countedAtMost = 1_000;

/** How many hits there are in all, asked beside the rows so that nobody waits for it: `countedAtMost` + 1 is "more". */
export const countQuery = `query DocumentCount($where: procurement_bool_exp!) {
  procurement_aggregate(where: $where, limit: ${countedAtMost + 1}) { aggregate { count } }
}`;
