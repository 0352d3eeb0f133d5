import { z } from 'zod';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  administratorOf,
  contextOf,
  requireOneself,
} from '../../../platform/server/http/request-context.ts';
import { longestMiss, type ManualMisses, shortestMiss } from '../manual-miss.ts';
import type { TestMailResult } from '../test-mail.ts';
import { noteMiss, readMisses } from './manual-misses.ts';
import { sendTestMail, type TestMailParts } from './test-mail.ts';

/** A test mail takes no input, but an invalid body is refused as elsewhere. */
export const noInput = z.object({});
export const miss = z.object({ text: z.string().trim().min(shortestMiss).max(longestMiss) });

/**
 * `POST /api/help/test-mail`: sends a test mail to oneself (API-36, ONB-06). `POST /api/help/miss`: notes a search in the
 * manual that found nothing; `GET`: these, for administrators (ONB-10).
 */
export function registerHelp(app: HttpServer, parts: TestMailParts, authentication: Authentication): void {
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  app.post('/api/help/test-mail', personal, (request): Promise<TestMailResult> => {
    if (request.body !== undefined && request.body !== null) bodyOf(request, noInput);
    return sendTestMail(parts, contextOf(request));
  });

  app.post('/api/help/miss', { onRequest: authentication.requirePerson }, async (request, reply) => {
    const { text } = bodyOf(request, miss);
    await asWriter(parts.database, contextOf(request), (tx) => noteMiss(tx, text));
    return reply.code(204).send();
  });

  app.get(
    '/api/help/miss',
    { onRequest: authentication.requirePerson },
    async (request): Promise<ManualMisses> => {
      const misses = await asWriter(parts.database, administratorOf(request), readMisses);
      return { misses };
    },
  );
}
