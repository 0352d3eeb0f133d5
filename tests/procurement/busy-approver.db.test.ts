import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { dayOfInstant } from '../../src/base/day.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { mailTokens } from '../support/web.ts';
import { act, catalogueLines, completeForm, notation, run } from './requests.ts';

let demo: DemoWeb;
let requester: WebCaller;
let ids: Record<string, number>;

beforeAll(async () => {
  demo = await demoWeb();
  requester = await demo.person('requester@demo.test');
  const rows = await demo.web.sql<{ login: string; id: string }>(
    "select split_part(email, '@', 1) as login, id from lb_user where email like '%@demo.test'",
  );
  ids = Object.fromEntries(rows.map((row) => [row.login, Number(row.id)]));
});
afterAll(() => demo.close());

it('APPR-15 a substitute who is the next approver too approves once, and both steps stand in the timeline', async () => {
  const today = dayOfInstant(new Date(), 'Europe/Berlin');
  await demo.web.sql(
    'update lb_user set substitute_id = $2, absence_from = $3, absence_to = $3 where id = $1',
    [ids.approver1, ids.approver2, today],
  );
  const draft = await run(requester, 'save', {
    head: { ...(await completeForm(requester)), name: 'Einmal genügt' },
    lines: await catalogueLines(requester, 1),
  });
  const document = await act(requester, 'submit', draft, { approver_ids: [ids.approver1, ids.approver2] });
  const approved = await act(await demo.person('approver2@demo.test'), 'approve', document);
  expect(approved.status).toBe('approved');
  expect(notation(approved).filter((line) => line.includes(' approval '))).toHaveLength(2);
  const kept = await demo.web.sql(
    `select e.lb_user_id = $2 as by, e.for_user_id = $3 as for, e.status from timeline_entry e
     where e.procurement_id = $1 and e.type = 'approval' order by e.entry_no`,
    [document.id, ids.approver2, ids.approver1],
  );
  expect(kept).toEqual([
    { by: true, for: true, status: 'approved' },
    { by: true, for: null, status: 'approved' },
  ]);
  const records = await demo.web.sql(
    'select state from approval_record where procurement_id = $1 order by id',
    [document.id],
  );
  expect(records).toEqual([{ state: 'asked' }, { state: 'approved' }]);
  await demo.web.sql('update lb_user set substitute_id = null, absence_from = null, absence_to = null');
});

it('MAIL-02 a digest of more than 40 notifications shows 40, counts the others, and settles all', async () => {
  await demo.web.sql('delete from notification');
  await demo.web.sql('delete from mail');
  const pending = await demo.web.sql(
    `insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload)
     select e.tenant_id, $1, 'cancelled', e.id, '{}' from timeline_entry e join document d on d.timeline_id = e.timeline_id
     where e.tenant_id = $2 and d.kind = 'procurement' and d.status <> 'draft' order by e.id limit 55 returning id`,
    [ids.admin, requester.context.tenantId],
  );
  expect(pending).toHaveLength(55);
  await sendDigest(
    { database: demo.web.database, publicUrl: 'http://localhost', kinds, tokens: mailTokens },
    { tenantId: requester.context.tenantId, personId: ids.admin ?? 0 },
  );
  const [mail, ...others] = await demo.web.sql<{ subject: string; text_body: string }>(
    'select subject, text_body from mail',
  );
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('55');
  expect(mail?.text_body.match(/\/procurement\/form\?id=/g)).toHaveLength(40);
  expect(mail?.text_body).toMatch(/\b15\b/);
  expect(mail?.text_body).toContain('http://localhost/overview');
  const [left] = await demo.web.sql('select count(*)::int as count from notification where sent_at is null');
  expect(left).toEqual({ count: 0 });
});
