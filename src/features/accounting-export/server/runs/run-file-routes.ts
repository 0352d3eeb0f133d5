import { Readable } from 'node:stream';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { formatDocumentNumber } from '../../../../document/number.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { type FileHead, fileChunks } from '../../../../platform/server/files/files.ts';
import { sendFile } from '../../../../platform/server/files/files-http.ts';
import { attachmentHeader } from '../../../../platform/server/files/files-name.ts';
import { zip } from '../../../../platform/server/files/zip.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../../platform/server/http/row-id.ts';
import { archiveName } from '../../targets/datev-csv/archive-name.ts';

/** The archive format is limited to 4 GB, including its headers. */
const maxBytes = 4_000_000_000;

interface RunFile extends FileHead {
  readonly running_number: number;
  readonly created_at: string;
}

/**
 * `GET /api/export/{job_id}/file`: the file of an exported list or invoice export, with the same bytes at every call
 * (API-31, EXP-23). Several files are answered as one archive. `not_found` where the person does not see them, and
 * until the job is done.
 */
export function registerExportFiles(
  app: HttpServer,
  { database, authentication }: { readonly database: Database; readonly authentication: Authentication },
): void {
  app.get('/api/export/:job_id/file', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const jobId = idInPath(request, 'job_id');
    const context = contextOf(request);
    const files = await database.inTenant(context, (tx) => filesOf(tx, jobId));
    const [first] = files;
    if (files.length === 1 && first) return await sendFile(database, context, reply, first.id);
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', attachmentHeader(nameOf(files)))
      .type('application/zip')
      .send(Readable.from(zip(entriesOf(database, context, files))));
  });
}

const fileColumns = 'f.id, f.name, f.mime, f.size, f.created_at';

/** The files of the job in the order of writing, as far as the person sees them. */
async function filesOf(tx: Tx, jobId: number): Promise<readonly RunFile[]> {
  const { file_id: fileId } = await tx.one<{ file_id: string | null }>(
    `select result ->> 'file_id' as file_id from job where id = $1 and state = 'done'`,
    [jobId],
  );
  if (fileId !== null)
    return await tx.fixed<RunFile>(`select ${fileColumns}, 0 as running_number from file f where f.id = $1`, [
      fileId,
    ]);
  const files = await tx.fixed<RunFile>(
    `select ${fileColumns}, r.running_number
     from invoice_export_run r join invoice_export_file e on e.invoice_export_run_id = r.id join file f on f.id = e.file_id
     where r.job_id = $1 order by e.id`,
    [jobId],
  );
  if (files.length === 0) throw new Refused(refuse('not_found'));
  const bytes = files.reduce((total, { size }) => total + size, 0);
  if (bytes > maxBytes) throw new Refused(refuse('payload_too_large', { values: { max: maxBytes } }));
  return files;
}

/** `EX-000012.zip`; for several runs with the first and the last number. */
function nameOf(files: readonly RunFile[]): string {
  const runs = files.map(({ running_number }) => running_number);
  const ends = [...new Set([Math.min(...runs), Math.max(...runs)])];
  return `${ends.map((number) => formatDocumentNumber('EX', number)).join('_')}.zip`;
}

function entriesOf(database: Database, context: Context, files: readonly RunFile[]) {
  const taken = new Set<string>();
  return files.map((file) => ({
    name: archiveName(file.name, taken),
    at: new Date(file.created_at),
    content: fileChunks(database, context, file),
  }));
}
