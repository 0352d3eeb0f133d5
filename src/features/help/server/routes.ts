import { z } from 'zod';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOneself,
} from '../../../platform/server/http/request-context.ts';
import type { TestMailResult } from '../test-mail.ts';
import { sendTestMail, type TestMailParts } from './test-mail.ts';

/** Sends a test mail to oneself (API-36, ONB-06). */
export function registerHelp(app: HttpServer, parts: TestMailParts, authentication: Authentication): void {
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  app.post('/api/help/test-mail', personal, (request): Promise<TestMailResult> => {
    // No input is needed, but an invalid body is refused as elsewhere.
    if (request.body !== undefined && request.body !== null) bodyOf(request, z.object({}));
    return sendTestMail(parts, contextOf(request));
  });
}
