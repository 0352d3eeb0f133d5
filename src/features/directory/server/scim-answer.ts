import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { type Refusal, type RefusalCode, refusalCodes, refuse } from '../../../base/refusal.ts';
import {
  languageOf,
  logUnexpected,
  refusalOfError,
  statusOf,
} from '../../../platform/server/http/http-errors.ts';
import { RefusedForNow } from '../../../platform/server/refused-for-now.ts';
import { refusalText } from '../../../platform/server/texts.ts';
import type { Json } from '../attributes.ts';

export const scimType = 'application/scim+json; charset=utf-8';

/** The `scimType` of a refusal (RFC 7644, table 9). */
const typeOfCode: Partial<Record<RefusalCode, string>> = {
  scim_filter: 'invalidFilter',
  scim_path: 'invalidPath',
  scim_no_target: 'noTarget',
  scim_value: 'invalidValue',
  scim_read_only: 'mutability',
  malformed_request: 'invalidSyntax',
  already_exists: 'uniqueness',
};

/** Violations of a unique index or of an exclusion. */
const repetitions = ['23505', '23P01'];

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof pg.DatabaseError)) return refusalOfError(error);
  if (repetitions.includes(error.code ?? '')) return refuse('already_exists');
  const named = refusalCodes.find((code) => code === error.message);
  return named ? refuse(named) : refusalOfError(error);
}

/** Answers an error as SCIM wants it (RFC 7644, 3.12). */
export function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  logUnexpected(request, error, refusal);
  if (error instanceof RefusedForNow) reply.header('retry-after', error.retryAfterSeconds);
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  // SCIM knows no status 422.
  const status = statusOf(refusal) === 422 ? 400 : statusOf(refusal);
  const type = typeOfCode[refusal.code] ?? (status === 400 ? 'invalidValue' : undefined);
  return reply
    .code(status)
    .type(scimType)
    .send({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(type && { scimType: type }),
      detail: refusalText(languageOf(request), refusal),
    });
}

/** The attributes that the request asks for, or does not want (RFC 7644, 3.9); `id` and `schemas` always stay. */
export function wantedParts(resource: Json, query: Readonly<Record<string, string | undefined>>): Json {
  const [wanted, unwanted] = [namesOf(query.attributes), namesOf(query.excludedAttributes)];
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      if (key === 'id' || key === 'schemas') return true;
      const name = key.toLowerCase();
      return wanted.size > 0 ? wanted.has(name) : !unwanted.has(name);
    }),
  );
}

/** Top-level names of a list of attributes, without the name of a schema before them. */
function namesOf(list: string | undefined): ReadonlySet<string> {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase());
  return new Set(
    names
      .filter((name) => name !== '')
      .map((name) => (name.startsWith('urn:') ? (name.split(':').at(-1) ?? '') : name).split('.')[0] ?? ''),
  );
}

/** One page of a list. */
export interface Page {
  readonly total: number;
  readonly startIndex: number;
  readonly resources: readonly Json[];
}

export function listAnswer({ total, startIndex, resources }: Page): Json {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
