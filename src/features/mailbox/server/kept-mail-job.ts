import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { readFile } from '../../../platform/server/files/files.ts';
import { type Job, type JobHandlers, orderJob, systemContext } from '../../../platform/server/jobs/jobs.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { readerAnswered } from '../../../platform/server/reading-cell/tries.ts';
import type { ImportMode } from '../../master-data/mailbox.ts';
import { readingOf, type Taking, type TakingParts, takeMail } from './take-mail.ts';

const keptMailJob = 'import_kept_mail';

const jobInput = z.object({ mail_id: z.int() });

/** The job that retries a mail whose original was kept (TECH-20). */
export function keptMailJobs(parts: TakingParts): JobHandlers {
  return { [keptMailJob]: (job) => importKept(parts, job, jobInput.parse(job.input).mail_id) };
}

/** Queues a retry for a person who may see the mail, and allows two more attempts. */
export async function tryKeptMail(reader: Tx, mailId: number): Promise<number> {
  const seen = await reader.one<{ file_id: string | null }>(
    'select file_id from mailbox_mail where id = $1',
    [mailId],
  );
  const tx = reader.as('writer');
  const kept = seen.file_id === null ? undefined : await findKept(tx, mailId);
  if (!kept) throw new Refused(refuse('not_found'));
  const [, job] = await firstFailure(
    readerAnswered(tx, 'mail', readingOf(kept.mailbox_id, kept.sha256)),
    orderJob(tx, keptMailJob, { mail_id: mailId }),
  );
  return job;
}

interface KeptMail {
  readonly mailbox_id: number | null;
  readonly server_key: string;
  readonly client_id: number | null;
  readonly import_mode: ImportMode;
  readonly file_id: string;
  readonly sha256: Buffer;
}

async function findKept(tx: Tx, mailId: number): Promise<KeptMail | undefined> {
  return await tx.maybeOne<KeptMail>(
    `select m.mailbox_id, m.server_keys[1] as server_key, b.client_id, coalesce(b.import_mode, 'attachment') as import_mode,
       m.file_id, f.sha256
     from mailbox_mail m join file f on f.tenant_id = m.tenant_id and f.id = m.file_id
       left join mailbox b on b.tenant_id = m.tenant_id and b.id = m.mailbox_id
     where m.id = $1`,
    [mailId],
  );
}

async function importKept(
  parts: TakingParts,
  { context }: Job,
  mailId: number,
): Promise<{ readonly state: Taking | 'gone' }> {
  const { tenantId } = context;
  const found = await asWriter(parts.database, systemContext(tenantId, context.requestId), async (tx) => {
    const kept = (await isModuleOn(tx, 'invoice')) ? await findKept(tx, mailId) : undefined;
    return kept && { kept, raw: (await readFile(tx, kept.file_id)).bytes };
  });
  if (!found) return { state: 'gone' };
  const { mailbox_id: mailboxId, client_id: clientId, import_mode: mode, server_key: serverKey } = found.kept;
  return { state: await takeMail(parts, { tenantId, mailboxId, clientId, mode }, serverKey, found.raw) };
}
