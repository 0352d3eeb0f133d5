import { environmentOf } from '../../environment.ts';
import { originOfTenant, type PublicAddress } from '../../tenant-origin.ts';
import { asWriter } from '../as-role.ts';
import { after, minutes } from '../clock.ts';
import type { Database, Tx } from '../database.ts';
import { readFile } from '../files/files.ts';
import { systemContext } from '../jobs/jobs.ts';
import type { Delivery, MailAttachment, MailTransport, OutgoingMail } from './mail-smtp.ts';
import { type MailTokens, withTokens } from './mail-tokens.ts';
import type { MailingParts } from './mailing-parts.ts';
import { tellOfRefusedMail } from './refused-mail.ts';

export interface MailTaskParts extends MailingParts, PublicAddress {
  /** Null: without a mail server, mails stay in the outbox. */
  readonly transport: MailTransport | null;
  /** Inserts the one-time tokens when mails are sent; letters to suppliers have none. */
  readonly tokens?: MailTokens;
}

/** Waits before the repeats: five within an hour (MAIL-04). */
const retryAfter = [minutes(1), minutes(4), minutes(10), minutes(15), minutes(30)];
/** A second copy of these would do harm: if delivery is unclear, a person decides. */
const onceOnly = new Set(['order', 'change', 'cancellation', 'termination', 'export']);
/** Letters and exports have attachments. */
const withFiles = onceOnly;
/** Their text grants access and is deleted once sent. */
const confidential = new Set(['login', 'welcome']);

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly message_id: string;
  readonly recipient: string;
  readonly sender_name: string | null;
  readonly reply_to: string | null;
  readonly in_reply_to: string | null;
  readonly subject: string;
  readonly text_body: string | null;
  readonly html_body: string | null;
  readonly state: 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain';
  readonly attempts: number;
  /** The attempt during which no mail server has the whole mail yet. */
  readonly attempt_before_end: number | null;
  readonly may_receive: boolean;
  readonly tenant_name: string;
  /** The tenant is archived or moves away. */
  readonly is_at_rest: boolean;
}

/** Whether a mail server may have accepted a mail whose process ended while sending. */
function mayHaveLeft({
  attempts,
  attempt_before_end,
}: Pick<Row, 'attempts' | 'attempt_before_end'>): boolean {
  return attempt_before_end !== attempts;
}

export interface MailKey {
  readonly tenantId: number;
  readonly mailId: number;
}

/** State of a mail; `queued` waits for its next attempt. */
export type MailState = Row['state'];

/** Sends one mail of the queue, and queues it again if postponed. */
export async function sendQueuedMail(parts: MailTaskParts, key: MailKey): Promise<void> {
  await sendMail(parts, key, async (tx, nextAttempt) => {
    await tx.query('select app.enqueue_mail($1, $2, $3)', [key.tenantId, key.mailId, nextAttempt]);
  });
}

/** Fails a mail for good whose entry the queue has given up; a finished one stays unchanged. */
export async function giveUpMail(database: Database, { tenantId, mailId }: MailKey): Promise<void> {
  await database.atGate(async (tx) => {
    const mail = await tx.maybeOne<Pick<Row, 'id' | 'kind' | 'state' | 'attempts' | 'attempt_before_end'>>(
      `select id, kind, state, attempts, attempt_before_end from mail
       where tenant_id = $1 and id = $2 and state in ('queued', 'sending') for update`,
      [tenantId, mailId],
    );
    if (!mail) return;
    const isOpen = mail.state === 'sending' && onceOnly.has(mail.kind) && mayHaveLeft(mail);
    await mark(tx, tenantId, mail, isOpen ? 'uncertain' : 'failed', 'all attempts of the queue are used up');
  });
}

/**
 * Attempts once to send a mail, if it is still unsent, and returns its new state. It is marked as `sending` before
 * the mail server is contacted and as `sent` after acceptance; a mail found as `sending` means that a process died in
 * between. The end of the mail is sent only while this attempt is the last one (JOB-06).
 *
 * @param onPostponed queues the next attempt, in the transaction that marks the mail as queued
 */
export async function sendMail(
  parts: MailTaskParts,
  key: MailKey,
  onPostponed: (tx: Tx, nextAttempt: Date) => Promise<void>,
): Promise<MailState> {
  const { database, transport } = parts;
  const resting = await database.atGate((tx) => stateOfResting(tx, key));
  if (resting) return resting;
  // Whatever can fail locally runs first, so that it leaves no half-sent mail.
  const { recipient, ...content } = await preparation(parts, key);
  const { mail, state } = await database.atGate((tx) => claim(tx, key));
  if (!mail) return state;
  const delivery: Delivery = transport
    ? await transport.send(
        outgoing(
          withItsLinks(withItsTokens(mail, parts.tokens), parts),
          recipient ?? mail.recipient,
          content,
        ),
        () => database.atGate((tx) => requireAttempt(tx, key, mail)),
      )
    : { outcome: 'accepted' };
  const ended = await database.atGate(async (tx) => {
    const takenOver = await stateIfTakenOver(tx, key, mail);
    return takenOver ?? (await storeDelivery(tx, parts, key, mail, delivery, onPostponed));
  });
  if (ended === 'failed' && delivery.outcome === 'refused') {
    const { tenantId } = key;
    await asWriter(database, systemContext(tenantId), (tx) => tellOfRefusedMail(tx, parts.publicUrl, key));
  }
  return ended;
}

