import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Refusal, Refused, refuse } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { sendFile } from '../../../platform/server/files/files-http.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { type FileType, fileTypeOf, namesOfTypes } from '../../../platform/server/files/files-type.ts';
import { type OfferedFile, receiveFiles } from '../../../platform/server/files/files-upload.ts';
import { type HttpServer, inScope } from '../../../platform/server/http/http.ts';
import { languageOf } from '../../../platform/server/http/http-errors.ts';
import { takeForms } from '../../../platform/server/http/http-forms.ts';
import { uploadPot } from '../../../platform/server/http/http-pots.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath, rowId } from '../../../platform/server/http/row-id.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import { refusalText } from '../../../platform/server/texts.ts';
import { recognitionStarts } from '../setting-fields.ts';
import { invoiceActions } from './commands.ts';
import { invoiceTypes, noteRefused, receiveInvoice } from './intake.ts';
import { lastJob } from './recognitions.ts';

/** Files per form, processed one after the other. */
const maxFiles = 20;
/** Form overhead per file. */
const formBytes = 16 * 1024;

export const uploadForm = z.object({
  client_id: rowId.optional(),
  /**
   * Identifies the attempt with the first file; further files of a repeated form are recognised by their bytes
   * (INV-20).
   */
  idempotency_key: z.uuid().optional(),
  confirmed: z.enum(['duplicate_file']).optional(),
  recognition_start: z.enum(recognitionStarts).optional(),
});

export const recognitionBody = z.object({
  idempotency_key: z.uuid().optional(),
  comment: z.string().nullish(),
});

/** The result of one file; `error` states why it became no invoice. */
interface Received {
  readonly id: number | null;
  readonly name: string;
  readonly error?: Pick<Refusal, 'code' | 'values'> & { readonly message: string };
}

/** Upload and recognition of invoices (API-30). */
export function registerIntakeRoutes(
  app: HttpServer,
  database: Database,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;

  inScope(app, async (scope) => {
    // A file that is too large is reported separately.
    await takeForms(scope, { throwFileSizeLimit: false });
    scope.post(
      '/api/invoice/upload',
      { onRequest, bodyLimit: maxFiles * (uploadLimitBytes + formBytes) },
      uploadPot(async (request) => ({ invoices: await receive(database, request) })),
    );
  });

  app.post('/api/invoice/:id/recognition', { onRequest }, async (request) => {
    const { comment, ...body } = bodyOf(request, recognitionBody);
    const context = contextOf(request);
    const id = idInPath(request);
    return await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'invoice');
      const action = (await isBeforeCheck(tx, id)) ? 'start_recognition' : 'repeat_recognition';
      await takeAction(tx, context, action, { id, comment: comment ?? null, key: body.idempotency_key });
      return { success: true, job_id: await lastJob(tx, id) };
    });
  });

  app.post('/api/invoice/:id/recognition/skip', { onRequest }, async (request) => {
    const body = bodyOf(request, recognitionBody);
    const context = contextOf(request);
    const id = idInPath(request);
    await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'invoice');
      await takeAction(tx, context, 'skip_recognition', {
        id,
        comment: body.comment ?? null,
        key: body.idempotency_key,
      });
    });
    return { success: true };
  });

  app.get('/api/invoice/:id/document', { onRequest }, async (request, reply: FastifyReply) => {
    const context = contextOf(request);
    const { file_id } = await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'invoice');
      return await tx.one<{ file_id: string | null }>(
        'select coalesce(view_file_id, file_id) as file_id from invoice where id = $1',
        [idInPath(request)],
      );
    });
    if (file_id === null) throw new Refused(refuse('not_found'));
    return await sendFile(database, context, reply, file_id);
  });
}

async function receive(database: Database, request: FastifyRequest): Promise<readonly Received[]> {
  const context = contextOf(request);
  await database.inTenant(context, (tx) => requireModule(tx, 'invoice'));
  const received: Received[] = [];
  for await (const { values, file } of receiveFiles(request, maxFiles)) {
    const form = uploadForm.safeParse(values);
    if (!form.success) throw new Refused(refuse('malformed_request'));
    received.push(
      await receiveOne(database, request, context, { form: form.data, file, place: received.length }),
    );
  }
  if (received.length === 0)
    throw new Refused(refuse('specific_field_required', { values: { field: 'files[]' } }));
  return received;
}

interface Offered {
  readonly form: z.output<typeof uploadForm>;
  readonly file: OfferedFile;
  readonly place: number;
}

/** A refused file does not stop the others (REC-02). */
async function receiveOne(
  database: Database,
  request: FastifyRequest,
  context: Context,
  { form, file, place }: Offered,
): Promise<Received> {
  try {
    const { name, type, bytes } = invoiceFile(file);
    const intake = {
      file: { name, type, bytes },
      clientId: form.client_id ?? null,
      key: form.idempotency_key && place === 0 ? form.idempotency_key : randomUUID(),
      isDuplicateConfirmed: form.confirmed === 'duplicate_file',
      start: form.recognition_start,
    };
    const { id } = await database.inTenant(context, (tx) => receiveInvoice(tx, context, intake));
    return { id, name };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await database.inTenant(context, (tx) => noteRefused(tx.as('writer'), context, file, error.refusal));
    const { code, values = {} } = error.refusal;
    return {
      id: null,
      name: file.name.slice(0, 255),
      error: { code, values, message: refusalText(languageOf(request), error.refusal) },
    };
  }
}

function invoiceFile({ name, bytes }: OfferedFile): { name: string; type: FileType; bytes: Buffer } {
  if (bytes === null) {
    throw new Refused(refuse('payload_too_large', { field: 'file', values: { max: uploadLimitBytes } }));
  }
  const type = fileTypeOf(bytes);
  if (type === null || !invoiceTypes.includes(type)) {
    throw new Refused(
      refuse('unsupported_media_type', { field: 'file', values: { types: namesOfTypes(invoiceTypes) } }),
    );
  }
  return { name: safeFileName(name, type), type, bytes };
}

async function isBeforeCheck(tx: Tx, id: number): Promise<boolean> {
  const { status } = await tx.one<{ status: string }>('select status from invoice where id = $1', [id]);
  return status === 'open';
}

async function takeAction(
  tx: Tx,
  context: Context,
  action: 'start_recognition' | 'repeat_recognition' | 'skip_recognition',
  {
    id,
    comment,
    key,
  }: { readonly id: number; readonly comment: string | null; readonly key?: string | undefined },
): Promise<void> {
  await invoiceActions.take(tx, context, action, { id, comment, idempotency_key: key ?? randomUUID() });
}
