import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { after, type Clock, days } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import {
  type Authentication,
  contextOf,
  requireOneself,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { orderJob } from '../../../platform/server/jobs/jobs.ts';
import { requireRole } from '../../../platform/server/required-role.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { newWebhookSecret } from './signature.ts';

interface WebhookRouteParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'seal'>;
}

/** The former secret signs beside the new one for this long. */
const overlap = days(2);
const triedFor = days(3);

/** The secret of a webhook, and repeats of its messages (API-47). */
export function registerWebhooks(
  app: HttpServer,
  parts: WebhookRouteParts,
  authentication: Authentication,
): void {
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };
  const returnedOnce = { ...personal, config: { keepsNoAnswer: 'a secret is told once' } };

  app.post('/api/webhook/:id/secret', returnedOnce, async (request, reply) =>
    reply.code(201).send({ secret: await renewSecret(parts, contextOf(request), idInPath(request)) }),
  );

  app.post(
    '/api/webhook/delivery/:id/again',
    { onRequest: authentication.requirePerson },
    async (request) => {
      await sendAgain(parts, contextOf(request), idInPath(request));
      return { success: true };
    },
  );
}

/** Makes the secret of a webhook and returns it this once; the former one signs as well for two days. */
async function renewSecret(
  { database, clock, secrets }: WebhookRouteParts,
  context: Context,
  id: number,
): Promise<string> {
  requireRole(context, 'user-admin');
  const [secret, now] = [newWebhookSecret(), clock.now()];
  await asWriter(database, context, (tx) =>
    tx.one(
      `update webhook set secret = $2, signed_since = $4, former_secret = secret, former_until = case when secret is not null then $3::timestamptz end
       where id = $1 returning id`,
      [id, secrets.seal(secret), after(now, overlap), now],
    ),
  );
  return secret;
}

/** Sends a message again, at once and for another three days. */
async function sendAgain(
  { database, clock }: WebhookRouteParts,
  context: Context,
  id: number,
): Promise<void> {
  requireRole(context, 'user-admin');
  const now = clock.now();
  await asWriter(database, context, async (tx) => {
    const { webhook_id } = await tx.one<{ webhook_id: number }>(
      `update webhook_delivery set state = 'waiting', attempts = 0, next_try_at = $2, give_up_at = $3, settled_at = null
       where id = $1 returning webhook_id`,
      [id, now, after(now, triedFor)],
    );
    await tx.fixed('update webhook set paused_until = null where id = $1', [webhook_id]);
    await orderJob(tx, 'send_webhooks', { webhook_id });
  });
}
