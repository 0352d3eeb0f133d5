import { z } from 'zod';
import { isRefusal, Refused } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files.ts';
import { type Job, type JobHandlers, NotYet } from '../../../platform/server/jobs.ts';
import { insertMail, type NewMail } from '../../../platform/server/mail.ts';
import { type MailState, type MailTaskParts, sendMail } from '../../../platform/server/mail-task.ts';
import { recordOrderNotSent, recordOrderSent } from '../ordering.ts';
import { loadSituation } from './load-facts.ts';
import { saveOutcome } from './outcome-store.ts';
import { loadPrintableOrder, type NamedOrder } from './pdf/load-printable-order.ts';
import { renderOrderPdf } from './pdf/render-order-pdf.ts';
import { type LetterKind, letterMail } from './sending-mail.ts';
import { lockProcurement } from './store.ts';

export const sendOrderJob = 'send_order';
export const cancelOrderJob = 'cancel_order';

const letterInput = z.object({
  procurement_id: z.int(),
  supplier_id: z.int(),
  marketplace_id: z.int().nullable(),
  recipient: z.string(),
  subject: z.string().nullish(),
  text: z.string().nullish(),
});
type LetterInput = z.output<typeof letterInput>;

/** How an attempt at sending an order ended. */
type Ending = 'sent' | 'failed' | 'uncertain' | 'cancelled';

export interface OrderJobs {
  readonly handlers: JobHandlers;
  readonly givenUp: JobHandlers;
}

/** The jobs that bring orders and cancellations to suppliers (PROC-17, TASK-08). */
export function orderJobs(parts: MailTaskParts): OrderJobs {
  return {
    handlers: {
      [sendOrderJob]: (job) => sendOrder(parts, job, letterInput.parse(job.input)),
      [cancelOrderJob]: (job) => sendCancellation(parts, job, letterInput.parse(job.input)),
    },
    givenUp: {
      [sendOrderJob]: (job) => giveUp(parts, job, letterInput.parse(job.input)),
    },
  };
}

/**
 * Writes the mail, sends it, writes down what became of it: three transactions, of which each finds out whether
 * it has happened before. Between the last two the mail's own state keeps what the mail server said; only a
 * process that died while it was talking to the mail server leaves an order `uncertain` (PROC-17).
 */
async function sendOrder(parts: MailTaskParts, job: Job, input: LetterInput): Promise<{ state: Ending }> {
  const written = await writeOrderMail(parts, job, input);
  if (typeof written !== 'number') return { state: await recorded(parts, job, input, written) };
  await job.progress(50);
  const { tenantId } = job.context;
  const state = await sendMail(parts, { tenantId, mailId: written }, async () => {});
  // The job comes back by itself; until then the order is on its way.
  if (state === 'queued' || state === 'sending') throw new NotYet('the mail server could not take the order');
  return { state: await recorded(parts, job, input, state) };
}

interface Attempt {
  readonly id: number;
  readonly version: number;
  readonly is_cancelled: boolean;
  readonly mail_id: number | null;
  readonly mail_state: MailState | null;
}

/** The order that this job is to send; undefined when a later attempt took its place. */
async function findAttempt(tx: Tx, job: Job): Promise<Attempt | undefined> {
  return await tx.maybeOne<Attempt>(
    `select o.id, o.version, p.status = 'declined' as is_cancelled, m.id as mail_id, m.state as mail_state
     from procurement_supplier_order o
     join procurement p on p.id = o.procurement_id
     left join mail m on m.job_id = o.job_id
     where o.job_id = $1 for update of o`,
    [job.id],
  );
}

/** The id of the mail, which a repeated job finds; or how the attempt ends without one. */
async function writeOrderMail(parts: MailTaskParts, job: Job, input: LetterInput): Promise<number | Ending> {
  const first = await inJob(parts, job, async (tx) => {
    const attempt = await findAttempt(tx, job);
    const ending = endingWithoutMail(attempt);
    return ending ?? (await loadLetter(parts, tx, input, 'order'));
  });
  if (typeof first !== 'object') return first;
  // The letter is set outside of the transactions, which would wait for it.
  const bytes = await renderOrderPdf(first);
  return await inJob(parts, job, async (tx) => {
    const attempt = await findAttempt(tx, job);
    const ending = endingWithoutMail(attempt);
    if (ending !== undefined || !attempt) return ending ?? 'cancelled';
    return await insertLetter(
      parts,
      tx,
      job,
      input,
      { letter: first, bytes, kind: 'order' },
      {
        supplierOrderId: attempt.id,
        messageId: `order.${job.context.tenantId}.${attempt.id}.${attempt.version}`,
      },
    );
  });
}

function endingWithoutMail(attempt: Attempt | undefined): number | Ending | undefined {
  if (!attempt) return 'cancelled';
  if (attempt.mail_id !== null) return attempt.mail_id;
  return attempt.is_cancelled ? 'cancelled' : undefined;
}

