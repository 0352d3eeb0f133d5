import { isRefusal, Refused } from '../../../base/refusal.ts';
import { keepMail } from '../../../document/server/letter/kept-mail.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { loadDocument, lockDocument } from '../../../document/server/store.ts';
import { retentionYears } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import { type CleanedJobs, type Job, NotYet } from '../../../platform/server/jobs/jobs.ts';
import { insertMail, type NewMail } from '../../../platform/server/mail/mail.ts';
import { type MailTaskParts, sendMail } from '../../../platform/server/mail/mail-task.ts';
import { findPerson, tenantTitleSql } from '../../../platform/server/person.ts';
import { procurementKind } from '../kind.ts';
import { lastSent } from '../order-letters.ts';
import { recordOrderNotSent, recordOrderSent } from '../ordering.ts';
import { orderAtShop, type ShopParts } from './marketplace-order.ts';
import { mailNotSent } from './not-sent-mail.ts';
import {
  type Attempt,
  type Ending,
  endingWithoutMail,
  findAttempt,
  inJob,
  type LetterInput,
  letterInput,
  sendOrderJob,
} from './order-attempt.ts';
import { loadPrintableOrder, type NamedOrder } from './pdf/load-printable-order.ts';
import { setOrderPdf } from './pdf/set-order-pdf.ts';
import { letterMail } from './sending-mail.ts';
import { servedProcurement } from './served.ts';
import { cancelAtShops } from './shop-cancellation.ts';

/** The transports of orders: the mail server and, if configured, marketplaces. */
export type OrderParts = MailTaskParts & { readonly shops?: ShopParts };

/** The job that sends orders, changes and cancellations to suppliers (PROC-17, PROC-37, TASK-08). */
export function orderJobs(parts: OrderParts): CleanedJobs {
  return {
    handlers: { [sendOrderJob]: (job) => sendLetter(parts, job, letterInput.parse(job.input)) },
    givenUp: { [sendOrderJob]: (job) => giveUp(parts, job, letterInput.parse(job.input)) },
  };
}

/**
 * Writes the mail, sends it and records the result in three transactions; each checks whether it has already run.
 * Between the last two, the state of the mail keeps the answer of the mail server. A letter becomes `uncertain` only
 * if the process dies during the exchange with the mail server (PROC-17).
 */
async function sendLetter(
  parts: OrderParts,
  job: Job,
  input: LetterInput,
): Promise<{ state: Ending['state'] }> {
  const atShop = await orderAtShop(parts, job, input);
  if (atShop !== null) return await recorded(parts, job, input, atShop);
  const written = await writeMail(parts, job, input);
  if (typeof written !== 'number') return await recorded(parts, job, input, written);
  await job.progress(50);
  const { tenantId } = job.context;
  const state = await sendMail(parts, { tenantId, mailId: written }, async () => {});
  // The job is retried; until then the letter stays `sending`.
  if (state === 'queued' || state === 'sending')
    throw new NotYet('the mail server could not take the letter');
  return await recorded(parts, job, input, await endingOfMail(parts, job, state));
}

/** The id of the mail, also of one written by an earlier run; or the ending of an attempt without mail. */
async function writeMail(parts: MailTaskParts, job: Job, input: LetterInput): Promise<number | Ending> {
  const letter = await inJob(parts, job, async (tx) => {
    const attempt = await findAttempt(tx, job);
    return (
      (await endingWithoutMail(tx, job, attempt, input)) ?? (await loadLetter(parts, tx, job, input, attempt))
    );
  });
  if (typeof letter === 'number' || 'state' in letter) return letter;
  // Typesetting is slow, so that it runs outside of the transactions.
  const bytes = await setOrderPdf(letter);
  return await inJob(parts, job, async (tx) => {
    const attempt = await findAttempt(tx, job);
    const ending = await endingWithoutMail(tx, job, attempt, input);
    if (ending !== undefined || !attempt) return ending ?? { state: 'cancelled' };
    return await insertLetter(parts, tx, job, input, { letter, bytes, attempt });
  });
}

async function loadLetter(
  { clock, publicUrl }: MailTaskParts,
  tx: Tx,
  job: Job,
  input: LetterInput,
  attempt: Attempt | undefined,
): Promise<NamedOrder | Ending> {
  if (!attempt) return { state: 'cancelled' };
  const { orders } = await loadDocument(tx, servedProcurement, input.procurement_id);
  const order = orders.find(({ id }) => id === attempt.order_id);
  return await loadPrintableOrder(tx, input.procurement_id, {
    block: input,
    language: null,
    showsPrices: true,
    letter: {
      ...attempt,
      former: (order && lastSent(order)?.content) ?? null,
      senderId: job.context.userId,
    },
    now: clock.now(),
    publicUrl,
  });
}

interface Letter {
  readonly letter: NamedOrder;
  readonly bytes: Buffer;
  readonly attempt: Attempt;
}

