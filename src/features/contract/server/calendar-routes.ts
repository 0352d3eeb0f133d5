import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { createRateLimit } from '../../../platform/server/http/http-rate-limit.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOneself,
} from '../../../platform/server/http/request-context.ts';
import type { MailingParts } from '../../../platform/server/mail/mailing-parts.ts';
import { endCalendar, readCalendar, renewCalendar } from './calendar-feed.ts';

export const renewBody = z.object({ replaced: z.iso.datetime({ offset: true }).nullable() });

/** `alarm`: days before each event on which the calendar program alarms. */
const feedQuery = z.object({ alarm: z.coerce.number().int().min(0).max(60).nullish() });

/** As for the login: enough for a large office behind one IP address, but it stops a flood of requests. */
const limit = { burst: 300, perSecond: 5 };

/**
 * Routes of a person's contract calendar: create and delete its address, both refused while acting as another user,
 * and the calendar itself for programs that know the address (CON-30).
 */
export function registerContractCalendar(
  app: HttpServer,
  parts: MailingParts,
  authentication: Authentication,
): void {
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  const returnedOnce = { ...personal, config: { keepsNoAnswer: 'the address is told once' } };
  app.post('/api/contract/calendar', returnedOnce, async (request, reply) => {
    const { replaced } = bodyOf(request, renewBody);
    return reply.code(201).send(await renewCalendar(parts, contextOf(request), replaced));
  });

  app.delete('/api/contract/calendar', personal, async (request) => {
    await endCalendar(parts.database, contextOf(request));
    return { success: true };
  });

  // Calendar programs send no token: the address is the secret, and is never logged.
  const limited = { onRequest: createRateLimit(parts.clock, limit) };
  app.get('/api/contract/calendar/:file', limited, async (request, reply) => {
    const { id: requestId, headers } = request;
    const { alarm } = feedQuery.safeParse(request.query).data ?? {};
    const calendar = await readCalendar(parts, tokenOf(request), {
      requestId,
      host: headers.host,
      alarmDays: alarm ?? null,
    });
    const tag = `"${createHash('sha256').update(calendar).digest('base64url')}"`;
    // Caches must revalidate each time, because the calendar or the right to read it may change.
    reply.headers({ 'cache-control': 'private, no-cache', etag: tag });
    if (isKnown(tag, headers['if-none-match'])) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        // Otherwise browsers would name the file after the secret.
        'content-disposition': 'attachment; filename="contracts.ics"',
      })
      .send(calendar);
  });
}

function tokenOf(request: FastifyRequest): string {
  const { file } = request.params as { file: string };
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1];
  if (token === undefined) throw new Refused(refuse('not_found'));
  return token;
}

/** Also compares weak tags, because compressing proxies weaken them. */
function isKnown(tag: string, header: string | undefined): boolean {
  return (header ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === tag);
}
