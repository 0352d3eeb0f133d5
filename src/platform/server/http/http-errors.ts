import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Language } from '../../../base/language.ts';
import { type Refusal, type RefusalCode, Refused, refuse } from '../../../base/refusal.ts';
import { defaultLanguage } from '../../constants.ts';
import { type Context, isAuditor } from '../../context.ts';
import { refusalOfWait, wordOfDatabase } from '../database/refusals.ts';
import { refusalAtEntry } from '../person.ts';
import { RefusedForNow } from '../refused-for-now.ts';
import { acceptedLanguage, refusalText } from '../texts.ts';
import { knownContext } from './request-context.ts';

/** The body of every refused REST call (ERR-14). */
export interface RefusedAnswer {
  readonly success: false;
  readonly code: RefusalCode;
  readonly message: string;
  readonly fields?: Readonly<Record<string, RefusalCode>>;
  readonly values?: Refusal['values'];
  readonly confirm?: Refusal['confirm'];
  /** Identifies the details in the server's log (ERR-15). */
  readonly request_id?: string;
}

const statusOfCode: Partial<Record<RefusalCode, number>> = {
  malformed_request: 400,
  unauthenticated: 401,
  session_idle: 401,
  permission_denied: 403,
  call_not_granted: 403,
  account_blocked: 403,
  auditor_ended: 403,
  passkey_required: 403,
  passkey_login_first: 403,
  module_off: 403,
  passkey_failed: 403,
  sign_on_failed: 403,
  sign_on_unknown: 403,
  sign_on_required: 403,
  sign_on_not_offered: 404,
  sign_on_unreachable: 503,
  not_found: 404,
  method_not_allowed: 405,
  link_expired: 404,
  already_exists: 409,
  passkey_known: 409,
  scim_version: 412,
  unique_violation: 409,
  duplicate_key_violation: 409,
  record_changed: 409,
  gaps_open: 409,
  calendar_changed: 409,
  timeline_changed: 409,
  timeline_locked: 409,
  idempotency_key_reused: 409,
  still_sending: 409,
  order_uncertain: 409,
  letter_uncertain: 409,
  try_again: 409,
  lock_timeout: 409,
  transaction_timeout: 503,
  database_away: 503,
  storage_full: 507,
  tenant_moving: 503,
  files_away: 503,
  stored_file_damaged: 500,
  payload_too_large: 413,
  picture_too_large: 413,
  not_safe: 422,
  too_many_pages: 413,
  unsupported_media_type: 415,
  unknown_host: 421,
  too_many_requests: 429,
  unexpected: 500,
};

const codeOfStatus: Readonly<Record<number, RefusalCode>> = {
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/**
 * Errors of the database that are refusals: no right, not now, or characters that a text cannot store (NUL); any
 * other error here is a bug.
 */
const codeOfSqlState: Readonly<Record<string, RefusalCode>> = {
  '22021': 'malformed_request',
  '22P05': 'malformed_request',
  '28000': 'unauthenticated',
  '42501': 'permission_denied',
};

/**
 * The refusal for an error; `unexpected` for unknown ones. A read-only transaction is a refusal to an auditor alone
 * (ARC-04): for others it means that the database cannot be written to.
 */
export function refusalOfError(error: unknown, who?: Pick<Context, 'roles'>): Refusal {
  if (error instanceof Refused) return error.refusal;
  const waited = refusalOfWait(error);
  if (waited) return waited;
  if (!(error instanceof pg.DatabaseError)) return refusalOfHttpError(error);
  if (error.code === '25006' && who && isAuditor(who)) return refuse('permission_denied');
  return refusalAtEntry(error) ?? refuse(codeOfSqlState[error.code ?? ''] ?? 'unexpected');
}

function refusalOfHttpError(error: unknown): Refusal {
  const status = isHttpError(error) ? (error.statusCode ?? 500) : 500;
  return refuse(codeOfStatus[status] ?? (status < 500 ? 'malformed_request' : 'unexpected'));
}

/** The HTTP status of a refusal; invalid content is 422. */
export function statusOf(refusal: Refusal): number {
  return statusOfCode[refusal.code] ?? 422;
}

/** The language of the answer (ERR-14): that of the context, or of the browser if nobody is logged in. */
export function languageOf(request: FastifyRequest): Language {
  return (
    knownContext(request)?.language ?? acceptedLanguage(request.headers['accept-language']) ?? defaultLanguage
  );
}

/** Logs unexpected errors with the request id of the answer, and failures of the database. */
export function logUnexpected(request: FastifyRequest, error: unknown, refusal: Refusal): void {
  const word = wordOfDatabase(refusal);
  if (word !== null) request.log.warn({ err: error, route: request.routeOptions.url }, word);
  if (refusal.code !== 'unexpected') return;
  request.log.error(
    { err: error, method: request.method, route: request.routeOptions.url },
    'unexpected error',
  );
}

/** Answers an error of a REST call (ERR-14). */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOfError(error, knownContext(request));
  logUnexpected(request, error, refusal);
  if (error instanceof RefusedForNow) reply.header('retry-after', error.retryAfterSeconds);
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  return reply.code(statusOf(refusal)).send(answerOf(refusal, request));
}

function answerOf(refusal: Refusal, request: FastifyRequest): RefusedAnswer {
  const fields = fieldsOf(refusal);
  return {
    success: false,
    code: refusal.code,
    message: refusalText(languageOf(request), refusal),
    ...(fields && { fields }),
    ...(refusal.values && { values: refusal.values }),
    ...(refusal.confirm && { confirm: refusal.confirm }),
    ...(refusal.code === 'unexpected' && { request_id: request.id }),
  };
}

function fieldsOf(refusal: Refusal): Record<string, RefusalCode> | undefined {
  if (refusal.problems?.length) {
    return Object.fromEntries(refusal.problems.map((problem) => [problem.field, problem.code]));
  }
  return refusal.field === undefined ? undefined : { [refusal.field]: refusal.code };
}

function isHttpError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}
