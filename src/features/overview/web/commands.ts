import type { DocumentKind } from '../../../timeline/kinds.ts';

/** The commands that the overview runs itself; every other action has its place on the document's page. */

export const acceptMutation = (
  kind: DocumentKind,
): string => `mutation Accept($id: bigint!, $expected_version: Int!, $idempotency_key: uuid!) {
  ${kind}_accept(id: $id, expected_version: $expected_version, idempotency_key: $idempotency_key) { id }
}`;

export const approveMutation = (kind: DocumentKind): string => `mutation Approve(
  $id: bigint!, $expected_version: Int!, $idempotency_key: uuid!, $comment: String, $confirmations: [String!]
) {
  ${kind}_approve(
    id: $id, expected_version: $expected_version, idempotency_key: $idempotency_key, comment: $comment,
    confirmations: $confirmations
  ) { id }
}`;

export const commentMutation = (kind: DocumentKind): string => `mutation Comment(
  $id: bigint!, $idempotency_key: uuid!, $comment: String!, $mention_ids: [bigint!]
) {
  ${kind}_comment(id: $id, idempotency_key: $idempotency_key, comment: $comment, mention_ids: $mention_ids) { id }
}`;

export const closeQuestionMutation = (
  kind: DocumentKind,
): string => `mutation CloseQuestion($id: bigint!, $idempotency_key: uuid!) {
  ${kind}_close_question(id: $id, idempotency_key: $idempotency_key) { id }
}`;
