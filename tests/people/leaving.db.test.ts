import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { servedKinds } from '../../src/app/server/kinds.ts';
import { taskJobs } from '../../src/document/server/task-jobs.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { act, type Document, draftOf } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { eventually } from '../support/web.ts';

let demo: DemoWeb;
let admin: WebCaller;
let requester: WebCaller;
let tenant: number;
let ids: Record<string, number>;

beforeAll(async () => {
  demo = await demoWeb();
  [admin, requester] = await Promise.all([
    demo.person('admin@demo.test'),
    demo.person('requester@demo.test'),
  ]);
  tenant = admin.context.tenantId;
  const rows = await demo.web.sql<{ login: string; id: string }>(
    "select split_part(email, '@', 1) as login, id from lb_user where email like '%@demo.test'",
  );
  ids = Object.fromEntries(rows.map((row) => [row.login, Number(row.id)]));
}, 120_000);
afterAll(() => demo?.close());
beforeEach(async () => {
  await demo.web.sql(
    'update lb_user set active = true, blocked = is_system, substitute_id = null, absence_from = null, absence_to = null where tenant_id = $1',
    [tenant],
  );
});

const settle = async () =>
  (await taskJobs(demo.web.database, servedKinds).settle_tasks?.({
    id: 0,
    kind: 'settle_tasks',
    context: systemContext(tenant),
    input: {},
    progress: async () => {},
  })) as { moved: number };

const change = (id: number | undefined, set: string) =>
  admin.get(`mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`);

async function submitted(): Promise<Document> {
  const draft = await draftOf(requester, { name: 'Messuhr' });
  return await act(requester, 'submit', draft);
}

const taskOf = async ({ id }: Pick<Document, 'id'>) => {
  const [row] = await demo.web.sql<{ type: string; holder: string }>(
    `select e.type, coalesce(split_part(u.email, '@', 1), u.name) as holder
     from procurement d join timeline_entry e on e.timeline_id = d.timeline_id
     join timeline t on t.id = d.timeline_id and t.current_entry_no = e.entry_no
     join lb_user u on u.id = e.lb_user_id where d.id = $1`,
    [id],
  );
  return row;
};
const warningsOf = async ({ id }: Pick<Document, 'id'>) =>
  (
    await demo.web.sql<{ message_code: string }>(
      `select message_code from timeline_entry where procurement_id = $1
         and message_code in ('person_gone', 'group_without_member') order by entry_no`,
      [id],
    )
  ).map((row) => row.message_code);