/** Archives the letter with the request (ARC-01) and inserts the mail with it. */
async function insertLetter(
  { publicUrl, transport }: MailTaskParts,
  tx: Tx,
  job: Job,
  input: LetterInput,
  { letter, bytes, attempt }: Letter,
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
    retentionYears: retentionYears.order,
    createdById: userId,
    document: { kind: procurementKind.name, id: procurementId },
    showsAmounts: true,
  });
  await Promise.all([
    tx.query(
      `insert into document_file (tenant_id, file_id, procurement_id, name, size, mime, created_by_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, fileId, procurementId, name, bytes.length, mime, userId],
    ),
    tx.query('update procurement_order_letter set file_id = $2 where id = $1', [attempt.letter_id, fileId]),
  ]);
  const of = await tx.one<{ email: string | null; tenant: string; number: string | null }>(
    `select u.email, ${tenantTitleSql} as tenant, p.order_number_formatted as number
     from tenant t join procurement p on p.id = $3 left join lb_user u on u.id = $2 where t.id = $1`,
    [tenantId, userId, procurementId],
  );
  // Suppliers know the ordering company, not the tenant.
  const sender = letter.document.sender || of.tenant;
  const mail = {
    ...letterMail({ ...letter, number: of.number }, sender, input),
    // A letter sent again keeps its message id, so that the recipient recognizes it (PROC-17).
    messageId: `order.${tenantId}.${attempt.order_id}.${attempt.version}`,
    supplierOrderId: attempt.order_id,
    tenantId,
    kind: attempt.kind,
    recipient: input.recipient,
    senderName: sender,
    ...(of.email && { replyTo: of.email }),
    document: { kind: procurementKind.name, id: procurementId },
    jobId: job.id,
    attachmentIds: [fileId],
  } satisfies NewMail;
  const mailId = await insertMail(tx, publicUrl, mail);
  if (transport !== null)
    await keepMail(tx, {
      mailId,
      mail,
      transport,
      publicUrl,
      letter: { name, mime, bytes },
      showsAmounts: true,
    });
  return mailId;
}

/** The ending that follows from the state of the mail. */
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
  return { state, failure, failure_reason: mail?.error ?? null };
}

/** Records the ending in the request, in the name of the sender, and returns its state. */
async function recorded(
  parts: MailTaskParts,
  job: Job,
  input: LetterInput,
  ending: Ending,
): Promise<{ state: Ending['state'] }> {
  const { context } = job;
  const isNotSent = ending.state === 'failed' || ending.state === 'uncertain';
  const { tenantId, userId } = context;
  const person = isNotSent
    ? await parts.database.atGate((tx) => findPerson(tx, tenantId, userId))
    : undefined;
  try {
    await inJob(parts, job, async (tx) => {
      if (ending.state === 'sent') await showMail(tx, job.id);
      const document = await lockDocument(tx, context, servedProcurement, input.procurement_id, null);
      const letter = await findAttempt(tx, job);
      if (!letter) return;
      const situation = await loadSituation(tx, context, servedProcurement, document, {
        locksBudgets: false,
      });
      const outcome =
        ending.state === 'sent'
          ? recordOrderSent(situation, input)
          : recordOrderNotSent(situation, input, ending);
      // Refused if a person has decided meanwhile or the ending is already recorded.
      if (isRefusal(outcome)) return;
      await saveOutcome(tx, context, servedProcurement, situation, outcome);
      if (document.head.status === 'declined' && letter.kind !== 'cancellation') {
        await cancelAtShops(tx, context, await loadDocument(tx, servedProcurement, document.id));
      }
      if (ending.state === 'sent' || ending.state === 'cancelled') return;
      const about = { procurementId: input.procurement_id, block: input, letter, ending };
      await mailNotSent(tx, parts.publicUrl, { tenantId, person }, about);
    });
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'timeline_locked') throw new NotYet(error.message);
    throw error;
  }
  return { state: ending.state };
}

/** Ends an attempt after its last retry; an answer of the mail server or shop counts, if there is one. */
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
  await recorded(parts, job, input, attempt.shop_answer ?? endingOfMailState(attempt));
}

function endingOfMailState({ mail_state, handed_over_at }: Attempt): Ending {
  if (mail_state === 'sent') return { state: 'sent' };
  const isOpen = mail_state === 'sending' || mail_state === 'uncertain' || handed_over_at !== null;
  return { state: isOpen ? 'uncertain' : 'failed', failure: 'interrupted' };
}

/** Adds the sent mail of a letter to the files of its request; repeated calls have no effect. */
async function showMail(tx: Tx, jobId: number): Promise<void> {
  await tx.query(
    `insert into document_file (tenant_id, file_id, procurement_id, name, size, mime, created_by_id)
     select m.tenant_id, f.id, m.procurement_id, f.name, f.size, f.mime, l.created_by_id
     from mail m join file f on f.id = m.file_id join procurement_order_letter l on l.job_id = m.job_id
     where m.job_id = $1 and not exists (select from document_file d where d.file_id = f.id)`,
    [jobId],
  );
}
