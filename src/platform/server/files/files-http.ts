import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../constants.ts';
import type { Context } from '../../context.ts';
import type { Database, Tx } from '../database.ts';
import { type HttpServer, inScope } from '../http/http.ts';
import { takeForms } from '../http/http-forms.ts';
import { uploadPot } from '../http/http-pots.ts';
import { type Authentication, contextOf } from '../http/request-context.ts';
import { documentOf, fileChunks, findFile } from './files.ts';
import { attachmentHeader } from './files-name.ts';
import type { FileType } from './files-type.ts';
import { type ReceivedFile, receiveUpload, type Upload } from './files-upload.ts';

/**
 * Something that files can be attached to. `attach` and `detach` run in a transaction that begins as reader, and
 * check the person's rights.
 */
export interface FileTarget {
  /** The accepted types of files; all if missing. */
  readonly takes?: readonly FileType[];
  /** Prepares the file before the transaction, which it would hold open. */
  prepare?(context: Context, file: ReceivedFile): Promise<ReceivedFile>;
  /** Attaches the file to the document and returns its id; a repeated key returns the same file. */
  attach(
    tx: Tx,
    context: Context,
    upload: { readonly documentId: number; readonly key: string | null; readonly file: ReceivedFile },
  ): Promise<string>;
  /** Detaches the file from the document. */
  detach(tx: Tx, context: Context, documentId: number, fileId: string): Promise<void>;
}

/** Targets of uploads, by `kind`. */
export interface FileTargets {
  /** The kinds of documents; their files can be detached. */
  readonly documents: Readonly<Record<string, FileTarget>>;
  readonly others: Readonly<Record<string, FileTarget>>;
}

/** Allowance for the form around the file. */
const formBytes = 16 * 1024;

/** `POST`, `GET` and `DELETE` below `/api/file` (API-29). A file that the person cannot see is `not_found`. */
export function registerFileRoutes(
  app: HttpServer,
  { database, targets }: { readonly database: Database; readonly targets: FileTargets },
  authentication: Authentication,
): void {
  inScope(app, async (scope) => {
    await takeForms(scope);
    scope.post(
      '/api/file',
      { onRequest: authentication.requirePerson, bodyLimit: uploadLimitBytes + formBytes },
      uploadPot(async (request) => {
        if (Number(request.headers['content-length'] ?? 0) > uploadLimitBytes + formBytes) {
          throw new Refused(
            refuse('payload_too_large', { field: 'file', values: { max: uploadLimitBytes } }),
          );
        }
        const upload = await receiveUpload(request, (kind) => targetOf(targets, kind)?.takes);
        return await keep(database, targets, contextOf(request), upload);
      }),
    );
  });

  app.get('/api/file/:id', { onRequest: authentication.requireTicketOrPerson }, async (request, reply) => {
    return await sendFile(database, contextOf(request), reply, fileIdOf(request.params));
  });

  app.delete('/api/file/:id', { onRequest: authentication.requirePerson }, async (request) => {
    const context = contextOf(request);
    const id = fileIdOf(request.params);
    await database.inTenant(context, async (tx) => {
      const document = await documentOf(tx, id, Object.keys(targets.documents));
      const target = document && targets.documents[document.kind];
      if (!target) throw new Refused(refuse('permission_denied'));
      await target.detach(tx, context, document.id, id);
    });
    return { success: true };
  });
}

/** Sends a file as a download; `not_found` if the person cannot see it. */
export async function sendFile(
  database: Database,
  context: Context,
  reply: FastifyReply,
  id: string,
): Promise<FastifyReply> {
  const file = await database.inTenant(context, (tx) => findFile(tx, id));
  const chunks = fileChunks(database, context, file);
  // What cannot be read is refused in words, before the head of the file is sent.
  const first = await chunks.next();
  return reply
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', attachmentHeader(file.name))
    .header('content-length', file.size)
    .type(file.mime)
    .send(Readable.from(following(first, chunks)));
}

async function* following(
  first: IteratorResult<Buffer>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function keep(
  database: Database,
  targets: FileTargets,
  context: Context,
  { kind, documentId, idempotencyKey: key, file: received }: Upload,
): Promise<{ id: string }> {
  const target = targetOf(targets, kind);
  if (!target) {
    const problem = { field: 'kind', code: 'invalid_type', values: { type: 'kind' } } as const;
    throw new Refused(refuse('validation_failed', { problems: [problem] }));
  }
  const file = (await target.prepare?.(context, received)) ?? received;
  const id = await database.inTenant(context, (tx) => target.attach(tx, context, { documentId, key, file }));
  return { id };
}

function targetOf({ documents, others }: FileTargets, kind: string): FileTarget | undefined {
  const all = { ...documents, ...others };
  return Object.hasOwn(all, kind) ? all[kind] : undefined;
}

function fileIdOf(params: unknown): string {
  const { id } = params as { id: string };
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new Refused(refuse('not_found'));
  return id;
}