/** Records that the mail may be accepted from now on, together with the check that this attempt is the last one. */
async function requireAttempt(
  tx: Tx,
  { tenantId, mailId }: MailKey,
  { attempts }: Pick<Row, 'attempts'>,
): Promise<void> {
  const own = await tx.maybeOne(
    `update mail set attempt_before_end = null
     where tenant_id = $1 and id = $2 and state = 'sending' and attempt_before_end = $3 returning id`,
    [tenantId, mailId, attempts],
  );
  if (!own) throw new Error('another worker took over this mail');
}

/**
 * The state of a mail that another worker has taken over, such as from a process frozen while sending; only the other
 * worker records the outcome, and no further attempt is queued (JOB-06). Undefined while this attempt is the last.
 */
async function stateIfTakenOver(
  tx: Tx,
  { tenantId, mailId }: MailKey,
  { attempts }: Pick<Row, 'attempts'>,
): Promise<MailState | undefined> {
  const mail = await tx.maybeOne<Pick<Row, 'state' | 'attempts'>>(
    'select state, attempts from mail where tenant_id = $1 and id = $2 for update',
    [tenantId, mailId],
  );
  if (!mail) return 'failed';
  return mail.state === 'sending' && mail.attempts === attempts ? undefined : mail.state;
}

/** Mails of an archived tenant are paused until it is restored (OP-03); undefined if the mail may be sent. */
async function stateOfResting(tx: Tx, { tenantId, mailId }: MailKey): Promise<MailState | undefined> {
  const mail = await tx.maybeOne<Pick<Row, 'state'>>(
    `select m.state from mail m join tenant t on t.id = m.tenant_id
     where m.tenant_id = $1 and m.id = $2 and t.status <> 'active'`,
    [tenantId, mailId],
  );
  return mail?.state;
}

interface Claim {
  readonly state: MailState;
  /** The mail, now marked as being sent; absent if there is nothing (more) to send. */
  readonly mail?: Row;
}

async function claim(tx: Tx, { tenantId, mailId }: MailKey): Promise<Claim> {
  const mail = await tx.maybeOne<Row>(
    `select m.id, m.kind, m.message_id, m.recipient, m.sender_name, m.reply_to, m.in_reply_to, m.subject,
       m.text_body, m.html_body, m.state, m.attempts, m.attempt_before_end,
       m.lb_user_id is null or exists (
         select from lb_user u where u.tenant_id = m.tenant_id and u.id = m.lb_user_id and u.active and not u.blocked
       ) as may_receive,
       (select t.name from tenant t where t.id = m.tenant_id) as tenant_name,
       exists (select from tenant t where t.id = m.tenant_id and t.status <> 'active') as is_at_rest
     from mail m where m.tenant_id = $1 and m.id = $2 for update of m`,
    [tenantId, mailId],
  );
  if (!mail) return { state: 'failed' };
  // The tenant came to rest since the look before.
  if (mail.is_at_rest) return { state: mail.state };
  if (mail.state !== 'queued' && mail.state !== 'sending') return { state: mail.state };
  if (mail.state === 'sending' && onceOnly.has(mail.kind) && mayHaveLeft(mail)) {
    return { state: await mark(tx, tenantId, mail, 'uncertain', 'the process ended while sending') };
  }
  if (!mail.may_receive) {
    return { state: await mark(tx, tenantId, mail, 'failed', 'the recipient is blocked or inactive') };
  }
  await tx.query(
    `update mail set state = 'sending', attempts = attempts + 1, attempt_before_end = attempts + 1
     where tenant_id = $1 and id = $2`,
    [tenantId, mailId],
  );
  return { state: 'sending', mail: { ...mail, attempts: mail.attempts + 1 } };
}

