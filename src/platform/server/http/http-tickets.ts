import { z } from 'zod';
import type { Database } from '../database.ts';
import type { Tokens } from '../tokens.ts';
import type { HttpServer } from './http.ts';
import { bodyOf } from './request-body.ts';
import { type Authentication, contextOf } from './request-context.ts';

export const ticketBody = z.object({ file_id: z.uuid() });

/**
 * `POST /api/ticket`: the address of one file, valid for a minute, for links and viewers that send no token
 * (AUTH-19). Refused with `not_found` if the person cannot see the file.
 */
export function registerTickets(
  app: HttpServer,
  { database, tokens }: { readonly database: Database; readonly tokens: Tokens },
  authentication: Authentication,
): void {
  app.post('/api/ticket', { onRequest: authentication.requirePerson }, async (request) => {
    const { file_id: fileId } = bodyOf(request, ticketBody);
    const context = contextOf(request);
    await database.inTenant(context, (tx) => tx.one('select id from file where id = $1', [fileId]));
    const { tokenVersion } = context;
    if (tokenVersion === null) throw new Error('a request always has a token version');
    const ticket = await tokens.issueTicket({ ...context, tokenVersion, fileId });
    return { url: `/api/file/${fileId}?ticket=${ticket}` };
  });
}
