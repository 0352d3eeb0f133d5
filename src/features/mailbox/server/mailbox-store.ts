import { createHash } from 'node:crypto';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ImportMode, MailProtocol, MailSignIn } from '../../master-data/mailbox.ts';
import { type MailboxFailure, type MailFailure, runsUntilRefusal } from '../failure.ts';

/** A stored mailbox; password, secrets and tokens are encrypted. */
export interface StoredMailbox {
  readonly id: number;
  readonly name: string;
  readonly protocol: MailProtocol;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string;
  readonly sign_in: MailSignIn;
  readonly password: Buffer | null;
  readonly oauth_application: string | null;
  readonly oauth_directory: string | null;
  readonly oauth_secret: Buffer | null;
  readonly oauth_refresh_token: Buffer | null;
  readonly access_token: Buffer | null;
  readonly access_until: string | null;
  /** When the refresh token ends without use; null where nobody knows. */
  readonly oauth_until: string | null;
  readonly folder: string;
  readonly period_in_days: number;
  readonly import_mode: ImportMode;
  readonly client_id: number | null;
  readonly active: boolean;
}

/** The result of a processed mail. */
export interface SeenMail {
  /** `failing`: it failed for an unknown reason and is retried. */
  readonly state: 'imported' | 'empty' | 'old' | 'failing' | 'refused';
  readonly failure: MailFailure | null;
  readonly sent_at: string | null;
}

export async function findMailbox(tx: Tx, id: number): Promise<StoredMailbox | undefined> {
  return await tx.maybeOne<StoredMailbox>(
    `select id, name, protocol, host, port, tls, username, sign_in, password, oauth_application, oauth_directory, oauth_secret,
       oauth_refresh_token, access_token, access_until, oauth_until, folder, period_in_days, import_mode, client_id, active
     from mailbox where id = $1`,
    [id],
  );
}

/** The mailbox for the requesting person; only administrators see mailboxes (DATA-39). */
export async function requireMailbox(reader: Tx, id: number): Promise<StoredMailbox> {
  await reader.one('select id from mailbox where id = $1', [id]);
  const found = await findMailbox(reader.as('writer'), id);
  if (!found) throw new Refused(refuse('not_found'));
  return found;
}

/** The processed mails by server key; an import by one worker takes precedence over failures of others. */
export async function seenMails(tx: Tx, mailboxId: number | null): Promise<ReadonlyMap<string, SeenMail>> {
  const rows = await tx.query<SeenMail & { readonly key: string }>(
    `select key, state, failure, sent_at from mailbox_mail, unnest(server_keys) as key
     where mailbox_id is not distinct from $1 order by state = 'imported', id`,
    [mailboxId],
  );
  return new Map(rows.map(({ key, ...mail }) => [key, mail]));
}

/** The record of a mail. */
export interface NotedMail extends SeenMail {
  readonly mailboxId: number | null;
  readonly messageKey: Buffer;
  readonly serverKey: string;
  readonly sender: string | null;
  readonly subject: string | null;
  /** The key under which the mail may have been put aside before it was parsed. */
  readonly rawKey?: Buffer;
}

/** Number of server keys kept per mail, which may be copied without end. */
const maxNames = 20;

/**
 * Records a mail. Returns its row if this transaction alone is to import it, else its earlier result; concurrent
 * calls for the same mail wait for the other transaction. A refused mail is tried again; its original is kept while
 * it is refused.
 */
export async function noteMail(
  tx: Tx,
  tenantId: number,
  mail: NotedMail,
): Promise<{ readonly id: number; readonly isNew: true } | (SeenMail & { readonly isNew: false })> {
  const { mailboxId, messageKey, serverKey, sender, subject, sent_at, state, failure, rawKey } = mail;
  const formerKeys = [keyOf(serverKey), ...(rawKey ? [rawKey] : [])];
  // Drop records made before the mail was parsed.
  const forgotten = tx.query(
    `delete from mailbox_mail where mailbox_id is not distinct from $1 and message_key = any ($2) and message_key <> $3
       and state in ('old', 'failing', 'refused')`,
    [mailboxId, formerKeys, messageKey],
  );
  const inserted = tx.maybeOne<{ id: number }>(
    `insert into mailbox_mail (tenant_id, mailbox_id, message_key, server_keys, sender, subject, sent_at, state, failure)
     values ($1, $2, $3, array[$4], $5, $6, $7, $8, $9)
     on conflict (tenant_id, mailbox_id, message_key) do update
       set state = excluded.state, failure = excluded.failure, server_keys = excluded.server_keys,
         file_id = case when excluded.state = 'refused' then mailbox_mail.file_id end
       where mailbox_mail.state in ('refused', 'failing', 'old')
     returning id`,
    [tenantId, mailboxId, messageKey, serverKey, sender, subject, sent_at, state, failure],
  );
  const [noted] = await Promise.all([inserted, forgotten]);
  if (noted) return { ...noted, isNew: true };
  const known = await tx.one<SeenMail>(
    `update mailbox_mail set server_keys = case when $3 = any (server_keys) then server_keys
       else (array_append(server_keys, $3))[1:${maxNames}] end
     where mailbox_id is not distinct from $1 and message_key = $2 returning state, failure, sent_at`,
    [mailboxId, messageKey, serverKey],
  );
  return { ...known, isNew: false };
}

