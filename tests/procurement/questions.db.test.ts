import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds, servedKinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { taskJobs } from '../../src/document/server/task-jobs.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { mailTokens } from '../support/web.ts';
import { act, catalogueLines, completeForm, type Document, load, refused, run } from './requests.ts';

let demo: DemoWeb;
let requester: WebCaller;
let approver: WebCaller;
let selector: WebCaller;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  [requester, approver, admin] = await Promise.all([
    demo.person('requester@demo.test'),
    demo.person('approver1@demo.test'),
    demo.person('admin@demo.test'),
  ]);
  // Sees only documents that concern her.
  await demo.web.sql("update lb_user set roles = '{}' where email = 'selector@demo.test'");
  selector = await demo.person('selector@demo.test');
});
afterAll(() => demo.close());
beforeEach(async () => {
  await demo.web.sql('delete from notification');
  await demo.web.sql('delete from mail');
});

async function draft(lines?: Record<string, unknown>[]): Promise<Document> {
  return await run(requester, 'save', {
    head: { ...(await completeForm(requester)), name: 'Messuhr' },
    lines: lines ?? (await catalogueLines(requester, 1)),
  });
}
const submitted = async () => act(requester, 'submit', await draft());

async function digest(who: WebCaller): Promise<string> {
  await sendDigest(
    { database: demo.web.database, publicUrl: 'http://localhost', kinds, tokens: mailTokens },
    { tenantId: who.context.tenantId, personId: who.context.userId },
  );
  const mails = await demo.web.sql<{ subject: string; text_body: string }>(
    'select subject, text_body from mail where lb_user_id = $1 order by id',
    [who.context.userId],
  );
  return mails.map(({ subject, text_body }) => `${subject}\n${text_body}`).join('\n');
}

describe('TASK-23 questions', () => {
  const ask = (document: Document, whom: WebCaller, comment = '@Miriam Brandt welche Größe?') =>
    run(requester, 'comment', { id: document.id, comment, mention_ids: [whom.context.userId] });
  const openQuestions = async (who: WebCaller) =>
    (
      await who.get<{ document: { id: number }[] }>(
        'query ($me: bigint!) { document(where: { asked_ids: { _contains: [$me] } }) { id } }',
        { me: who.context.userId },
      )
    ).document.map(({ id }) => id);

  it('ROLE-06 the addressee sees the document and gets a mail; the step does not change', async () => {
    const document = await submitted();
    expect(await load(selector, document.id)).toBeNull();
    const asked = await ask(document, selector);
    expect(asked.timeline.content_version).toBe(document.timeline.content_version);
    expect(asked.status).toBe(document.status);
    expect((await load(selector, document.id))?.id).toBe(document.id);
    expect(await openQuestions(selector)).toEqual([document.id]);
    const reported = await digest(selector);
    expect(reported).toContain(`Frage zu ${document.order_number_formatted} von Jonas Petersen`);
    expect(reported).toContain('welche Größe?');
  });

  it('is among My tasks until the addressee comments, who can still see the document afterwards', async () => {
    const document = await submitted();
    await ask(document, selector);
    await run(requester, 'comment', { id: document.id, comment: 'Es eilt.' });
    expect(await openQuestions(selector)).toContain(document.id);
    await run(selector, 'comment', { id: document.id, comment: 'Größe 42' });
    expect(await openQuestions(selector)).not.toContain(document.id);
    expect((await load(selector, document.id))?.id).toBe(document.id);
  });

  it('can be closed without an answer, by the addressee only', async () => {
    const document = await submitted();
    await ask(document, selector);
    const offered = async (who: WebCaller) =>
      (
        await who.get<{ procurement_by_pk: { actions: { key: string }[] } }>(
          'query ($id: bigint!) { procurement_by_pk(id: $id) { actions { key } } }',
          { id: document.id },
        )
      ).procurement_by_pk.actions.map(({ key }) => key);
    expect(await offered(selector)).toContain('close_question');
    expect(await offered(requester)).not.toContain('close_question');
    const closed = await run(selector, 'close_question', { id: document.id });
    expect(closed.timeline.content_version).toBe(document.timeline.content_version);
    expect(await openQuestions(selector)).not.toContain(document.id);
    expect((await refused(selector, 'close_question', { id: document.id })).code).toBe('step_not_possible');
  });

  it('is answered by a decision with a comment, but not by one without', async () => {
    const [first, second] = [await submitted(), await submitted()];
    await ask(first, approver, '@Torsten Lüders passt das?');
    await ask(second, approver, '@Torsten Lüders passt das?');
    await act(approver, 'approve', first, { comment: 'Ja.' });
    await act(approver, 'approve', second);
    const open = await openQuestions(approver);
    expect(open).not.toContain(first.id);
    expect(open).toContain(second.id);
  });

  it('is left out of the mail if it was answered before', async () => {
    const document = await submitted();
    await ask(document, selector);
    await run(selector, 'close_question', { id: document.id });
    expect(await digest(selector)).toBe('');
  });

  it('is refused on drafts, and for groups, strangers and blocked persons', async () => {
    const attempt = async (id: number, whom: number) =>
      (await refused(requester, 'comment', { id, comment: '@?', mention_ids: [whom] })).code;
    const own = await draft();
    expect(await attempt(own.id, selector.context.userId)).toBe('step_not_possible');
    const document = await submitted();
    const [group] = await demo.web.sql<{ id: string }>(
      'select id from lb_user where is_group and tenant_id = $1',
      [admin.context.tenantId],
    );
    const [stranger] = await demo.web.sql<{ id: string }>(
      'select id from lb_user where tenant_id <> $1 limit 1',
      [admin.context.tenantId],
    );
    expect(await attempt(document.id, Number(group?.id))).toBe('foreign_key_violation');
    expect(await attempt(document.id, Number(stranger?.id))).toBe('foreign_key_violation');
  });

  it('no longer shows a withdrawn request to the addressee', async () => {
    const document = await submitted();
    const asked = await ask(document, selector);
    await act(requester, 'withdraw', asked);
    expect(await load(selector, document.id)).toBeNull();
  });
});

