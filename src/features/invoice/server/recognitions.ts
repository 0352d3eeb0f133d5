import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Reading, ReadingFailure } from '../../recognition/reading.ts';

export const recognitionJob = 'recognise_invoice';

/** Queues the reading of an invoice file; billing counts its row (REC-09). */
export function queueRecognition(tx: Tx, context: Context, invoiceId: number): void {
  tx.send(
    `insert into invoice_recognition (tenant_id, invoice_id, job_id, started_by_id)
     values ($1, $2, app.enqueue($4, $5, null), $3)`,
    [
      ...[context.tenantId, invoiceId, context.userId],
      ...[recognitionJob, JSON.stringify({ invoice_id: invoiceId })],
    ],
  );
}

/** The recognition of a job; undefined if it has already ended. */
export async function findRecognition(tx: Tx, jobId: number): Promise<{ readonly id: number } | undefined> {
  return await tx.maybeOne<{ id: number }>(
    "select id from invoice_recognition where job_id = $1 and state = 'queued' for update",
    [jobId],
  );
}

/** The job of the last recognition of an invoice; null before the first. */
export async function lastJob(tx: Tx, invoiceId: number): Promise<number | null> {
  const row = await tx.maybeOne<{ job_id: number | null }>(
    'select job_id from invoice_recognition where invoice_id = $1 order by id desc limit 1',
    [invoiceId],
  );
  return row?.job_id ?? null;
}

/** The result of a recognition. */
export type RecognitionEnd =
  | { readonly state: 'done'; readonly reading: Reading }
  | { readonly state: 'failed'; readonly failure: ReadingFailure }
  | { readonly state: 'dropped' };

/** Saves the result of a recognition and its duration in milliseconds. */
export function endRecognition(tx: Tx, id: number, end: RecognitionEnd, milliseconds: number): void {
  tx.send(
    `update invoice_recognition
     set state = $2, reading = $3, failure = $4, pages = $5, milliseconds = $6, raw = $7, ended_at = clock_timestamp()
     where id = $1`,
    [
      id,
      end.state,
      end.state === 'done' ? end.reading.reading : null,
      end.state === 'failed' ? end.failure : null,
      end.state === 'done' ? end.reading.pages : null,
      Math.round(milliseconds),
      end.state === 'done' ? JSON.stringify(end.reading) : null,
    ],
  );
}
