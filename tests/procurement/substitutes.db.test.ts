import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds, servedKinds } from '../../src/app/server/kinds.ts';
import { dayOfInstant } from '../../src/base/day.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { taskJobs } from '../../src/document/server/task-jobs.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { eventually, mailTokens } from '../support/web.ts';
import { act, type Document, draftOf, load, notation, refused, run } from './requests.ts';

interface Plan {
  readonly tasks: readonly {
    readonly document_id: number;
    readonly step: string;
    readonly is_current: boolean;
    readonly to_name: string | null;
    readonly refusal: string | null;
  }[];
  readonly links_refusal: string | null;
}

const linksOf = `select (select count(*) from department_approver where lb_user_id = $1)::int
  + (select count(*) from cost_center_approver where lb_user_id = $1)::int
  + (select count(*) from supplier_approver where lb_user_id = $1)::int as count`;

/** Days in the company's time zone: late in the evening of UTC its next day has begun. */
const today = () => dayFromNow(0);
const dayFromNow = (days: number) => dayOfInstant(new Date(Date.now() + days * 86_400_000), 'Europe/Berlin');

describe('APPR-15 substitutes', () => {
  let demo: DemoWeb;
  let admin: WebCaller;
  let requester: WebCaller;
  let ids: Record<string, number>;

  beforeAll(async () => {
    demo = await demoWeb();
    [admin, requester] = await Promise.all([
      demo.person('admin@demo.test'),
      demo.person('requester@demo.test'),
    ]);
    const rows = await demo.web.sql<{ login: string; id: string }>(
      "select split_part(email, '@', 1) as login, id from lb_user where email like '%@demo.test'",
    );
    ids = Object.fromEntries(rows.map((row) => [row.login, Number(row.id)]));
  });
  afterAll(() => demo.close());
  beforeEach(async () => {
    await demo.web.sql('update lb_user set substitute_id = null, absence_from = null, absence_to = null');
    await demo.web.sql('delete from notification');
    await demo.web.sql('delete from mail');
  });

  const person = (login: string) => demo.person(`${login}@demo.test`);
  const away = (login: string, substitute: string, from = today(), to: string | null = from) =>
    demo.web.sql('update lb_user set substitute_id = $2, absence_from = $3, absence_to = $4 where id = $1', [
      ids[login],
      ids[substitute],
      from,
      to,
    ]);
  const settle = async () =>
    (await taskJobs(demo.web.database, servedKinds).settle_tasks?.({
      id: 0,
      kind: 'settle_tasks',
      context: systemContext(admin.context.tenantId),
      input: {},
      progress: async () => {},
    })) as { moved: number };

  async function submitted(): Promise<Document> {
    const draft = await draftOf(requester, { name: 'Messuhr' });
    return await act(requester, 'submit', draft);
  }
  const reloaded = async (document: Document) => {
    const found = await load(admin, document.id);
    if (!found) throw new Error('document not found');
    return found;
  };
  const currentOf = async (document: Document) => {
    const [row] = await demo.web.sql<{ holder: string; owner: string | null }>(
      `select split_part(a.email, '@', 1) as holder, split_part(o.email, '@', 1) as owner
       from timeline t join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
       join procurement p on p.timeline_id = t.id
       join lb_user a on a.id = e.lb_user_id left join lb_user o on o.id = e.for_user_id where p.id = $1`,
      [document.id],
    );
    return row?.owner ? `${row.holder} for ${row.owner}` : row?.holder;
  };

  it('an incoming task goes to the substitute, who approves "A for B"', async () => {
    await away('approver1', 'approver3');
    const document = await submitted();
    expect(await currentOf(document)).toBe('approver3 for approver1');
    const substitute = await person('approver3');
    const seen = await load(substitute, document.id);
    expect(seen?.status).toBe('approval');
    // The represented person still sees it, without a task.
    const represented = await person('approver1');
    expect((await load(represented, document.id))?.id).toBe(document.id);
    expect((await refused(represented, 'approve', on(document))).code).toBe('not_assignee');
    const approved = await act(substitute, 'approve', document);
    expect(approved.status).toBe('approved');
    const [entry] = await demo.web.sql<{ name: string; for: string }>(
      `select a.name, o.name as for from timeline_entry e join lb_user a on a.id = e.lb_user_id
       join lb_user o on o.id = e.for_user_id where e.procurement_id = $1 and e.status = 'approved' and e.type = 'approval'`,
      [document.id],
    );
    expect(entry?.name).not.toBe(entry?.for);
  });

  it('the mail names the represented person', async () => {
    await away('approver1', 'approver3');
    await submitted();
    await sendDigest(
      { database: demo.web.database, publicUrl: 'http://localhost', kinds, tokens: mailTokens },
      { tenantId: admin.context.tenantId, personId: ids.approver3 ?? 0 },
    );
    const [mail] = await demo.web.sql<{ text_body: string }>('select text_body from mail');
    expect(mail?.text_body).toContain('In Vertretung für Torsten Lüders');
  });

  it('open tasks move along the chain and return after any gap, and the job may run repeatedly', async () => {
    const document = await submitted();
    expect(await currentOf(document)).toBe('approver1');
    await away('approver1', 'approver2', dayFromNow(-3), dayFromNow(3));
    expect((await settle()).moved).toBeGreaterThan(0);
    expect(await settle()).toEqual({ moved: 0 });
    expect(await currentOf(document)).toBe('approver2 for approver1');
    await away('approver2', 'approver3');
    expect((await settle()).moved).toBeGreaterThan(0);
    expect(await currentOf(document)).toBe('approver3 for approver1');
    // Days later both are back.
    await away('approver1', 'approver2', dayFromNow(-9), dayFromNow(-5));
    await away('approver2', 'approver3', dayFromNow(-9), dayFromNow(-5));
    expect((await settle()).moved).toBeGreaterThan(0);
    expect(await currentOf(document)).toBe('approver1');
    const remarks = notation(await reloaded(document)).filter((line) => line.includes('reassignment'));
    expect(remarks).toHaveLength(3);
  });

  it('TL-26 a comment moves no task, even if one is about to move', async () => {
    const document = await submitted();
    await away('approver1', 'approver3');
    await run(requester, 'comment', { id: document.id, comment: 'Eilt.' });
    expect(await currentOf(document)).toBe('approver1');
    expect((await reloaded(document)).timeline.content_version).toBe(document.timeline.content_version);
    await settle();
    expect(await currentOf(document)).toBe('approver3 for approver1');
    // TL-21: the timeline records the move.
    expect(notation(await reloaded(document)).filter((line) => line.includes('reassignment'))).toHaveLength(
      1,
    );
  });

  it('TASK-04 a task cannot be given to its absent owner, since it would only come back', async () => {
    await away('approver1', 'approver3');
    const document = await submitted();
    expect(await currentOf(document)).toBe('approver3 for approver1');
    const substitute = await person('approver3');
    const back = { ...on(document), person_id: ids.approver1, comment: 'Ist wieder da.' };
    expect((await refused(substitute, 'reassign', back)).code).toBe('already_exists');
    expect((await reloaded(document)).timeline.content_version).toBe(document.timeline.content_version);
  });

  it('APPR-20 the lower of both limits counts, and always the substitute’s own', async () => {
    await demo.web.sql("update client set when_limit_exceeded = 'confirm'");
    const document = await submitted();
    await act(admin, 'reassign', document, { person_id: ids.approver3 });
    await demo.web.sql('update lb_user set approval_limit = 1 where id = $1', [ids.approver1]);
    await away('approver3', 'approver1');
    await settle();
    const now = await reloaded(document);
    expect(await currentOf(document)).toBe('approver1 for approver3');
    const substitute = await person('approver1');
    expect((await refused(substitute, 'approve', on(now))).confirm?.code).toBe('approval_limit_exceeded');
    await demo.web.sql("update client set substitute_limit = 'represented'");
    expect((await refused(substitute, 'approve', on(now))).confirm?.code).toBe('approval_limit_exceeded');
    await demo.web.sql('update lb_user set approval_limit = 1000 where id = $1', [ids.approver1]);
    await demo.web.sql('update lb_user set approval_limit = 1 where id = $1', [ids.approver3]);
    expect((await refused(substitute, 'approve', on(now))).confirm?.code).toBe('approval_limit_exceeded');
    await demo.web.sql("update client set substitute_limit = 'substitute'");
    expect((await act(substitute, 'approve', now)).status).not.toBe('approval');
    await demo.web.sql("update client set substitute_limit = 'lower'");
    await demo.web.sql('update lb_user set approval_limit = null where id = $1', [ids.approver3]);
  });

  it('APPR-08 a substitute does not count twice', async () => {
    await demo.web.sql('update client set min_approval = 2');
    const draft = await draftOf(requester, { name: 'Zu zweit' });
    const document = await act(requester, 'submit', draft, {
      approver_ids: [ids.approver1, ids.approver2],
    });
    // The second approver cannot substitute for the first, since two persons must approve.
    await away('approver1', 'approver2');
    await settle();
    expect(await currentOf(document)).toBe('approver1');
    await away('approver1', 'approver3');
    await settle();
    expect(await currentOf(document)).toBe('approver3 for approver1');
    const first = await act(await person('approver3'), 'approve', await reloaded(document));
    expect(await currentOf(first)).toBe('approver2');
    await act(await person('approver2'), 'approve', first);
    await demo.web.sql('update client set min_approval = 1');
  });

  const setAbsence = `mutation ($id: bigint!, $set: lb_user_set_input!) {
    update_lb_user_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`;

  it('PROF-01 everybody sets their own substitute, administrators those of others', async () => {
    const approver = await person('approver1');
    const set = { substitute_id: ids.approver2, absence_from: today(), absence_to: dayFromNow(7) };
    await approver.get(setAbsence, { id: ids.approver1, set });
    const foreign = await approver.ask<{ update_lb_user_by_pk: unknown }>(setAbsence, {
      id: ids.buyer,
      set,
    });
    expect(foreign.data?.update_lb_user_by_pk ?? null).toBeNull();
    await admin.get(setAbsence, { id: ids.buyer, set: { ...set, substitute_id: ids.approver3 } });
  });

  it('refuses oneself, groups, circles and chains of more than three', async () => {
    const attempt = async (login: string, substitute: number | undefined, from = today()) =>
      (
        await admin.refusal(setAbsence, {
          id: ids[login],
          set: { substitute_id: substitute, absence_from: from, absence_to: from },
        })
      ).code;
    expect(await attempt('buyer', ids.buyer)).toBe('substitute_circle');
    const [group] = await demo.web.sql<{ id: string }>(
      'select id from lb_user where is_group and tenant_id = $1',
      [admin.context.tenantId],
    );
    expect(await attempt('buyer', Number(group?.id))).toBe('person_required');
    await away('approver1', 'approver2');
    await away('approver2', 'approver3');
    expect(await attempt('approver3', ids.approver1)).toBe('substitute_circle');
    await away('approver3', 'buyer');
    expect(await attempt('buyer', ids.receiver)).toBe('substitute_chain');
    expect(await attempt('selector', ids.approver1)).toBe('substitute_chain');
    // At another time there is neither circle nor chain.
    const later = dayFromNow(30);
    await admin.get(setAbsence, {
      id: ids.buyer,
      set: { substitute_id: ids.approver1, absence_from: later, absence_to: later },
    });
  });

  it('JOB-03 setting an absence moves tasks at once, and a day has one job even if requested repeatedly', async () => {
    const document = await submitted();
    await demo.web.startWorker();
    const approver = await person('approver1');
    await approver.get(setAbsence, {
      id: ids.approver1,
      set: { substitute_id: ids.approver3, absence_from: today(), absence_to: today() },
    });
    await eventually(async () =>
      (await currentOf(document)) === 'approver3 for approver1' ? true : undefined,
    );
    const daily = () =>
      demo.web.database.atGate((tx) => tx.query("select app.enqueue_daily('settle_tasks', 0)"));
    await daily();
    await daily();
    const jobs = await demo.web.sql(
      "select from job where kind = 'settle_tasks' and input ? 'day' and tenant_id = $1",
      [admin.context.tenantId],
    );
    expect(jobs).toHaveLength(1);
  });

  it('ADM-10 a hand-over moves all tasks of a leaving person in one step', async () => {
    const [open, later] = [await submitted(), await submitted()];
    const counts = () =>
      admin.get<{ counts: Record<string, number> }>(
        `query ($id: bigint!) { counts: lb_user_hand_over_counts(from_id: $id) {
           open_tasks later_tasks kept_documents role_defaults approver_links } }`,
        { id: ids.approver1 },
      );
    const before = (await counts()).counts;
    expect(before.open_tasks).toBeGreaterThanOrEqual(2);
    expect(before.approver_links).toBeGreaterThan(0);
    const command = `mutation ($key: uuid!, $from: bigint!, $to: bigint!) {
      lb_user_hand_over(idempotency_key: $key, from_id: $from, to_id: $to) { id } }`;
    const input = { key: crypto.randomUUID(), from: ids.approver1, to: ids.approver2 };
    expect((await admin.refusal(command, { ...input, to: ids.approver1 })).code).toBe('person_required');
    await admin.get(command, input);
    await admin.get(command, input);
    expect((await counts()).counts).toEqual({
      open_tasks: 0,
      later_tasks: 0,
      kept_documents: 0,
      role_defaults: 0,
      approver_links: 0,
    });
    expect(await currentOf(open)).toBe('approver2');
    expect(await currentOf(later)).toBe('approver2');
    // Only administrators have the command.
    expect((await requester.refusal(command, { ...input, key: crypto.randomUUID() })).code).toBe(
      'specific_field_not_found',
    );
  });

  it('ADM-10 a task held as a substitute becomes the heir’s own', async () => {
    await away('approver2', 'approver3', today(), null);
    const document = await submitted();
    expect(await currentOf(document)).toBe('approver3 for approver2');
    await admin.get(
      `mutation ($key: uuid!, $from: bigint!, $to: bigint!) {
        lb_user_hand_over(idempotency_key: $key, from_id: $from, to_id: $to) { id } }`,
      { key: crypto.randomUUID(), from: ids.approver2, to: ids.approver3 },
    );
    expect(await currentOf(document)).toBe('approver3');
    // Nothing returns to the leaving person.
    await away('approver2', 'approver3', dayFromNow(-9), dayFromNow(-5));
    await settle();
    expect(await currentOf(document)).toBe('approver3');
  });

  it('ADM-10 APPR-10 the plan shows who gets what, and makes nobody an unlimited approver', async () => {
    const document = await submitted();
    const [login = ''] = (await currentOf(document))?.split(' ') ?? [];
    const holder = ids[login] ?? 0;
    const planOf = async (to: number | null) =>
      (
        await admin.get<{ plan: Plan }>(
          `query ($from: bigint!, $to: bigint) { plan: lb_user_hand_over_plan(from_id: $from, to_id: $to) {
             tasks { document_id step is_current to_name refusal } approver_links links_refusal } }`,
          { from: holder, to },
        )
      ).plan;
    const taskIn = ({ tasks }: Plan) => tasks.find((one) => Number(one.document_id) === document.id);
    // Without an heir it shows the assignee once the person is gone (ADM-23).
    expect(taskIn(await planOf(null))).toMatchObject({ step: 'approval', is_current: true });
    expect(taskIn(await planOf(null))?.to_name).toBeTruthy();

    // The receiver has no limit and no approver link, and would become an unlimited approver.
    const [before] = await demo.web.sql<{ count: number }>(linksOf, [ids.receiver]);
    expect(before?.count).toBe(0);
    const plan = await planOf(ids.receiver ?? 0);
    expect(taskIn(plan)).toMatchObject({ to_name: null, refusal: 'not_an_approver' });
    expect(plan.links_refusal).toBe('not_an_approver');
    const command = `mutation ($key: uuid!, $from: bigint!, $to: bigint!, $afterwards: lb_user_hand_over_afterwards_enum) {
      lb_user_hand_over(idempotency_key: $key, from_id: $from, to_id: $to, afterwards: $afterwards) { id } }`;
    await admin.get(command, { key: crypto.randomUUID(), from: holder, to: ids.receiver });
    expect(taskIn(await planOf(ids.receiver ?? 0))).toMatchObject({ refusal: 'not_an_approver' });
    const [after] = await demo.web.sql<{ count: number }>(linksOf, [ids.receiver]);
    expect(after?.count).toBe(0);

    // With a limit the receiver may; the leaving person is blocked in the same step.
    await demo.web.sql('update lb_user set approval_limit = 100 where id = $1', [ids.receiver]);
    const name = taskIn(await planOf(ids.receiver ?? 0))?.to_name;
    expect(name).toBeTruthy();
    await admin.get(command, {
      key: crypto.randomUUID(),
      from: holder,
      to: ids.receiver,
      afterwards: 'block',
    });
    expect(await currentOf(document)).toBe('receiver');
    const [gone] = await demo.web.sql('select blocked from lb_user where id = $1', [holder]);
    expect(gone).toEqual({ blocked: true });
    await demo.web.sql('update lb_user set blocked = false where id = $1', [holder]);
    await demo.web.sql('update lb_user set approval_limit = null where id = $1', [ids.receiver]);
  });

  function on(document: Document) {
    return { id: document.id, expected_version: document.timeline.content_version };
  }
});
