import { z } from 'zod';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import {
  type CalendarParts,
  endCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
} from './calendar-feed.ts';

const file = z.object({ file: z.string().regex(/^[\w-]{20,200}\.ics$/) });

/** A person's calendar of contracts: its address is made, renewed and switched off, and read by programs (CON-30). */
export function registerCalendar(
  app: HttpServer,
  parts: CalendarParts,
  authentication: Authentication,
): void {
  const onRequest = authentication.requirePerson;
  app.post('/api/calendar', { onRequest }, async (request) => ({
    url: await renewCalendarFeed(parts, contextOf(request)),
  }));
  app.delete('/api/calendar', { onRequest }, async (request) => {
    await endCalendarFeed(parts.database, contextOf(request));
    return { success: true };
  });
  // Programs that read calendars know no bearer: the address is the secret.
  app.get('/api/calendar/:file', async (request, reply) => {
    const token = file.parse(request.params).file.replace(/\.ics$/, '');
    const calendar = await readCalendarFeed(parts, token, request.id);
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(calendar);
  });
}
