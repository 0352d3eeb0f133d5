import { z } from 'zod';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { loadDocument } from '../../../document/server/store.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { Job } from '../../../platform/server/jobs/jobs.ts';
import type { MailState } from '../../../platform/server/mail/mail-task.ts';
import type { LetterKind, OrderChannel, OrderContent } from '../model.ts';
import { isOutdated } from '../order-letters.ts';
import { type NotSent, orderProblem } from '../ordering.ts';
import { servedProcurement } from './served.ts';

/** The job that sends one letter to its supplier. */
export const sendOrderJob = 'send_order';

export const letterInput = z.object({
  procurement_id: z.int(),
  supplier_id: z.int(),
  marketplace_id: z.int().nullable(),
  recipient: z.string(),
  subject: z.string().nullish(),
  text: z.string().nullish(),
});
export type LetterInput = z.output<typeof letterInput>;

/** The result of an attempt to send a letter. */
export type Ending = { readonly state: 'sent' } | NotSent;

export interface Attempt {
  readonly order_id: number;
  readonly letter_id: number;
  readonly kind: LetterKind;
  readonly version: number;
  readonly change_no: number | null;
  readonly content: OrderContent;
  readonly channel: OrderChannel;
  /** Null: not sent to a shop yet. */
  readonly handed_over_at: string | null;
  /** The ending that follows from the shop's answer. */
  readonly shop_answer: Ending | null;
  readonly mail_id: number | null;
  readonly mail_state: MailState | null;
}

/**
 * The letter that this job sends; undefined if a later attempt replaced it. Locks the order before it reads, to see the
 * changes of another worker that it waited for.
 */
export async function findAttempt(tx: Tx, job: Job): Promise<Attempt | undefined> {
  await tx.query('select id from procurement_supplier_order where job_id = $1 for update', [job.id]);
  return await tx.maybeOne<Attempt>(
    `select o.id as order_id, l.id as letter_id, l.kind, l.version, l.change_no, l.content, l.channel, l.handed_over_at,
       l.shop_answer, m.id as mail_id, m.state as mail_state
     from procurement_supplier_order o
     join procurement_order_letter l on l.supplier_order_id = o.id and l.job_id = o.job_id
     left join mail m on m.job_id = o.job_id
     where o.job_id = $1`,
    [job.id],
  );
}

/**
 * Ends attempts that are cancelled, outdated or not approved, or that name deactivated records (APPR-18, PROC-43).
 * Returns the id of an existing mail, or undefined if the letter may be sent.
 */
export async function endingWithoutMail(
  tx: Tx,
  job: Job,
  attempt: Attempt | undefined,
  input: LetterInput,
): Promise<number | Ending | undefined> {
  if (!attempt) return { state: 'cancelled' };
  if (attempt.mail_id !== null) return attempt.mail_id;
  const document = await loadDocument(tx, servedProcurement, input.procurement_id);
  if (document.head.status === 'declined' && attempt.kind !== 'cancellation')
    return { state: 'cancelled', failure: 'request_cancelled' };
  if (isOutdated(document, input, attempt)) return { state: 'failed', failure: 'order_changed' };
  const { facts } = await loadSituation(tx, job.context, servedProcurement, document, {
    locksBudgets: false,
  });
  const problem = orderProblem({ document, facts }, attempt.kind);
  return problem === null ? undefined : { state: 'failed', failure: 'order_not_ready' };
}

/** A transaction of the job, as writer: the job does not depend on what the person can see now. */
export function inJob<T>(
  { database }: { readonly database: Database },
  { context }: Job,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  return asWriter(database, context, run);
}
