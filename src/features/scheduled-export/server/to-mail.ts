import { Refused, refuse } from '../../../base/refusal.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { FileHead } from '../../../platform/server/files/files.ts';
import { type Job, NotYet } from '../../../platform/server/jobs/jobs.ts';
import { composeMail, insertMail, type NewMail } from '../../../platform/server/mail/mail.ts';
import { type MailTaskParts, sendMail } from '../../../platform/server/mail/mail-task.ts';
import type { Person } from '../../../platform/server/person.ts';
import { text } from '../../../platform/server/texts.ts';
import { largestMailed } from '../model.ts';
import type { PlannedRun } from './runs.ts';

const longestReason = 300;

/**
 * The address of a run: that of its destination, else the one with which the owner logs in.
 *
 * @throws Refused `export_destination_off` for a service account, which has no address
 */
export function recipientOf({ destination }: PlannedRun, owner: Person): string {
  const recipient = destination.place ?? (owner.mayLogIn ? owner.email : '');
  if (recipient === '') throw new Refused(refuse('export_destination_off'));
  return recipient;
}

/** The mail of a job from an earlier attempt. */
export async function mailOfJob(tx: Tx, jobId: number): Promise<number | undefined> {
  return (await tx.maybeOne<{ id: number }>('select id from mail where job_id = $1', [jobId]))?.id;
}

interface Attached extends FileHead {
  readonly rows: number;
}

/**
 * Writes the mail with the file, once per job. Runs as writer.
 *
 * @throws Refused `export_too_large_for_mail`
 */
export async function writeMail(
  tx: Tx,
  publicUrl: string,
  { id: jobId }: Job,
  { run, owner }: { readonly run: PlannedRun; readonly owner: Person },
  file: Attached,
): Promise<number> {
  if (file.size > largestMailed) {
    const max = largestMailed / (1024 * 1024);
    throw new Refused(refuse('export_too_large_for_mail', { values: { max } }));
  }
  const { language, tenantId, tenantTitle: sender, id: personId } = owner;
  const isOwn = run.destination.id === null;
  const values = { name: run.name, owner: owner.name, rows: file.rows, file: file.name };
  const link = {
    label: text(language, 'mail.scheduled_export.open'),
    url: new URL('/exports', publicUrl).href,
  };
  const mail: NewMail = {
    ...composeMail({
      ...{ language, sender, ...(isOwn && { name: owner.name }) },
      subject: text(language, 'mail.scheduled_export.file.subject', values),
      blocks: [text(language, 'mail.scheduled_export.file.text', values), ...(isOwn ? [link] : [])],
    }),
    kind: 'export',
    ...{ tenantId, recipient: recipientOf(run, owner), senderName: sender, jobId },
    ...(isOwn && { personId }),
    messageId: `export.${tenantId}.${run.id}`,
    attachmentIds: [file.id],
  };
  return await insertMail(tx, publicUrl, mail);
}

/**
 * Sends the mail of a run, unless an earlier attempt did.
 *
 * @returns `uncertain` if it is unknown whether the mail server has it
 * @throws NotYet while the mail server does not take it
 * @throws Refused `export_not_delivered` if it refuses the mail
 */
export async function sendRunMail(
  parts: MailTaskParts,
  { context }: Job,
  mailId: number,
): Promise<'sent' | 'uncertain'> {
  const { tenantId } = context;
  const state = await sendMail(parts, { tenantId, mailId }, async () => {});
  if (state === 'sent' || state === 'uncertain') return state;
  const { error } = await asWriter(parts.database, context, (tx) =>
    tx.one<{ error: string | null }>('select error from mail where id = $1', [mailId]),
  );
  if (state === 'failed')
    throw new Refused(
      refuse('export_not_delivered', { values: { reason: error?.slice(0, longestReason) ?? '' } }),
    );
  throw new NotYet(error?.slice(0, longestReason) ?? 'the mail server is away');
}
