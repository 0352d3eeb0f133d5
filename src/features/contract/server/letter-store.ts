import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { NewLetter } from '../outcome.ts';

/** The job that generates a notice letter, and mails it if its channel is email (CON-31). */
export const letterJob = 'send_notice_letter';

/** Queues a notice letter; without a language it uses that of the partner. Runs as writer. */
export function saveLetter(
  tx: Tx,
  { tenantId, actorId }: Context,
  contractId: number,
  { channel, language, recipient, written_on, receipt_by, ends_on }: NewLetter,
): void {
  tx.send(
    `insert into contract_letter (tenant_id, contract_id, channel, language, recipient, written_on, receipt_by, ends_on, job_id,
       created_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, app.enqueue($9, '{}', null), $10)`,
    [tenantId, contractId, channel, language, recipient, written_on, receipt_by, ends_on, letterJob, actorId],
  );
}
