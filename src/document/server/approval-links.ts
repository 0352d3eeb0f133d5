import type { Tx } from '../../platform/server/database.ts';
import { type MailTokens, tokenMark } from '../../platform/server/mail/mail-tokens.ts';
import { tokenDigest } from '../../platform/server/secrets.ts';
import { linkLifetimeHours, type MailLink } from '../approval/mail-link.ts';

/** An approval that a mail asks for. */
export interface AskedApproval {
  readonly entryId: number;
  /** The content version that the mail describes (TL-26). */
  readonly contentVersion: number;
}

/** A stored mail link with its owner. */
export interface StoredLink extends MailLink {
  readonly tenantId: number;
  readonly id: string;
  readonly personId: number;
  readonly entryId: number;
}

/**
 * The address of the approval page, as in the kept text of a mail. The token follows the `#`, so that browsers do not
 * send it and servers do not log it (MAIL-06).
 */
export function approvalAddress(publicUrl: string, messageId: string, no: number): string {
  return `${new URL('/approve', publicUrl).href}#${tokenMark(messageId, no)}`;
}

/** Whether the tenant allows decisions from mails; true by default. */
export async function mayDecideByMail(tx: Tx): Promise<boolean> {
  const row = await tx.maybeOne(
    "select from configuration where key = 'approve_from_mail' and client_id is null and value = 'false'",
  );
  return row === undefined;
}

/** Keeps the links of a mail to a person; tokens are numbered from 1. Runs as writer. */
export async function keepLinks(
  tx: Tx,
  mail: { readonly tenantId: number; readonly personId: number; readonly messageId: string },
  tokens: MailTokens,
  approvals: readonly AskedApproval[],
): Promise<void> {
  for (const [index, { entryId, contentVersion }] of approvals.entries()) {
    const digest = tokenDigest(tokens.mailToken(mail.messageId, index + 1));
    await tx.fixed(
      `insert into approval_link (tenant_id, lb_user_id, timeline_entry_id, content_version, token_hash, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))`,
      [mail.tenantId, mail.personId, entryId, contentVersion, digest, linkLifetimeHours],
    );
  }
}

const columns = `tenant_id as "tenantId", id, lb_user_id as "personId", timeline_entry_id as "entryId",
  content_version as "contentVersion", expires_at as "expiresAt", used_at as "usedAt"`;

/** The link of a token; undefined if unknown. Runs at the gate. */
export async function findLink(tx: Tx, token: string): Promise<StoredLink | undefined> {
  return await tx.maybeOne<StoredLink>(`select ${columns} from approval_link where token_hash = $1`, [
    tokenDigest(token),
  ]);
}

/** Locks the link, so that concurrent decisions wait. Runs as writer. */
export async function lockLink(tx: Tx, { id }: StoredLink): Promise<StoredLink> {
  return await tx.one<StoredLink>(`select ${columns} from approval_link where id = $1 for update`, [id]);
}

/** Marks a link as used. Runs as writer. */
export function markUsed(tx: Tx, { id }: StoredLink, now: Date): void {
  tx.send('update approval_link set used_at = $2 where id = $1', [id, now]);
}
