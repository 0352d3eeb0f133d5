import { setTimeout as delay } from 'node:timers/promises';
import { isLanguage } from '../../../base/language.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import { environmentOf } from '../../../platform/environment.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { after, type Clock, minutes, seconds } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { composeMail, enqueueMail } from '../../../platform/server/mail/mail.ts';
import type { MailState } from '../../../platform/server/mail/mail-task.ts';
import { tenantTitleSql } from '../../../platform/server/person.ts';
import { RefusedForNow } from '../../../platform/server/refused-for-now.ts';
import { text } from '../../../platform/server/texts.ts';
import type { TestMailResult } from '../test-mail.ts';

export interface TestMailParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Whether a mail server is configured; otherwise mails stay in the outbox. */
  readonly hasMailServer: boolean;
  /** Maximum wait for the worker's attempt, in milliseconds. */
  readonly patience?: number;
}

/** Test mails allowed per person and period. */
const maxMails = 5;
const period = minutes(60);
/** Long enough for a slow mail server, short enough for a waiting person. */
const usualPatience = seconds(12);
const askedEvery = 250;

/**
 * Sends the person a mail through the normal queue, worker and mail server, and waits for the result. Refuses more
 * than a few mails per hour.
 */
export async function sendTestMail(parts: TestMailParts, context: Context): Promise<TestMailResult> {
  const { database, publicUrl, hasMailServer } = parts;
  const { mailId, recipient } = await asWriter(
    database,
    context,
    async (tx) => await writeMail(tx, parts, context),
  );
  if (!hasMailServer) return { state: 'outbox', recipient, reason: null, redirected: false };
  const redirected = await isRedirected(database, context, publicUrl);
  return { ...(await outcomeOf(parts, context.tenantId, mailId)), recipient, redirected };
}

interface Person {
  readonly email: string;
  readonly name: string;
  readonly lang: string;
  readonly tenant_title: string;
}

async function writeMail(
  tx: Tx,
  { clock, publicUrl }: TestMailParts,
  { tenantId, userId }: Context,
): Promise<{ readonly mailId: number; readonly recipient: string }> {
  const { email, name, lang, tenant_title } = await tx.one<Person>(
    `select u.email, u.name, u.lang, ${tenantTitleSql} as tenant_title
     from lb_user u join tenant t on t.id = u.tenant_id where u.id = $1`,
    [userId],
  );
  const now = clock.now();
  // Serialises requests of one person, so that the second sees the first one's mail.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('test mail ' || $1::text, 0))", [userId]);
  const underWay = await mailUnderWay(tx, userId, now);
  if (underWay) return { mailId: underWay.id, recipient: email };
  await refuseFlood(tx, userId, now);
  const language = isLanguage(lang) ? lang : defaultLanguage;
  const mailId = await enqueueMail(tx, publicUrl, {
    ...composeMail({
      language,
      name,
      sender: tenant_title,
      subject: text(language, 'mail.test.subject', { tenant: tenant_title }),
      blocks: [text(language, 'mail.test.text'), text(language, 'mail.test.unasked')],
    }),
    tenantId,
    kind: 'test',
    recipient: email,
    personId: userId,
    senderName: tenant_title,
  });
  return { mailId, recipient: email };
}

/** A recent mail still in progress: a repeated request, such as after a lost answer, returns this one (SHEET-21). */
function mailUnderWay(tx: Tx, userId: number, now: Date): Promise<{ readonly id: number } | undefined> {
  return tx.maybeOne(
    `select id from mail where lb_user_id = $1 and kind = 'test' and created_at > $2
       and (state = 'sending' or state = 'queued' and attempts = 0)
     order by id desc limit 1`,
    [userId, after(now, -usualPatience)],
  );
}

async function refuseFlood(tx: Tx, userId: number, now: Date): Promise<void> {
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::integer as count from mail
     where lb_user_id = $1 and kind = 'test' and created_at > $2`,
    [userId, after(now, -period)],
  );
  if (count >= maxMails) throw new RefusedForNow(period / 1000);
}

async function outcomeOf(
  { database, patience = usualPatience }: TestMailParts,
  tenantId: number,
  mailId: number,
): Promise<Pick<TestMailResult, 'state' | 'reason'>> {
  for (let waited = 0; ; waited += askedEvery) {
    const { state, error } = await database.atGate((tx) =>
      tx.one<{ state: MailState; error: string | null }>(
        'select state, error from mail where tenant_id = $1 and id = $2',
        [tenantId, mailId],
      ),
    );
    if (state === 'sent') return { state: 'handed_over', reason: null };
    if (state === 'failed' || state === 'uncertain') return { state: 'refused', reason: error };
    if (state === 'queued' && error !== null) return { state: 'again_later', reason: error };
    if (waited >= patience) return { state: 'waiting', reason: null };
    await delay(askedEvery);
  }
}

/** Whether mails are redirected to one address by `mail_redirect_to` (GEN-15). */
async function isRedirected(database: Database, context: Context, publicUrl: string): Promise<boolean> {
  if (environmentOf(publicUrl) === 'production') return false;
  const row = await database.inTenant(context, (tx) =>
    tx.maybeOne<{ value: string | null }>(
      "select value from configuration where key = 'mail_redirect_to' and client_id is null",
    ),
  );
  return Boolean(row?.value?.trim());
}
