import { z } from 'zod';
import { isDay } from '../../../../base/day.ts';
import { languages } from '../../../../base/language.ts';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { loadSituation } from '../../../../document/server/load-facts.ts';
import { loadDocument } from '../../../../document/server/store.ts';
import type { Clock } from '../../../../platform/server/clock.ts';
import { firstFailure } from '../../../../platform/server/database/first-failure.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { attachmentHeader } from '../../../../platform/server/files/files-name.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { type Authentication, contextOf } from '../../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../../platform/server/http/row-id.ts';
import { permitModule } from '../../../../platform/server/modules.ts';
import { proposedTermination } from '../../termination.ts';
import { servedContract } from '../store.ts';
import { loadNotice } from './load-notice.ts';
import { setNotice } from './set-notice.ts';

const day = z.string().refine(isDay).optional();
export const noticeQuery = z.object({
  lang: z.enum(languages).optional(),
  notice_sent_on: day,
  terminated_on: day,
  agreed_end: day,
});

/**
 * `GET /api/contract/{id}/notice-letter`: a preview of the letter for the given days. It is not stored (CON-31).
 */
export function registerNoticeLetter(
  app: HttpServer,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  authentication: Authentication,
): void {
  const { requirePerson: onRequest } = authentication;
  app.get('/api/contract/:id/notice-letter', { onRequest }, async (request, reply) => {
    const id = idInPath(request);
    const query = noticeQuery.safeParse(request.query);
    if (!query.success) {
      const field = String(query.error.issues[0]?.path[0] ?? '');
      throw new Refused(
        refuse('invalid_type', { field, values: { type: field === 'lang' ? 'language' : 'date' } }),
      );
    }
    const context = contextOf(request);
    const { lang, ...input } = query.data;
    const notice = await database.inTenant(context, async (tx) => {
      await firstFailure(permitModule(tx, 'contract'), tx.one('select id from contract where id = $1', [id]));
      const writer = tx.as('writer');
      const document = await loadDocument(writer, servedContract, id);
      const { facts } = await loadSituation(writer, context, servedContract, document, {
        locksBudgets: false,
      });
      const { notice_sent_on, end, deadline } = proposedTermination(document.head, facts, input);
      const ends_on = input.agreed_end ?? end;
      if (ends_on === null) throw new Refused(refuse('specific_field_required', { field: 'agreed_end' }));
      return await loadNotice(writer, id, {
        language: lang ?? null,
        written_on: notice_sent_on,
        receipt_by: input.agreed_end ? null : deadline,
        ends_on,
        senderId: context.userId,
        issuedAt: clock.now(),
      });
    });
    const bytes = await setNotice(notice);
    return reply
      .type('application/pdf')
      .header('content-disposition', attachmentHeader(notice.fileName))
      .header('content-security-policy', 'sandbox')
      .send(bytes);
  });
}