/** A cancellation may arrive twice without harm, so that the queue of mails looks after it. */
async function sendCancellation(parts: MailTaskParts, job: Job, input: LetterInput): Promise<null> {
  const letter = await inJob(parts, job, (tx) => loadLetter(parts, tx, input, 'cancellation'));
  const bytes = await renderOrderPdf(letter);
  await inJob(parts, job, async (tx) => {
    const written = await tx.maybeOne('select id from mail where job_id = $1', [job.id]);
    if (written) return;
    const mail = await insertLetter(parts, tx, job, input, { letter, bytes, kind: 'cancellation' });
    await tx.query('select app.enqueue_mail($1, $2)', [job.context.tenantId, mail]);
  });
  return null;
}

async function loadLetter(
  { clock }: MailTaskParts,
  tx: Tx,
  input: LetterInput,
  kind: LetterKind,
): Promise<NamedOrder> {
  return await loadPrintableOrder(tx, input.procurement_id, {
    block: input,
    language: null,
    showsPrices: true,
    kind: { kind },
    now: clock.now(),
  });
}

interface Letter {
  readonly letter: NamedOrder;
  readonly bytes: Buffer;
  readonly kind: LetterKind;
}

/** Keeps the letter unchanged with the request (ARC-01) and writes the mail that carries it. */
async function insertLetter(
  { publicUrl }: MailTaskParts,
  tx: Tx,
  job: Job,
  input: LetterInput,
  { letter, bytes, kind }: Letter,
  more: Pick<NewMail, 'supplierOrderId' | 'messageId'> = {},
): Promise<number> {
  const { tenantId, userId } = job.context;
  const { procurement_id: procurementId } = input;
  const mime = 'application/pdf';
  const name = letter.fileName;
  const fileId = await storeFile(tx, {
    tenantId,
    name,
    mime,
    bytes,
    receivedBy: 'order',
    createdById: userId,
    procurementId,
    showsAmounts: true,
  });
  await tx.query(
    `insert into document_file (tenant_id, file_id, procurement_id, name, size, mime, created_by_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, fileId, procurementId, name, bytes.length, mime, userId],
  );
  const sender = await tx.one<{ email: string | null; tenant: string; number: string | null }>(
    `select u.email, t.name as tenant, p.order_number_formatted as number
     from tenant t join procurement p on p.id = $3 left join lb_user u on u.id = $2 where t.id = $1`,
    [tenantId, userId, procurementId],
  );
  return await insertMail(tx, publicUrl, {
    ...letterMail({ document: letter.document, number: sender.number }, kind, sender.tenant, input),
    ...more,
    tenantId,
    kind,
    recipient: input.recipient,
    senderName: sender.tenant,
    ...(sender.email && { replyTo: sender.email }),
    procurementId,
    jobId: job.id,
    attachmentIds: [fileId],
  });
}

/** Writes the ending into the request, in the name of the person who sent the order, and answers it. */
async function recorded(parts: MailTaskParts, job: Job, input: LetterInput, ending: Ending): Promise<Ending> {
  const { context } = job;
  try {
    await inJob(parts, job, async (tx) => {
      const document = await lockProcurement(tx, context, input.procurement_id, null);
      if (!(await findAttempt(tx, job))) return;
      const situation = await loadSituation(tx, context, document, { locksBudgets: false });
      const outcome =
        ending === 'sent' ? recordOrderSent(situation, input) : recordOrderNotSent(situation, input, ending);
      // A refusal says that a person has decided meanwhile, or that this was written down before.
      if (!isRefusal(outcome)) await saveOutcome(tx, context, document, outcome);
    });
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'timeline_locked') throw new NotYet(error.message);
    throw error;
  }
  return ending;
}

/** The last word on an attempt that was repeated in vain: what the mail server said counts, where it said something. */
async function giveUp(parts: MailTaskParts, job: Job, input: LetterInput): Promise<void> {
  const attempt = await inJob(parts, job, async (tx) => {
    const found = await findAttempt(tx, job);
    await tx.query(
      `update mail set state = case state when 'queued' then 'failed' else 'uncertain' end
       where job_id = $1 and state in ('queued', 'sending')`,
      [job.id],
    );
    return found;
  });
  if (!attempt) return;
  const isOpen = attempt.mail_state === 'sending' || attempt.mail_state === 'uncertain';
  const ending = attempt.mail_state === 'sent' ? 'sent' : isOpen ? 'uncertain' : 'failed';
  await recorded(parts, job, input, ending);
}

/** A transaction of the job: as writer, for what is to be done does not depend on what the person still sees. */
function inJob<T>({ database }: MailTaskParts, { context }: Job, run: (tx: Tx) => Promise<T>): Promise<T> {
  return database.inTenant(context, run, { role: 'writer' });
}
