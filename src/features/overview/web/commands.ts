/** The commands that the overview runs itself; every other action has its place on the document's page. */

export const acceptMutation = `mutation Accept($id: bigint!, $expected_version: Int!, $idempotency_key: uuid!) {
  procurement_accept(id: $id, expected_version: $expected_version, idempotency_key: $idempotency_key) { id }
}`;

export const approveMutation = `mutation Approve(
  $id: bigint!, $expected_version: Int!, $idempotency_key: uuid!, $comment: String, $confirmations: [String!]
) {
  procurement_approve(
    id: $id, expected_version: $expected_version, idempotency_key: $idempotency_key, comment: $comment,
    confirmations: $confirmations
  ) { id }
}`;

export const commentMutation = `mutation Comment(
  $id: bigint!, $idempotency_key: uuid!, $comment: String!, $mention_ids: [bigint!]
) {
  procurement_comment(id: $id, idempotency_key: $idempotency_key, comment: $comment, mention_ids: $mention_ids) { id }
}`;

export const closeQuestionMutation = `mutation CloseQuestion($id: bigint!, $idempotency_key: uuid!) {
  procurement_close_question(id: $id, idempotency_key: $idempotency_key) { id }
}`;
