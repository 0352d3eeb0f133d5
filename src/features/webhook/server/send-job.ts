import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { type Clock, seconds } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { enqueueJob, type Job, type JobHandlers, personContext } from '../../../platform/server/jobs/jobs.ts';
import { warnAdministrators } from '../../../platform/server/mail/administrators.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { findPerson } from '../../../platform/server/person.ts';
import { type Outcome, post } from '../../../platform/server/post.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { text } from '../../../platform/server/texts.ts';
import {
  type Delivery,
  hideDelivery,
  isNews,
  noteFailed,
  noteSent,
  type SendingWebhook,
  sendingWebhook,
  switchOff,
  type ToldWebhook,
  takeDelivery,
  webhookWithoutOwner,
} from './deliveries.ts';
import { messageBody } from './message.ts';
import { signedHeaders } from './signature.ts';

export interface WebhookParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'unseal'>;
  readonly hosts: OutgoingHosts;
  readonly publicUrl: string;
}

/** A job sends for this long, then it is another one's turn. */
const turnMs = seconds(20);
/** The answer of an address that is gone for good (RFC 9110). */
const gone = 410;

const inputSchema = z.object({ webhook_id: z.number() });

/** Sends the due messages of one webhook (API-47). */
export function webhookJobs(parts: WebhookParts): JobHandlers {
  return { send_webhooks: (job) => new Turn(parts, job).run() };
}

/** One turn of a webhook. */
class Turn {
  readonly #parts: WebhookParts;
  readonly #context: Context;
  readonly #webhookId: number;
  #sent = 0;

  constructor(parts: WebhookParts, { context, input }: Job) {
    this.#parts = parts;
    this.#context = context;
    this.#webhookId = inputSchema.parse(input).webhook_id;
  }

  async run(): Promise<{ readonly sent: number }> {
    const end = performance.now() + turnMs;
    while (await this.#sendNext()) {
      if (performance.now() < end) continue;
      await this.#write((tx) => enqueueJob(tx, 'send_webhooks', { webhook_id: this.#webhookId }));
      break;
    }
    return { sent: this.#sent };
  }

  #write<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return asWriter(this.#parts.database, this.#context, run);
  }

  /** Whether to go on. */
  async #sendNext(): Promise<boolean> {
    const now = this.#parts.clock.now();
    const taken = await this.#write(async (tx) => {
      const webhook = await sendingWebhook(tx, this.#webhookId, now);
      if (webhook === undefined) await this.#tellOfOwner(tx, now);
      const delivery = webhook && (await takeDelivery(tx, webhook.id, now));
      return webhook && delivery && { webhook, delivery };
    });
    if (!taken) return false;
    const { webhook, delivery } = taken;
    const body = await this.#bodyOf(webhook, delivery);
    if (body === undefined) {
      await this.#write((tx) => hideDelivery(tx, delivery, now));
      return true;
    }
    const outcome = await this.#post(webhook, delivery, body);
    await this.#write((tx) => this.#settle(tx, webhook, delivery, outcome));
    return !outcome.isAway && outcome.status !== gone;
  }

  /** The message with the current rights of the owner. */
  async #bodyOf({ owner_id }: SendingWebhook, delivery: Delivery): Promise<string | undefined> {
    const { database } = this.#parts;
    const { tenantId, requestId } = this.#context;
    const owner = await database.atGate((tx) => findPerson(tx, tenantId, owner_id));
    return owner && (await messageBody(database, personContext(owner, requestId), delivery));
  }

  async #post(webhook: SendingWebhook, { message_id }: Delivery, body: string): Promise<Outcome> {
    const { secrets, clock, hosts } = this.#parts;
    const sealed = [webhook.secret, ...(webhook.former_secret ? [webhook.former_secret] : [])];
    const headers = signedHeaders(
      { id: `msg_${message_id}`, at: clock.now(), body },
      sealed.map((secret) => secrets.unseal(secret)),
    );
    return await post(webhook.url, { headers, body }, hosts);
  }

  async #settle(tx: Tx, webhook: SendingWebhook, delivery: Delivery, outcome: Outcome): Promise<void> {
    const now = this.#parts.clock.now();
    if (outcome.problem === null) {
      this.#sent += 1;
      return await noteSent(tx, webhook, delivery, { outcome, now });
    }
    if (outcome.status === gone) {
      await switchOff(tx, webhook, delivery, gone);
      return await this.#tell(tx, webhook, 'gone');
    }
    const given = await noteFailed(tx, webhook, delivery, { outcome, now });
    if (given > 0 && (await isNews(tx, webhook.id, now))) await this.#tell(tx, webhook, 'given_up');
  }

  /** Messages wait until the person of the webhook may act again, or another one is chosen. */
  async #tellOfOwner(tx: Tx, now: Date): Promise<void> {
    const webhook = await webhookWithoutOwner(tx, this.#webhookId);
    if (webhook && (await isNews(tx, webhook.id, now))) await this.#tell(tx, webhook, 'owner_gone');
  }

  async #tell(
    tx: Tx,
    { id, name, url }: ToldWebhook,
    what: 'gone' | 'given_up' | 'owner_gone',
  ): Promise<void> {
    const { publicUrl } = this.#parts;
    const page = new URL(`/admin/webhook/form?id=${id}`, publicUrl).href;
    await warnAdministrators(tx, publicUrl, this.#context.tenantId, (language) => ({
      subject: text(language, `mail.webhook.${what}.subject`, { name }),
      blocks: [
        text(language, `mail.webhook.${what}.text`, { name, url }),
        { label: text(language, 'mail.webhook.open'), url: page },
      ],
    }));
  }
}
