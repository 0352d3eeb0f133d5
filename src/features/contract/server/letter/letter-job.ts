import type { Day } from '../../../../base/day.ts';
import { keepMail } from '../../../../document/server/letter/kept-mail.ts';
import { retentionYears } from '../../../../platform/constants.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { storeFile } from '../../../../platform/server/files/files.ts';
import { type CleanedJobs, type Job, NotYet } from '../../../../platform/server/jobs/jobs.ts';
import { insertMail, type NewMail } from '../../../../platform/server/mail/mail.ts';
import { type MailTaskParts, sendMail } from '../../../../platform/server/mail/mail-task.ts';
import { findPerson, tenantTitleSql } from '../../../../platform/server/person.ts';
import type { LetterChannel } from '../../enumerations.ts';
import { contractKind } from '../../kind.ts';
import { letterJob } from '../letter-store.ts';
import { type NotSent, noticeMail, notifyNotSent } from './letter-mail.ts';
import { loadNotice, type NamedNotice } from './load-notice.ts';
import { setNotice } from './set-notice.ts';

/** The final state of a letter. */
type Ending = { readonly state: 'sent' | 'posted' | 'withdrawn' } | NotSent;

/** The job that generates and stores notice letters, and mails those with the email channel (CON-31, ARC-01). */
export function letterJobs(parts: MailTaskParts): CleanedJobs {
  return {
    handlers: { [letterJob]: (job) => sendLetter(parts, job) },
    givenUp: { [letterJob]: (job) => giveUp(parts, job) },
  };
}

interface Pending {
  readonly id: number;
  readonly contract_id: number;
  readonly channel: LetterChannel;
  readonly language: string | null;
  readonly recipient: string | null;
  readonly written_on: Day;
  readonly receipt_by: Day | null;
  readonly ends_on: Day;
  readonly created_by_id: number;
  readonly mail_id: number | null;
  /** The notice was revoked meanwhile, or leads to an end that differs from the letter (CON-32). */
  readonly is_withdrawn: boolean;
}

/** Generates, sends and settles a letter; each transaction first checks the progress of earlier runs (JOB-01). */
async function sendLetter(parts: MailTaskParts, job: Job): Promise<{ state: string }> {
  const written = await writeLetter(parts, job);
  if (typeof written !== 'number') return await storeEnding(parts, job, written);
  const { tenantId } = job.context;
  const state = await sendMail(parts, { tenantId, mailId: written }, async () => {});
  if (state === 'queued' || state === 'sending')
    throw new NotYet('the mail server could not take the letter');
  return await storeEnding(parts, job, await endingOfMail(parts, job, state));
}

async function findPending(tx: Tx, job: Job): Promise<Pending | undefined> {
  return await tx.maybeOne<Pending>(
    `select l.id, l.contract_id, l.channel, l.language, l.recipient, l.written_on, l.receipt_by, l.ends_on, l.created_by_id,
       m.id as mail_id, (k.terminated_on is null or k.end_date is distinct from l.ends_on) as is_withdrawn
     from contract_letter l join contract k on k.id = l.contract_id left join mail m on m.job_id = l.job_id
     where l.job_id = $1 and l.state = 'pending' for update of l`,
    [job.id],
  );
}

/** Generates the letter. Returns the id of its mail, which a repeated job reuses, or the final state without mail. */
async function writeLetter(parts: MailTaskParts, job: Job): Promise<number | Ending> {
  const found = await inJob(parts, job, async (tx) => {
    const pending = await findPending(tx, job);
    const known = endingOf(pending);
    if (known !== null || !pending) return known ?? { state: 'withdrawn' as const };
    const wish = { ...pending, senderId: pending.created_by_id, issuedAt: parts.clock.now() };
    return await loadNotice(tx, pending.contract_id, wish);
  });
  if (typeof found === 'number' || 'state' in found) return found;
  // Typeset outside the transactions, which would otherwise stay open.
  const bytes = await setNotice(found);
  return await inJob(parts, job, async (tx) => {
    const pending = await findPending(tx, job);
    const known = endingOf(pending);
    if (known !== null || !pending) return known ?? { state: 'withdrawn' as const };
    return await keep(parts, tx, job, { pending, notice: found, bytes });
  });
}

/** A letter that the record no longer confirms is withdrawn, unless its mail already exists. */
function endingOf(pending: Pending | undefined): number | Ending | null {
  if (!pending) return { state: 'withdrawn' };
  if (pending.mail_id !== null) return pending.mail_id;
  return pending.is_withdrawn ? { state: 'withdrawn' } : null;
}

interface Written {
  readonly pending: Pending;
  readonly notice: NamedNotice;
  readonly bytes: Buffer;
}

