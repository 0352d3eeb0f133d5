import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../base/refusal.ts';
import { Batch } from '../../graphql/server/engine.ts';
import { errorBody } from '../../graphql/server/errors.ts';
import type { Graphql, GraphqlRequest } from '../../graphql/server/graphql.ts';
import { type Context, hasRole } from '../../platform/context.ts';
import { othersTurn } from '../../platform/server/fairness/work.ts';
import type { HttpServer } from '../../platform/server/http/http.ts';
import { limitBody } from '../../platform/server/http/http-body.ts';
import {
  languageOf,
  logUnexpected,
  refusalOfError,
  statusOf,
} from '../../platform/server/http/http-errors.ts';
import { type Authentication, contextOf } from '../../platform/server/http/request-context.ts';
import { sentKey } from '../../platform/server/idempotency.ts';
import { RefusedForNow } from '../../platform/server/refused-for-now.ts';
import { refusalText } from '../../platform/server/texts.ts';

/** In bytes (API-05). */
const inputLimit = 1024 * 1024;
/** A spreadsheet saves many rows at once. */
const spreadsheetLimit = 8 * inputLimit;

/** Operations per batch request of a client. */
const batchLimit = 20;

/** `POST /v1/graphql` (API-01): authenticates before reading the body. */
export function registerGraphql(app: HttpServer, graphql: Graphql, authentication: Authentication): void {
  app.post(
    '/v1/graphql',
    {
      onRequest: authentication.requirePerson,
      preParsing: limitBody((request) => (isSpreadsheet(request) ? spreadsheetLimit : inputLimit)),
      bodyLimit: spreadsheetLimit,
      config: { namesItsCalls: true },
      errorHandler: answerGraphqlError,
    },
    async (request, reply) => {
      const key = sentKey(request.headers['idempotency-key']);
      if (Array.isArray(request.body) && request.body.length > 0) {
        // Each operation would need its own key.
        if (key !== undefined) throw new Refused(refuse('malformed_request', { field: 'idempotency_key' }));
        const answers = await executeBatch(graphql, contextOf(request), request.body);
        return reply.type('application/json; charset=utf-8').send(`[${answers.join(',')}]`);
      }
      const { body, retryAfterSeconds } = await graphql.execute(contextOf(request), requestOf(request.body), {
        key,
        isOfTable: isSpreadsheet(request),
      });
      if (retryAfterSeconds) reply.code(429).header('retry-after', retryAfterSeconds);
      return reply.type('application/json; charset=utf-8').send(body);
    },
  );
}

function isSpreadsheet(request: FastifyRequest): boolean {
  return request.headers['x-hasura-app-source'] === 'jexcel' && hasRole(contextOf(request), 'user-admin');
}

/** Sequentially, each in its own transaction; a refusal does not affect the others. */
async function executeBatch(
  graphql: Graphql,
  context: Context,
  requests: readonly unknown[],
): Promise<readonly string[]> {
  if (requests.length > batchLimit)
    throw new Refused(refuse('limit_exceeded', { values: { what: 'operations', limit: batchLimit } }));
  const answers: string[] = [];
  const batch = new Batch();
  for (const request of requests) {
    await othersTurn();
    answers.push((await graphql.execute(context, requestOf(request), { batch })).body);
  }
  return answers;
}

function requestOf(body: unknown): GraphqlRequest {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}

/**
 * Failures before the request is parsed, in the form of API-04. Unauthenticated is status 200, as clients of Hasura
 * expect; an unreadable body and unexpected errors have their HTTP status.
 */
function answerGraphqlError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOfError(error);
  logUnexpected(request, error, refusal);
  if (error instanceof RefusedForNow) reply.header('retry-after', error.retryAfterSeconds);
  const isReportedInside = refusal.code === 'unauthenticated' || refusal.code === 'permission_denied';
  const requestId = refusal.code === 'unexpected' ? request.id : undefined;
  const body = errorBody(refusal, '$', requestId, languageOf(request), (reported, language) =>
    refusalText(language, reported),
  );
  return reply.code(isReportedInside ? 200 : statusOf(refusal)).send(body);
}
