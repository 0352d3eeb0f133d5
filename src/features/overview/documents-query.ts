/** What a list reads of a document: the step in progress instead of the timeline. */
const listedFields = `
  kind id number name status currency total_netto created_at delivery_date due_date waiting_since asked_ids
  supplier { name }
  timeline {
    content_version
    current: timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }, limit: 1) {
      type text_type lb_user { id name } for_user { name }
    }
  }`;

export const pageSize = 50;

/** One page of a list, of whatever fields. */
export function pageQuery(fields: string): string {
  return `query Documents(
    $where: document_bool_exp!, $order_by: [document_order_by!], $offset: Int!, $limit: Int!
  ) {
    document(where: $where, order_by: $order_by, offset: $offset, limit: $limit) { ${fields} }
  }`;
}

export const documentsQuery = pageQuery(listedFields);

/** Hits are counted up to here; "more than that" is all that anybody wants to know beyond. */
export const countedAtMost = 1_000;

/** How many hits there are in all, asked beside the rows so that nobody waits for it: `countedAtMost` + 1 is "more". */
export const countQuery = `query DocumentCount($where: document_bool_exp!) {
  document_aggregate(where: $where, limit: ${countedAtMost + 1}) { aggregate { count } }
}`;