/** Archives the letter with its contract (ARC-01), and creates its mail for the email channel. */
async function keep(
  { publicUrl, transport }: MailTaskParts,
  tx: Tx,
  job: Job,
  { pending, notice, bytes }: Written,
): Promise<number | Ending> {
  const { tenantId, userId } = job.context;
  const { contract_id: id, recipient } = pending;
  const document = { kind: contractKind.name, id };
  const [name, mime] = [notice.fileName, 'application/pdf'];
  const fileId = await storeFile(tx, {
    tenantId,
    name,
    mime,
    bytes,
    receivedBy: 'letter',
    retentionYears: retentionYears.order,
    createdById: userId,
    document,
  });
  await tx.fixed('update contract_letter set file_id = $2 where id = $1', [pending.id, fileId]);
  await showFile(tx, job, id, fileId);
  if (recipient === null) return { state: 'posted' };
  const { tenant } = await tx.one<{ tenant: string }>(
    `select ${tenantTitleSql} as tenant from tenant t where t.id = $1`,
    [tenantId],
  );
  const sender = notice.document.sender || tenant;
  const mail = {
    ...noticeMail(notice, sender),
    messageId: `termination.${tenantId}.${pending.id}`,
    tenantId,
    kind: 'termination',
    recipient,
    senderName: sender,
    ...(notice.replyTo && { replyTo: notice.replyTo }),
    document,
    jobId: job.id,
    attachmentIds: [fileId],
  } satisfies NewMail;
  const mailId = await insertMail(tx, publicUrl, mail);
  const letter = { name, mime, bytes };
  if (transport !== null)
    await keepMail(tx, { mailId, mail, transport, publicUrl, letter, showsAmounts: false });
  return mailId;
}

/** Adds an archived file to the documents of its contract; idempotent. */
async function showFile(tx: Tx, { context }: Job, contractId: number, fileId: string): Promise<void> {
  await tx.fixed(
    `insert into document_file (tenant_id, file_id, contract_id, name, size, mime, created_by_id)
     select f.tenant_id, f.id, $2, f.name, f.size, f.mime, $3 from file f
     where f.id = $1 and not exists (select from document_file d where d.file_id = f.id)`,
    [fileId, contractId, context.userId],
  );
}

/** The final state of the letter from the state of its mail. */
async function endingOfMail(
  parts: MailTaskParts,
  job: Job,
  state: 'sent' | 'failed' | 'uncertain',
): Promise<Ending> {
  if (state === 'sent') return { state };
  const mail = await inJob(parts, job, (tx) =>
    tx.maybeOne<{ error: string | null }>('select error from mail where job_id = $1', [job.id]),
  );
  const failure = state === 'failed' ? 'mail_refused' : 'interrupted';
  return { state, failure, failure_reason: mail?.error?.slice(0, longestReason) ?? null };
}

const longestReason = 500;

/** Stores the final state of the letter once, and informs the sender if it was not sent. */
async function storeEnding(parts: MailTaskParts, job: Job, ending: Ending): Promise<{ state: string }> {
  const isNotSent = ending.state === 'failed' || ending.state === 'uncertain';
  const { tenantId, userId } = job.context;
  const person = isNotSent
    ? await parts.database.atGate((tx) => findPerson(tx, tenantId, userId))
    : undefined;
  await inJob(parts, job, async (tx) => {
    const pending = await findPending(tx, job);
    if (!pending) return;
    const { failure = null, failure_reason = null } = isNotSent ? (ending as NotSent) : {};
    await tx.fixed(
      `update contract_letter set state = $2, failure = $3, failure_reason = $4, settled_at = now() where id = $1`,
      [pending.id, ending.state, failure, failure_reason],
    );
    // Open pages of the contract are notified by its update (LOCK-01).
    await tx.fixed('update contract set updated_at = now() where id = $1', [pending.contract_id]);
    if (ending.state === 'sent') {
      const kept = await tx.maybeOne<{ file_id: string | null }>(
        'select file_id from mail where job_id = $1',
        [job.id],
      );
      if (kept?.file_id) await showFile(tx, job, pending.contract_id, kept.file_id);
    }
    if (!isNotSent) return;
    const about = { contractId: pending.contract_id, ending: ending as NotSent };
    await notifyNotSent(tx, parts.publicUrl, { tenantId, person }, about);
  });
  return { state: ending.state };
}

/** Settles a letter after the last failed attempt, by the state of its mail if there is one. */
async function giveUp(parts: MailTaskParts, job: Job): Promise<void> {
  const mail = await inJob(parts, job, async (tx) => {
    const found = await tx.maybeOne<{ state: string }>('select state from mail where job_id = $1', [job.id]);
    await tx.fixed(
      `update mail set state = case state when 'queued' then 'failed' else 'uncertain' end
       where job_id = $1 and state in ('queued', 'sending')`,
      [job.id],
    );
    return found;
  });
  const isOpen = mail?.state === 'sending' || mail?.state === 'uncertain';
  const failure = { failure: 'interrupted' as const, failure_reason: null };
  await storeEnding(
    parts,
    job,
    mail?.state === 'sent' ? { state: 'sent' } : { state: isOpen ? 'uncertain' : 'failed', ...failure },
  );
}

function inJob<T>({ database }: MailTaskParts, { context }: Job, run: (tx: Tx) => Promise<T>): Promise<T> {
  return asWriter(database, context, run);
}
