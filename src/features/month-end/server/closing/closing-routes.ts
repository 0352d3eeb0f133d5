import { dayOfInstant } from '../../../../base/day.ts';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { attachmentHeader } from '../../../../platform/server/files/files-name.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { closingOrder, closingQuestion } from '../query-input.ts';
import type { MonthEndParts } from '../routes.ts';
import { timeZoneOf } from '../time-zone.ts';
import { closeMonth, readClosing } from './close-month.ts';
import { mayReadClosing } from './permit-closing.ts';

/**
 * `POST /api/month-end/closing/state`: whether a month of a company is closed, with its files (DASH-08). `POST
 * /api/month-end/closing`: closes it, 202 `{ job_id }`. `GET /api/month-end/closing/{id}/{content}`: a stored file,
 * with the same bytes at every call.
 */
export function registerClosing(
  app: HttpServer,
  { database, clock }: MonthEndParts,
  authentication: Authentication,
): void {
  const route = { onRequest: authentication.requirePerson };
  const path = '/api/month-end/closing';
  app.post(`${path}/state`, route, async (request) => {
    const question = bodyOf(request, closingQuestion);
    const context = contextOf(request);
    return await database.inTenant(context, (tx) => readClosing(tx, context, question));
  });
  app.post(path, route, async (request, reply) => {
    const order = bodyOf(request, closingOrder);
    const context = contextOf(request);
    const job_id = await database.inTenant(context, async (tx) => {
      const today = dayOfInstant(clock.now(), await timeZoneOf(tx));
      return await closeMonth(tx, context, { ...order, today });
    });
    return reply.code(202).send({ job_id });
  });
  app.get(`${path}/:id/:content`, { ...route, exposeHeadRoute: false }, async (request, reply) => {
    const { id, content } = request.params as { readonly id: string; readonly content: string };
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refused(refuse('not_found'));
    const context = contextOf(request);
    const { name, mime, bytes } = await database.inTenant(context, async (tx) => {
      const writer = tx.as('writer');
      const kept = await writer.one<{ file_id: string; client_id: number }>(
        `select f.file_id, m.client_id from closed_month_file f join closed_month m on m.id = f.closed_month_id
         where m.id = $1 and f.content = $2`,
        [Number(id), content],
      );
      if (!(await mayReadClosing(tx, context, kept.client_id))) throw new Refused(refuse('not_found'));
      return await readFile(writer, kept.file_id);
    });
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', attachmentHeader(name))
      .type(mime)
      .send(bytes);
  });
}
