import { type Context, hasRole } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { toldRecords, type WebhookEvent } from '../webhook.ts';

/** A message as queued. */
export interface QueuedMessage {
  readonly event: WebhookEvent;
  readonly subject_table: string;
  readonly subject_id: number;
  /** What only the moment knew. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly occurred_at: string;
}

/** The body of a message as the person of `context` sees it; undefined if it does not see the record. */
export async function messageBody(
  database: Pick<Database, 'inTenant'>,
  context: Context,
  message: QueuedMessage,
): Promise<string | undefined> {
  const data = await database.inTenant(context, (tx) => dataOf(tx, context, message));
  return data && JSON.stringify({ type: message.event, timestamp: message.occurred_at, data });
}

type Data = Readonly<Record<string, unknown>>;

function dataOf(tx: Tx, context: Context, message: QueuedMessage): Promise<Data | undefined> {
  const { event, facts } = message;
  switch (event) {
    case 'order_sent':
      return sentOrder(tx, message);
    case 'master_data_changed':
      return record(tx, context, message);
    default:
      return document(tx, message, facts);
  }
}

/** A document in its current version, with the facts of the event. */
async function document(tx: Tx, message: QueuedMessage, facts: Data): Promise<Data | undefined> {
  const { subject_table: kind, subject_id: id } = message;
  const found = await tx.maybeOne<{ number: string | null; client_id: number | null; version: number }>(
    `select d.number, d.client_id, t.content_version as version
     from document d join timeline t on t.id = d.timeline_id where d.kind = $1 and d.id = $2`,
    [kind, id],
  );
  return found && { kind, id, ...found, ...facts };
}

async function sentOrder(tx: Tx, message: QueuedMessage): Promise<Data | undefined> {
  const order = await tx.maybeOne<Data>(
    'select supplier_id, channel, sent_at from procurement_supplier_order where id = $1',
    [message.facts.order_id],
  );
  return order && (await document(tx, message, order));
}

/** Only that a record has changed: the receiver reads it with a token. */
async function record(
  tx: Tx,
  context: Context,
  { subject_table: table, subject_id: id, facts }: QueuedMessage,
): Promise<Data | undefined> {
  if (!toldRecords.includes(table)) return undefined;
  const data = { table, id, ...facts };
  // Nobody sees a removed record any more; administrators see that it was there.
  if (facts.change === 'delete') return hasRole(context, 'user-admin') ? data : undefined;
  return (await tx.maybeOne(`select id from ${table} where id = $1`, [id])) && data;
}
