/** What a list reads of a document: the entry in progress and the step done before it instead of the timeline. */
export const listedFields = `
  id name order_number_formatted draft_number_formatted status currency total_netto created_at delivery_date
  timeline { content_version }
  current: timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }, limit: 1) {
    type text_type created_at lb_user { name }
  }
  before: timeline_entries(
    where: { status: { _in: ["approved", "declined", "canceled"] }, completed_at: { _is_null: false } }
    order_by: { entry_no: desc }
    limit: 1
  ) { completed_at }
  procurement_lines(where: { supplier_id: { _is_null: false } }, order_by: { sort_no: asc }, limit: 1) {
    supplier { name }
  }`;

/** One page of a list and how many hits there are in all. */
export const documentsQuery = `query Documents(
  $where: procurement_bool_exp!, $order_by: [procurement_order_by!], $offset: Int!, $limit: Int!
) {
  procurement(where: $where, order_by: $order_by, offset: $offset, limit: $limit) { ${listedFields} }
  procurement_aggregate(where: $where) { aggregate { count } }
}`;

export const pageSize = 50;
