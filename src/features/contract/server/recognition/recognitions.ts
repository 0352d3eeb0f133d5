import type { DocumentSituation } from '../../../../document/facts.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { ReadingFailure } from '../../../recognition/reading.ts';
import { isWorkedOn } from '../../files.ts';
import type { Contract, ContractFacts } from '../../model.ts';
import type { ContractOutcome } from '../../outcome.ts';
import type { ReadContractDocument } from '../../proposals.ts';

export const contractRecognitionJob = 'recognise_contract';

/** Queues the reading of a PDF added to a contract with an open task (CON-01). Runs as writer. */
export async function readFileOf(
  tx: Tx,
  context: Context,
  situation: DocumentSituation<Contract & { readonly id: number }, ContractFacts>,
  { id: fileId, mime }: { readonly id: string; readonly mime: string },
): Promise<void> {
  if (mime !== 'application/pdf' || !isWorkedOn(situation)) return;
  queueReading(tx, context, situation.document.id, fileId);
}

/** Queues the reading of a contract document. Runs as writer. */
export function queueReading(tx: Tx, context: Context, contractId: number, fileId: string): void {
  tx.send(
    `insert into contract_recognition (tenant_id, contract_id, file_id, job_id, started_by_id)
     values ($1, $2, $3, app.enqueue($5, $6, null), $4)`,
    [
      ...[context.tenantId, contractId, fileId, context.userId],
      ...[contractRecognitionJob, JSON.stringify({ contract_id: contractId })],
    ],
  );
}

/** The queued reading of a job; undefined if it has already ended. */
export async function findReading(
  tx: Tx,
  jobId: number,
): Promise<{ readonly id: number; readonly file_id: string } | undefined> {
  return await tx.maybeOne<{ id: number; file_id: string }>(
    "select id, file_id from contract_recognition where job_id = $1 and state = 'queued' for update",
    [jobId],
  );
}

/** The values read from a document, with the stored supplier. */
export interface DoneReading extends ReadContractDocument {
  readonly reading: 'text' | 'ocr';
  readonly pages: number;
  readonly supplierId: number | null;
}

/** The result of a reading. */
export type ReadingEnd =
  | { readonly state: 'done'; readonly read: DoneReading }
  | { readonly state: 'failed'; readonly failure: ReadingFailure };

/** Stores the result of a reading and its duration in milliseconds. */
export function endReading(tx: Tx, id: number, end: ReadingEnd, milliseconds: number): void {
  const read = end.state === 'done' ? end.read : null;
  tx.send(
    `update contract_recognition
     set state = $2, failure = $3, reading = $4, pages = $5, raw = $6, supplier_id = $7, milliseconds = $8,
       price = $9, ended_at = clock_timestamp()
     where id = $1`,
    [
      id,
      end.state,
      end.state === 'failed' ? end.failure : null,
      read?.reading ?? null,
      read?.pages ?? null,
      read && JSON.stringify({ fields: read.fields, partner: read.partner }),
      read?.supplierId ?? null,
      Math.round(milliseconds),
      read?.price ? JSON.stringify(read.price) : null,
    ],
  );
}

/** Stores dismissed proposals, so that they are not shown again. */
export function dismiss(
  tx: Tx,
  contractId: number,
  { recognition_id, proposals }: NonNullable<ContractOutcome['dismissed']>,
): void {
  tx.send(
    `update contract_recognition
     set dismissed = array(select distinct unnest(dismissed || $3::text[]) order by 1)
     where contract_id = $1 and id = $2`,
    [contractId, recognition_id, proposals],
  );
}
