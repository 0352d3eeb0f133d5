import type { Readable } from 'node:stream';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../constants.ts';
import { bodyIsRead } from '../http/http-arrival.ts';
import { dropRest } from '../http/http-body.ts';
import { placeOfWholeFile, wholeFileUntilEnd } from '../http/http-pots.ts';
import { countArrived } from '../http/http-shares.ts';
import { formArrived } from '../http/keyed-request.ts';
import { rowId } from '../http/row-id.ts';
import { safeFileName } from './files-name.ts';
import { type FileType, fileTypeOf, fileTypes, namesOfTypes } from './files-type.ts';

/** A received file, with the type detected from its bytes. */
export interface ReceivedFile {
  readonly name: string;
  readonly type: FileType;
  readonly bytes: Buffer;
}

/** The form of `POST /api/file` (API-29). */
export interface Upload {
  readonly kind: string;
  readonly documentId: number;
  /** Identifies a repeated attempt, so that it stores one file. */
  readonly idempotencyKey: string | null;
  readonly file: ReceivedFile;
}

/** Limits of the form besides the file; one byte above the allowed size reveals a file that is too large. */
export const uploadLimits = {
  fileSize: uploadLimitBytes + 1,
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: 100,
  fieldNameSize: 50,
  headerPairs: 20,
};

/** Types that can be attached by default; XML only where a target reads it. */
const allTypes = (Object.keys(fileTypes) as FileType[]).filter((type) => type !== 'xml');

export const uploadFields = z.object({
  kind: z.string().regex(/^[a-z_]{1,30}$/),
  document: rowId,
  idempotency_key: z.uuid().optional(),
});

/**
 * Reads the form of an upload; the file may come before or after its fields. `takenBy` returns the types that a kind
 * accepts, if not all.
 *
 * @throws Refused `unsupported_media_type`, which names the accepted types.
 */
export async function receiveUpload(
  request: FastifyRequest,
  takenBy: (kind: string) => readonly FileType[] | undefined,
): Promise<Upload> {
  const { values, file } = await receiveForm(request);
  const header = request.headers['idempotency-key'];
  const form = uploadFields.safeParse(
    typeof header === 'string' ? { idempotency_key: header, ...values } : values,
  );
  if (!form.success) {
    const problems = form.error.issues.map(({ path }) => problemOf(path.map(String).join('.'), values));
    throw new Refused(refuse('validation_failed', { problems }));
  }
  if (!file || file.bytes.length === 0) {
    throw new Refused(refuse('validation_failed', { problems: [problemOf('file', {})] }));
  }
  const type = fileTypeOf(file.bytes);
  const taken = takenBy(form.data.kind) ?? allTypes;
  if (type === null || !taken.includes(type)) {
    const values = { types: namesOfTypes(taken) };
    throw new Refused(refuse('unsupported_media_type', { field: 'file', values }));
  }
  return {
    kind: form.data.kind,
    documentId: form.data.document,
    idempotencyKey: form.data.idempotency_key ?? null,
    file: { name: safeFileName(file.name, type), type, bytes: file.bytes },
  };
}

/** The fields of a form and its file, of any type. */
export interface ReceivedForm {
  readonly values: Record<string, string>;
  readonly file: { readonly name: string; readonly bytes: Buffer } | null;
}

/** Reads a form with one file, which may come before or after its fields. */
export async function receiveForm(
  request: FastifyRequest,
  limits: typeof uploadLimits = uploadLimits,
): Promise<ReceivedForm> {
  beginForm(request);
  const values: Record<string, string> = {};
  let file: ReceivedForm['file'] = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = { name: part.filename ?? '', bytes: await bytesOf(request, part) };
      else keepField(request, part, values);
    }
  } catch (error) {
    dropRest(request);
    throw asRefusal(error);
  }
  return { values, file };
}

/** A file of a form with several; bytes are null if it is too large. */
export interface OfferedFile {
  readonly name: string;
  readonly bytes: Buffer | null;
}

/**
 * Yields the files of a form one by one, with the fields before them, so that only one is in memory. A file that is
 * too large is reported, and the others go on.
 *
 * @param maxFiles a form with more files is refused
 */
export async function* receiveFiles(request: FastifyRequest, maxFiles: number): AsyncGenerator<Offered> {
  beginForm(request);
  const values: Record<string, string> = {};
  const limits = { ...uploadLimits, files: maxFiles, parts: maxFiles + uploadLimits.fields };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') yield* wholeFile(request, part, values);
      else keepField(request, part, values);
    }
  } catch (error) {
    dropRest(request);
    throw asRefusal(error);
  }
}

function keepField(
  request: FastifyRequest,
  { fieldname, value }: MultipartValue,
  values: Record<string, string>,
): void {
  if (typeof value !== 'string') return;
  values[fieldname] = value;
  formArrived(request, fieldname, value);
}

function beginForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new Refused(refuse('unsupported_media_type'));
  bodyIsRead(request);
}

type Offered = { readonly values: Readonly<Record<string, string>>; readonly file: OfferedFile };

/** Yields one file, which occupies a place among the files in memory until the consumer is done with it. */
async function* wholeFile(
  request: FastifyRequest,
  part: MultipartFile,
  values: Offered['values'],
): AsyncGenerator<Offered> {
  const pieces = await piecesWithin(request, part);
  const leave = await placeOfWholeFile(request);
  try {
    const bytes = pieces && Buffer.concat(pieces);
    formArrived(request, part.filename, bytes ?? '');
    yield { values, file: { name: part.filename ?? '', bytes } };
  } finally {
    leave();
  }
}

/** The chunks of a part, or null if too large; the rest is then dropped on arrival. */
async function piecesWithin(request: FastifyRequest, part: MultipartFile): Promise<Buffer[] | null> {
  let received: Buffer[] | null = [];
  let size = 0;
  for await (const chunk of part.file as Readable) {
    size += (chunk as Buffer).length;
    countArrived(request, (chunk as Buffer).length);
    if (size > uploadLimitBytes) received = null;
    received?.push(chunk as Buffer);
  }
  return received;
}

/** The bytes of a part, counted on arrival, so that an oversized file is never held whole. */
async function bytesOf(request: FastifyRequest, { file, filename }: MultipartFile): Promise<Buffer> {
  const received: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as Readable) {
    size += (chunk as Buffer).length;
    countArrived(request, (chunk as Buffer).length);
    if (size > uploadLimitBytes) throw tooLarge();
    received.push(chunk as Buffer);
  }
  await wholeFileUntilEnd(request);
  const bytes = Buffer.concat(received);
  formArrived(request, filename, bytes);
  return bytes;
}

/** An unreadable form is the sender's mistake; the parser's message is not shown. */
function asRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const { statusCode } = error as { statusCode?: number };
  return statusCode === 413 ? tooLarge() : new Refused(refuse('malformed_request'));
}

function tooLarge(): Refused {
  return new Refused(refuse('payload_too_large', { field: 'file', values: { max: uploadLimitBytes } }));
}

function problemOf(field: string, values: Readonly<Record<string, string>>): FieldProblem {
  if (!values[field]?.trim()) return { field, code: 'specific_field_required', values: { field } };
  return { field, code: 'invalid_type', values: { type: field } };
}