describe('ADM-23 open tasks of a leaving person', () => {
  test.each(['active: false', 'blocked: true'])(
    'after "%s" an approval goes to the substitute, whatever absence was set',
    async (set) => {
      const document = await submitted();
      await demo.web.sql('update lb_user set substitute_id = $2 where id = $1', [
        ids.approver1,
        ids.approver3,
      ]);
      await change(ids.approver1, set);
      await settle();
      expect(await taskOf(document)).toEqual({ type: 'approval', holder: 'approver3' });
      expect(await warningsOf(document)).toEqual(['person_gone']);
      expect(await settle()).toEqual({ moved: 0 });
    },
  );

  test('an approval without an entitled substitute goes to clearing', async () => {
    const document = await submitted();
    await demo.web.sql('update lb_user set substitute_id = $2 where id = $1', [ids.approver1, ids.receiver]);
    await change(ids.approver1, 'active: false');
    await settle();
    expect((await taskOf(document))?.type).toBe('clearing');
    expect(await warningsOf(document)).toEqual(['person_gone']);
  });

  test('JOB-04 a document whose task cannot move stops no other one', async () => {
    const [failing, other] = [await submitted(), await submitted()];
    await change(ids.approver1, 'active: false');
    await demo.web.sql(`create function fail_of_test() returns trigger language plpgsql as $$
      begin raise exception 'no' using errcode = 'KT999'; end $$`);
    await demo.web.sql(`create trigger fail_of_test before update on procurement for each row
      when (new.id = ${failing.id}) execute function fail_of_test()`);
    await expect(settle()).rejects.toMatchObject({
      message: `left out 1 documents: procurement ${failing.id}`,
      code: 'KT999',
    });
    expect(await taskOf(failing)).toEqual({ type: 'approval', holder: 'approver1' });
    expect((await taskOf(other))?.type).toBe('clearing');
    await demo.web.sql('drop function fail_of_test() cascade');
    await settle();
    expect((await taskOf(failing))?.type).toBe('clearing');
  });

  test('a task accepted from a group returns to it', async () => {
    const [group] = await demo.web.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_group, approval_limit) values ($1, 'Freigabe', true, 99999) returning id",
      [tenant],
    );
    await demo.web.sql(
      'insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3), ($1, $2, $4)',
      [tenant, group?.id, ids.approver1, ids.approver2],
    );
    const document = await submitted();
    const given = await act(admin, 'reassign', document, { person_id: Number(group?.id) });
    await act(await demo.person('approver1@demo.test'), 'accept', given);
    expect((await taskOf(document))?.holder).toBe('approver1');
    await change(ids.approver1, 'active: false');
    await settle();
    expect(await taskOf(document)).toEqual({ type: 'approval', holder: 'Freigabe' });
    // Its last member leaves too, by the job that this starts.
    await demo.web.startWorker();
    await admin.get(
      `mutation { delete_task_group_user(where: { lb_user_id: { _eq: ${ids.approver2} } }) { affected_rows } }`,
    );
    await eventually(async () => ((await taskOf(document))?.type === 'clearing' ? true : undefined));
    expect(await warningsOf(document)).toEqual(['person_gone', 'group_without_member']);
  });

  /** Assignees of the following approvals. */
  const planned = async ({ id }: Pick<Document, 'id'>) =>
    (
      await demo.web.sql<{ holder: string }>(
        `select split_part(u.email, '@', 1) as holder from procurement d join timeline t on t.id = d.timeline_id
         join timeline_entry e on e.timeline_id = t.id and e.entry_no > t.current_entry_no
         join lb_user u on u.id = e.lb_user_id where d.id = $1 and e.type = 'approval' order by e.entry_no`,
        [id],
      )
    ).map(({ holder }) => holder);

  test('a planned step goes to the substitute, unless that person already approves', async () => {
    await demo.web.sql('update client set min_approval = 2');
    const draft = await draftOf(requester, { name: 'Zu zweit' });
    const document = await act(requester, 'submit', draft, { approver_ids: [ids.approver1, ids.approver2] });
    await demo.web.sql('update lb_user set substitute_id = $2 where id = $1', [ids.approver2, ids.approver1]);
    await change(ids.approver2, 'active: false');
    await settle();
    expect(await planned(document)).toEqual(['approver2']);
    await demo.web.sql('update lb_user set substitute_id = $2 where id = $1', [ids.approver2, ids.approver3]);
    await settle();
    expect(await planned(document)).toEqual(['approver3']);
    expect(await warningsOf(document)).toEqual(['person_gone']);
    expect(await taskOf(document)).toEqual({ type: 'approval', holder: 'approver1' });
    expect(await settle()).toEqual({ moved: 0 });
    await demo.web.sql('update client set min_approval = 1');
  });

  test('a planned step goes to the person who has the tasks by then', async () => {
    await demo.web.sql('update client set min_approval = 2');
    const document = await draftOf(requester, { name: 'Zu zweit' });
    const first = await act(requester, 'submit', document, {
      approver_ids: [ids.approver1, ids.approver2],
    });
    await demo.web.sql('update lb_user set active = false, substitute_id = $2 where id = $1', [
      ids.approver2,
      ids.approver3,
    ]);
    await act(await demo.person('approver1@demo.test'), 'approve', first);
    expect(await taskOf(document)).toEqual({ type: 'approval', holder: 'approver3' });
    await demo.web.sql('update client set min_approval = 1');
  });

  /** Open documents whose task waits for a person who cannot do it. */
  const inVain = () =>
    demo.web.sql(
      `select d.kind, d.id, e.type, u.name from document d
       join timeline t on t.id = d.timeline_id
       join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
       join lb_user u on u.id = e.lb_user_id
       where d.tenant_id = $1 and e.text_type in ('present', 'assignment') and not u.is_system
         and e.type not in ('start', 'invoice-upload', 'contract-start', 'invoice-recognition') and (not u.active or u.blocked)`,
      [tenant],
    );

  test('no document of any kind waits for a person who has left, unless it is the last administrator', async () => {
    const holders = await demo.web.sql<{ id: string }>(
      `select distinct u.id from lb_user u where u.tenant_id = $1 and not u.is_group and not u.is_system and u.id <> $2 order by u.id`,
      [tenant, admin.context.userId],
    );
    const steps = new Set<string>();
    for (const { id } of holders) {
      await demo.web.sql('update lb_user set active = false where id = $1', [id]);
      for (const row of (await inVain()) as { kind: string; type: string }[])
        steps.add(`${row.kind} ${row.type}`);
      await settle();
      expect(await inVain(), `after ${id}`).toEqual([]);
    }
    expect([...steps].length).toBeGreaterThan(5);
  });
});
