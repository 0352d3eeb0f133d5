import { randomUUID } from 'node:crypto';
import { receiveInvoice } from '../../features/invoice/server/intake.ts';
import { recognitionJobs } from '../../features/invoice/server/recognition-job.ts';
import { recognitionJob } from '../../features/invoice/server/recognitions.ts';
import type { SampleParts } from '../../features/onboarding/server/sample-documents.ts';
import { writePaper } from '../../features/recognition/sandbox/written.ts';
import { readerRole } from '../../platform/server/database/entrance.ts';
import type { Database } from '../../platform/server/database.ts';

/**
 * Writes a sample invoice as a supplier does; it is then received as an upload and read, both by the product itself and
 * in the caller's transaction (ONB-09). No job is left that would read it again.
 */
export function samplePapers(database: Database): SampleParts['write'] {
  return async (kind, paper) => {
    const written = await writePaper(kind, paper);
    return async (tx, context) => {
      const { id } = await receiveInvoice(tx.as(readerRole(context)), context, {
        ...{ file: written, clientId: null, key: randomUUID() },
        ...{ isDuplicateConfirmed: true, start: 'at_once', isSample: true },
      });
      const writer = tx.as('writer');
      const { job_id: jobId } = await writer.one<{ job_id: number }>(
        'select job_id from invoice_recognition where invoice_id = $1',
        [id],
      );
      const inTenant: Database['inTenant'] = async (_, run, options) =>
        await run(tx.as(options?.role ?? readerRole(context)));
      const { handlers } = recognitionJobs({
        database: { ...database, inTenant },
        read: async (_tenantId, _bytes, known) => written.read(known),
      });
      const job = { id: jobId, kind: recognitionJob, context, input: { invoice_id: id } };
      await handlers[recognitionJob]?.({ ...job, progress: async () => {} });
      await writer.fixed(`update job set state = 'done', progress = 100, finished_at = now() where id = $1`, [
        jobId,
      ]);
      return id;
    };
  };
}