/** The key of a mail of which only the server key is known. */
export function keyOf(serverKey: string): Buffer {
  return createHash('sha256').update(serverKey).digest();
}

/** A mail whose import failed for an unexpected reason. */
export interface FailedMail extends Pick<NotedMail, 'serverKey' | 'sender' | 'subject'> {
  readonly mailboxId: number;
  /** Whether this run counts towards the limit of failed runs. */
  readonly isCounted: boolean;
}

/**
 * Records a failed mail. Returns whether it is skipped from now on (`isRefused`), and whether that started with this
 * run (`isNew`).
 */
export async function noteFailedMail(
  tx: Tx,
  tenantId: number,
  { mailboxId, serverKey, sender, subject, isCounted }: FailedMail,
): Promise<{ readonly id: number; readonly isRefused: boolean; readonly isNew: boolean }> {
  const { id, failed_runs } = await tx.one<{ id: number; failed_runs: number }>(
    `insert into mailbox_mail as known
       (tenant_id, mailbox_id, message_key, server_keys, sender, subject, state, failure, failed_runs)
     values ($1, $2, $3, array[$4], $5, $6, 'failing', 'unexpected', $7)
     on conflict (tenant_id, mailbox_id, message_key) do update
       set failed_runs = known.failed_runs + excluded.failed_runs, failure = excluded.failure,
         state = case when known.failed_runs + excluded.failed_runs < $8 then 'failing' else 'refused' end
     returning id, failed_runs`,
    [tenantId, mailboxId, keyOf(serverKey), serverKey, sender, subject, isCounted ? 1 : 0, runsUntilRefusal],
  );
  return {
    id,
    isRefused: failed_runs >= runsUntilRefusal,
    isNew: isCounted && failed_runs === runsUntilRefusal,
  };
}

/** Whether this mail is already put aside for the same reason. */
export async function isPutAside(
  tx: Tx,
  { mailboxId, messageKey, failure }: Pick<NotedMail, 'mailboxId' | 'messageKey' | 'failure'>,
): Promise<boolean> {
  const found = await tx.maybeOne(
    `select from mailbox_mail
     where mailbox_id is not distinct from $1 and message_key = $2 and state = 'refused' and failure = $3`,
    [mailboxId, messageKey, failure],
  );
  return found !== undefined;
}

/** The record of a mail that is older than the import period. */
export function passedOver(mailboxId: number, serverKey: string, sentAt: Date): NotedMail {
  const messageKey = keyOf(serverKey);
  const sent_at = sentAt.toISOString();
  return {
    mailboxId,
    messageKey,
    serverKey,
    sender: null,
    subject: null,
    sent_at,
    state: 'old',
    failure: null,
  };
}

export async function countInvoices(tx: Tx, mailId: number, count: number): Promise<void> {
  await tx.query('update mailbox_mail set invoice_count = $2 where id = $1', [mailId, count]);
}

/** Counts mails of the mailbox since a date that were not imported, or only in part. */
export async function countRefused(tx: Tx, mailboxId: number, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    'select count(*)::integer as count from mailbox_mail where mailbox_id = $1 and failure is not null and created_at >= $2',
    [mailboxId, since],
  );
  return count;
}

/** The problem of the last run for the list; null if there is none. */
export type RunProblem = {
  readonly code: MailboxFailure;
  readonly values?: Readonly<Record<string, number>>;
} | null;

/** Records the end of a run and returns the number of consecutive failed runs. */
export async function endRun(
  tx: Tx,
  mailboxId: number,
  {
    problem,
    hasFailed,
    now,
  }: { readonly problem: RunProblem; readonly hasFailed: boolean; readonly now: Date },
): Promise<number> {
  const row = await tx.maybeOne<{ failed_runs: number }>(
    `update mailbox set last_run_at = $2, last_error = $3, failed_runs = case when $4 then failed_runs + 1 else 0 end
     where id = $1 returning failed_runs`,
    [mailboxId, now, problem === null ? null : JSON.stringify(problem), hasFailed],
  );
  return row?.failed_runs ?? 0;
}

/** Deletes password, secrets and tokens, and stops reading the mailbox (MBX-03). */
export async function disconnect(tx: Tx, mailboxId: number): Promise<void> {
  await tx.query(
    `update mailbox set password = null, oauth_secret = null, oauth_refresh_token = null, active = false, last_error = null, failed_runs = 0 where id = $1`,
    [mailboxId],
  );
}