describe('TASK-24 reminders', () => {
  const remind = () =>
    taskJobs(demo.web.database, servedKinds).remind_of_tasks?.({
      id: 0,
      kind: 'remind_of_tasks',
      context: systemContext(admin.context.tenantId),
      input: {},
      progress: async () => {},
    });
  /** Moves everything on the document back by this number of days. */
  const age = (document: Document, days: number) =>
    demo.web.sql(
      `update timeline_entry set created_at = created_at - make_interval(secs => $2),
         completed_at = completed_at - make_interval(secs => $2) where procurement_id = $1`,
      [document.id, days * 86_400],
    );
  const reminded = async (document: Document) =>
    (
      await demo.web.sql<{ login: string }>(
        `select split_part(u.email, '@', 1) as login from notification n join lb_user u on u.id = n.lb_user_id
         join timeline_entry e on e.id = n.timeline_entry_id
         where n.kind = 'reminder' and e.procurement_id = $1 order by 1`,
        [document.id],
      )
    ).map(({ login }) => login);

  it('go to the assignee after three days and once per period; after two periods also to creator and administrators, once', async () => {
    const document = await submitted();
    await age(document, 2.9);
    await remind();
    expect(await reminded(document)).toEqual([]);
    await age(document, 0.2);
    await remind();
    await remind();
    expect(await reminded(document)).toEqual(['approver1']);
    expect(await digest(approver)).toContain(
      `Freigabe ${document.order_number_formatted} wartet seit 3 Tagen auf Sie`,
    );
    await age(document, 3);
    await remind();
    expect(await reminded(document)).toEqual(['admin', 'approver1', 'approver1', 'requester']);
    expect(await digest(admin)).toContain('wartet seit 6 Tagen auf Torsten Lüders');
    // After a gap of many days only the current period counts.
    await age(document, 20);
    await remind();
    expect(await reminded(document)).toEqual(['admin', 'approver1', 'approver1', 'approver1', 'requester']);
  });

  it('use the tenant’s number of days', async () => {
    const document = await submitted();
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value, model) values ($1, 'task_reminder_days', '10', 'number')",
      [admin.context.tenantId],
    );
    await age(document, 9);
    await remind();
    expect(await reminded(document)).toEqual([]);
    await age(document, 1.1);
    await remind();
    expect(await reminded(document)).toEqual(['approver1']);
    await demo.web.sql("delete from configuration where key = 'task_reminder_days'");
  });

  it('restart the waiting time of a reassigned task', async () => {
    const document = await submitted();
    await age(document, 4);
    const other = await demo.person('approver3@demo.test');
    const moved = await act(admin, 'reassign', document, { person_id: other.context.userId });
    await remind();
    expect(await reminded(moved)).toEqual([]);
  });

  it('move the task of a group without active members to the role default, with a warning', async () => {
    const [group] = await demo.web.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_group) values ($1, 'Niemand', true) returning id",
      [admin.context.tenantId],
    );
    const document = await submitted();
    const approved = await act(approver, 'approve', document);
    const lost = await act(admin, 'reassign', approved, { person_id: Number(group?.id) });
    await remind();
    const found = await load(admin, lost.id);
    const task = found?.timeline.timeline_entries[found.timeline.current_entry_no];
    expect(task).toMatchObject({ type: 'send-order', status: null });
    expect(task?.lb_user?.email).toBe('buyer@demo.test');
    const [warning] = await demo.web.sql(
      "select from timeline_entry where procurement_id = $1 and message_code = 'group_without_member'",
      [lost.id],
    );
    expect(warning).toBeDefined();
  });
});

