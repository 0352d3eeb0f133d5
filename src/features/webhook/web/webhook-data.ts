import { queryOptions } from '@tanstack/react-query';
import { gql, rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { deliveryProblems, deliveryStates } from '../webhook.ts';

export interface ListedWebhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly active: boolean;
  readonly is_gone: boolean;
}

export const webhooksOptions = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) =>
    (
      await gql<{ webhook: readonly ListedWebhook[] }>(
        '{ webhook(order_by: { name: asc }) { id name url active is_gone } }',
        {},
        { signal },
      )
    ).webhook,
});

/** A message to a webhook, with its last answer. */
export interface WebhookDelivery {
  readonly id: number;
  readonly event: string;
  readonly subject_table: string;
  readonly subject_id: number;
  readonly occurred_at: string;
  readonly state: (typeof deliveryStates)[number];
  readonly attempts: number;
  readonly next_try_at: string;
  readonly status: number | null;
  readonly problem: (typeof deliveryProblems)[number] | null;
}

/** Newest first. */
const maxRows = 50;

export function deliveriesOptions(id: number) {
  return queryOptions({
    queryKey: ['webhook-deliveries', id],
    queryFn: async ({ signal }) =>
      (
        await gql<{ webhook_delivery: readonly WebhookDelivery[] }>(
          `query Deliveries($id: bigint!) {
            webhook_delivery(where: { webhook_id: { _eq: $id } }, order_by: { id: desc }, limit: ${maxRows}) {
              id event subject_table subject_id occurred_at state attempts next_try_at status problem } }`,
          { id },
          { signal },
        )
      ).webhook_delivery,
  });
}

/** Whether the webhook has a secret; it is never read. */
export function hasSecretOptions(id: number) {
  return queryOptions({
    queryKey: ['webhook-secret', id],
    queryFn: async ({ signal }) => {
      const query = 'query Secret($id: bigint!) { webhook_by_pk(id: $id) { signed_since } }';
      const answer = await gql<{ webhook_by_pk: { signed_since: string | null } | null }>(
        query,
        { id },
        { signal },
      );
      return (answer.webhook_by_pk?.signed_since ?? null) !== null;
    },
  });
}

/** Returns the secret, which cannot be read again. */
export async function makeWebhookSecret(id: number): Promise<string> {
  const { secret } = await rest<{ secret: string }>(`/api/webhook/${id}/secret`, { method: 'POST' });
  await queryClient.invalidateQueries({ queryKey: ['webhook-secret', id] });
  return secret;
}

export async function sendAgain(id: number): Promise<void> {
  await rest(`/api/webhook/delivery/${id}/again`, { method: 'POST' });
  await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] });
}
