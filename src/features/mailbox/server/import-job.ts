import { z } from 'zod';
import { asWriter } from '../../../platform/server/as-role.ts';
import { after, days } from '../../../platform/server/clock.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type Job, type JobHandlers, systemContext } from '../../../platform/server/jobs/jobs.ts';
import type { Log } from '../../../platform/server/log.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { MailboxFailed, type MailboxFailure, runsUntilWarning } from '../failure.ts';
import type { Patience } from './mail-source.ts';
import {
  countRefused,
  endRun,
  findMailbox,
  noteFailedMail,
  noteMail,
  passedOver,
  type SeenMail,
  type StoredMailbox,
  seenMails,
} from './mailbox-store.ts';
import { warnOfMail, warnOfMailbox } from './mailbox-warning.ts';
import { type AccessParts, forgetAccess, loginOf } from './oauth/stored-access.ts';
import { keepOriginal } from './put-aside.ts';
import { type FailedTry, type MailTaker, type ReadResult, readMailbox } from './read-mailbox.ts';
import { inSystem, refuseMail, type TakingParts, takeMail } from './take-mail.ts';

export const mailboxJob = 'import_mailbox';

export interface ImportParts extends TakingParts, AccessParts {
  readonly log: Log;
  readonly hosts: OutgoingHosts;
  /** Timeouts for servers; default if absent. */
  readonly patience?: Patience;
}

/** `retry`: a person asked to try refused mails again. */
const jobInput = z.object({ mailbox_id: z.int(), retry: z.boolean().default(false) });

type Result = { readonly state: 'off' } | ({ readonly state: 'done' } & ReadResult) | Failed;
interface Failed {
  readonly state: 'failed';
  readonly failure: MailboxFailure;
}

/** The job that imports new mails of a mailbox (MBX-02). */
export function mailboxJobs(parts: ImportParts): JobHandlers {
  return { [mailboxJob]: (job) => importMailbox(parts, job, jobInput.parse(job.input)) };
}

async function importMailbox(
  parts: ImportParts,
  job: Job,
  { mailbox_id: mailboxId, retry }: z.output<typeof jobInput>,
): Promise<Result> {
  const { database, clock, log } = parts;
  const { tenantId } = job.context;
  const found = await asWriter(database, systemContext(tenantId, job.context.requestId), async (tx) => {
    if (!(await isModuleOn(tx, 'invoice'))) return null;
    const mailbox = await findMailbox(tx, mailboxId);
    return mailbox?.active ? { mailbox, seen: await seenMails(tx, mailboxId) } : null;
  });
  if (!found) return { state: 'off' };
  const { mailbox, seen } = found;
  const since = after(clock.now(), -days(mailbox.period_in_days));
  try {
    const result = await readStored(parts, tenantId, mailbox, retry ? withoutRefused(seen) : seen, since);
    await inSystem(database, tenantId, async (tx) => {
      const count = await countRefused(tx, mailboxId, since);
      const problem = count > 0 ? ({ code: 'mails_refused', values: { count } } as const) : null;
      await endRun(tx, mailboxId, { problem, hasFailed: false, now: clock.now() });
    });
    return { state: 'done', ...result };
  } catch (error) {
    const isKnown = error instanceof MailboxFailed;
    const failure = isKnown ? error.failure : 'unexpected';
    const about = { err: isKnown ? error.cause : error, tenant: tenantId, mailbox: mailboxId, failure };
    log[isKnown ? 'warn' : 'error'](about, 'a mailbox could not be read');
    await inSystem(database, tenantId, (tx) => endFailed(parts, tx, tenantId, mailbox, failure));
    return { state: 'failed', failure };
  }
}

async function endFailed(
  { clock, publicUrl }: ImportParts,
  tx: Tx,
  tenantId: number,
  { id, name }: StoredMailbox,
  failure: MailboxFailure,
): Promise<void> {
  const failedRuns = await endRun(tx, id, { problem: { code: failure }, hasFailed: true, now: clock.now() });
  // Warn once per outage; a successful run resets the count.
  if (failedRuns === runsUntilWarning) await warnOfMailbox(tx, publicUrl, tenantId, { id, name, failure });
}

function withoutRefused(seen: ReadonlyMap<string, SeenMail>): ReadonlyMap<string, SeenMail> {
  return new Map([...seen].filter(([, { state }]) => state !== 'refused'));
}

async function readStored(
  parts: ImportParts,
  tenantId: number,
  mailbox: StoredMailbox,
  seen: ReadonlyMap<string, SeenMail>,
  since: Date,
): Promise<ReadResult> {
  const { database, hosts, patience } = parts;
  const { id: mailboxId, client_id: clientId, import_mode: mode, sign_in } = mailbox;
  const login = await loginOf(parts, tenantId, mailbox);
  const destination = { tenantId, mailboxId, clientId, mode };
  const write = (run: (tx: Tx) => Promise<unknown>) => inSystem(database, tenantId, run);
  const taker: MailTaker = {
    seen,
    take: ({ key }, raw) => takeMail(parts, destination, key, raw),
    refuse: ({ key }, head) => refuseMail(parts, destination, key, 'too_large', null, head),
    passOver: async ({ key }, sentAt) => {
      await write((tx) => noteMail(tx, tenantId, passedOver(mailboxId, key, sentAt)));
    },
    fail: ({ key }, failure) => failMail(parts, tenantId, mailbox, key, failure),
  };
  try {
    return await readMailbox(login, hosts, since, taker, patience);
  } catch (error) {
    const isRefused = error instanceof MailboxFailed && error.failure === 'login_refused';
    if (!isRefused || sign_in === 'password') throw error;
    await forgetAccess(database, tenantId, mailboxId);
    throw new MailboxFailed('oauth_no_access', error.cause);
  }
}

/** Records that a mail failed, and informs the administrators once it is skipped (MBX-04). */
async function failMail(
  { database, log, publicUrl, readMail }: ImportParts,
  tenantId: number,
  { id: mailboxId, name }: StoredMailbox,
  serverKey: string,
  { error, raw, isItsOwn: isCounted }: FailedTry,
): Promise<boolean> {
  log.error({ err: error, tenant: tenantId, mailbox: mailboxId, mail: serverKey }, 'importing a mail failed');
  // A mail that ended its reader is not read again for its subject.
  const mayRead = raw !== null && !(error instanceof ReaderEnded);
  const mail = mayRead ? await readMail(tenantId, raw).catch(() => null) : null;
  const about = { sender: mail?.sender ?? null, subject: mail?.subject ?? null };
  return await inSystem(database, tenantId, async (tx) => {
    const noted = await noteFailedMail(tx, tenantId, { mailboxId, serverKey, ...about, isCounted });
    if (noted.isNew) {
      await keepOriginal(tx, tenantId, { id: noted.id, raw });
      await warnOfMail(tx, publicUrl, tenantId, { id: mailboxId, name });
    }
    return noted.isRefused;
  });
}
