import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOfInstant } from '../../src/base/day.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { act, draftOf, notation } from './requests.ts';

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
  const draft = await draftOf(requester, { name: 'Einmal genügt' });
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
});
