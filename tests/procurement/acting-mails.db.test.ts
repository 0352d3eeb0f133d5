import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { mailTokens } from '../support/web.ts';
import { draftOf, load } from './requests.ts';

let demo: DemoWeb;
let requester: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  requester = await demo.person('requester@demo.test');
});
afterAll(() => demo.close());

it('TL-27 a task that an administrator submitted in the name of another is told with both names', async () => {
  const draft = await draftOf(requester, { name: 'In fremdem Namen' });
  const admin = await demo.person('admin@demo.test');
  const begun = await admin.send({
    method: 'POST',
    url: '/api/auth/impersonate',
    payload: { user_id: requester.context.userId },
  });
  const answer = await demo.send({
    method: 'POST',
    url: '/v1/graphql',
    payload: {
      query: `mutation { procurement_submit(idempotency_key: "${randomUUID()}", id: ${draft.id},
        expected_version: ${draft.timeline.content_version}) { id } }`,
    },
    headers: { authorization: `Bearer ${begun.json<{ jwt: string }>().jwt}` },
  });
  expect(answer.json()).not.toHaveProperty('errors');
  const submittedDraft = await load(requester, draft.id);
  if (!submittedDraft) throw new Error('not submitted');
  const { timeline } = submittedDraft;
  const approver = await demo.person(
    timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email ?? '',
  );
  await demo.web.sql("update lb_user set lang = 'de' where id = $1", [approver.context.userId]);
  await sendDigest(
    { database: demo.web.database, publicUrl: 'http://localhost:8080', kinds, tokens: mailTokens },
    { tenantId: approver.context.tenantId, personId: approver.context.userId },
  );
  const [mail] = await demo.web.sql<{ text_body: string }>(
    'select text_body from mail order by id desc limit 1',
  );
  const names = await demo.web.sql<{ name: string }>(
    'select name from lb_user where id = any ($1) order by id = $2',
    [[requester.context.userId, admin.context.userId], admin.context.userId],
  );
  expect(mail?.text_body).toContain(`Von: ${names[0]?.name} (durch ${names[1]?.name})`);
});