async function storeDelivery(
  tx: Tx,
  { clock, transport }: MailTaskParts,
  { tenantId }: MailKey,
  mail: Row,
  delivery: Delivery,
  onPostponed: (tx: Tx, nextAttempt: Date) => Promise<void>,
): Promise<MailState> {
  if (delivery.outcome === 'accepted') {
    await tx.query(
      "update mail set state = 'sent', sent_at = $3, error = null where tenant_id = $1 and id = $2",
      [tenantId, mail.id, clock.now()],
    );
    if (transport && confidential.has(mail.kind)) await forgetText(tx, tenantId, mail);
    return 'sent';
  }
  if (delivery.outcome === 'unknown' && onceOnly.has(mail.kind)) {
    return await mark(tx, tenantId, mail, 'uncertain', delivery.reason);
  }
  const wait = retryAfter[mail.attempts - 1];
  if (delivery.outcome === 'refused' || wait === undefined) {
    return await mark(tx, tenantId, mail, 'failed', delivery.reason);
  }
  await onPostponed(tx, after(clock.now(), wait));
  return await mark(tx, tenantId, mail, 'queued', delivery.reason);
}

async function mark(
  tx: Tx,
  tenantId: number,
  mail: Pick<Row, 'id' | 'kind'>,
  state: MailState,
  error: string,
): Promise<MailState> {
  await tx.query('update mail set state = $3, error = $4 where tenant_id = $1 and id = $2', [
    tenantId,
    mail.id,
    state,
    error,
  ]);
  if (state === 'failed' && confidential.has(mail.kind)) await forgetText(tx, tenantId, mail);
  return state;
}

async function forgetText(tx: Tx, tenantId: number, mail: Pick<Row, 'id'>): Promise<void> {
  await tx.query('update mail set text_body = null, html_body = null where tenant_id = $1 and id = $2', [
    tenantId,
    mail.id,
  ]);
}

interface Preparation {
  /** Replaces the recipient. */
  readonly recipient: string | null;
  readonly attachments: readonly MailAttachment[];
  /** The stored bytes of a mail composed in advance (ARC-01). */
  readonly bytes?: Buffer;
}

async function preparation(parts: MailTaskParts, key: MailKey): Promise<Preparation> {
  if (!parts.transport) return { recipient: null, attachments: [] };
  const { tenantId, mailId } = key;
  const mail = await parts.database.atGate((tx) =>
    tx.maybeOne<{ kind: string; file_id: string | null }>(
      'select kind, file_id from mail where tenant_id = $1 and id = $2',
      [tenantId, mailId],
    ),
  );
  const recipient = await redirection(parts, tenantId);
  if (mail?.file_id) {
    const { file_id } = mail;
    const { bytes } = await asWriter(parts.database, systemContext(tenantId), (tx) => readFile(tx, file_id));
    return { recipient, attachments: [], bytes };
  }
  return {
    recipient,
    attachments: withFiles.has(mail?.kind ?? '') ? await attachmentsOf(parts, key) : [],
  };
}

/** Outside production, all mail of a tenant may go to one address (GEN-15). */
async function redirection({ database, publicUrl }: MailTaskParts, tenantId: number): Promise<string | null> {
  if (environmentOf(publicUrl) === 'production') return null;
  const row = await database.inTenant(systemContext(tenantId), (tx) =>
    tx.maybeOne<{ value: string | null }>(
      "select value from configuration where key = 'mail_redirect_to' and client_id is null",
    ),
  );
  return row?.value?.trim() || null;
}

async function attachmentsOf(
  { database }: MailTaskParts,
  { tenantId, mailId }: MailKey,
): Promise<MailAttachment[]> {
  return await asWriter(database, systemContext(tenantId), async (tx) => {
    const files = await tx.query<{ file_id: string }>(
      'select file_id from mail_attachment where mail_id = $1 order by file_id',
      [mailId],
    );
    return await Promise.all(files.map(({ file_id }) => readFile(tx, file_id)));
  });
}

function withItsTokens(mail: Row, tokens: MailTokens | undefined): Row {
  if (tokens === undefined) return mail;
  const filled = (body: string | null) => body && withTokens(body, mail.message_id, tokens);
  return { ...mail, text_body: filled(mail.text_body), html_body: filled(mail.html_body) };
}

/** Links lead to the host name of the tenant, which a reverse proxy follows through moves (TECH-18). */
function withItsLinks(mail: Row, address: PublicAddress): Row {
  const [usual, own] = [`${address.publicUrl}/`, `${originOfTenant(address, mail.tenant_name)}/`];
  const led = (body: string | null) => body?.replaceAll(usual, own) ?? null;
  return { ...mail, text_body: led(mail.text_body), html_body: led(mail.html_body) };
}

function outgoing(mail: Row, recipient: string, content: Omit<Preparation, 'recipient'>): OutgoingMail {
  return {
    messageId: mail.message_id,
    recipient,
    senderName: mail.sender_name,
    replyTo: mail.reply_to,
    inReplyTo: mail.in_reply_to,
    isAnswer: mail.kind === 'answer',
    subject: mail.subject,
    text: mail.text_body ?? '',
    html: mail.html_body ?? '',
    ...content,
  };
}