describe('PROC-33 a copy', () => {
  it('is a new draft of the person with the same lines, without data of the old order', async () => {
    const document = await submitted();
    const approved = await act(approver, 'approve', document);
    const copy = await run(requester, 'copy', { id: approved.id });
    expect(copy.id).not.toBe(document.id);
    expect(copy).toMatchObject({ status: 'draft', order_number_formatted: null });
    expect(copy.draft_number_formatted).toMatch(/^DR-/);
    const content = ({ procurement_lines: lines }: Document) =>
      lines.map(({ description, quantity, supplier_id }) => ({ description, quantity, supplier_id }));
    expect(content(copy)).toEqual(content(document));
    expect(copy.total_netto).toBe(document.total_netto);
    expect((await load(requester, document.id))?.status).toBe('approved');
    const resubmitted = await act(requester, 'save', copy, { head: { delivery_date: '2099-12-31' } });
    expect((await act(requester, 'submit', resubmitted)).status).toBe('approval');
  });

  it('omits marketplace lines', async () => {
    const document = await draft([
      ...(await catalogueLines(requester, 1)),
      { description: 'aus dem Marktplatz', quantity: '1', price_netto: '5', tax: '19' },
    ]);
    const [supplier] = await demo.web.sql<{ id: string }>('select id from supplier where tenant_id = $1', [
      admin.context.tenantId,
    ]);
    await demo.web.sql(
      `with place as (insert into marketplace (tenant_id, name, provider, url, identity, supplier_id)
         values ($1, 'Markt', 'mercateo', 'https://markt.test', 'N', $2) returning id)
       update procurement_line set marketplace_id = place.id from place where description = 'aus dem Marktplatz'`,
      [admin.context.tenantId, supplier?.id],
    );
    const copy = await run(requester, 'copy', { id: document.id });
    expect(copy.procurement_lines.map(({ description }) => description)).not.toContain('aus dem Marktplatz');
    expect(copy.procurement_lines).toHaveLength(1);
  });

  it('ROLE-07 has catalogue prices for people without prices, and invisible documents cannot be copied', async () => {
    const receiver = await demo.person('receiver@demo.test');
    const document = await submitted();
    expect((await refused(receiver, 'copy', { id: document.id })).code).toBe('not_found');
    const visible = await run(requester, 'comment', {
      id: document.id,
      comment: '@Mehmet Aydın bitte nachbestellen',
      mention_ids: [receiver.context.userId],
    });
    const copy = await run(receiver, 'copy', { id: visible.id });
    const [stored] = await demo.web.sql<{ total_netto: string }>(
      'select total_netto from procurement where id = $1',
      [copy.id],
    );
    expect(copy.total_netto).toBeNull();
    expect(Number(stored?.total_netto)).toBe(document.total_netto);
  });
});
