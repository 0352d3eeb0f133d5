import type { Tx } from '../../../platform/server/database.ts';

/** Adds the sent mail of a letter to the files of its request; repeated calls have no effect. */
export async function showMail(tx: Tx, jobId: number): Promise<void> {
  await tx.query(
    `insert into document_file (tenant_id, file_id, procurement_id, name, size, mime, created_by_id)
     select m.tenant_id, f.id, m.procurement_id, f.name, f.size, f.mime, l.created_by_id
     from mail m join file f on f.id = m.file_id join procurement_order_letter l on l.job_id = m.job_id
     where m.job_id = $1 and not exists (select from document_file d where d.file_id = f.id)`,
    [jobId],
  );
}
