import { createHmac, randomBytes } from 'node:crypto';

/** Names the kind of a secret, as the specification asks. */
const prefix = 'whsec_';

/** A new secret of 256 bits, in the form of the specification. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export interface SignedMessage {
  readonly id: string;
  /** Of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers of a message, with one signature per secret, so that a receiver may still have the former one.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
