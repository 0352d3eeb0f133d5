import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { eventually, mailTokens } from '../support/web.ts';
import { act, type Document, draftOf, load } from './requests.ts';

const publicUrl = 'http://localhost:8080';

interface Notification {
  readonly email: string;
  readonly kind: string;
  readonly sent_at: string | null;
}

interface Mail {
  readonly recipient: string;
  readonly kind: string;
  readonly subject: string;
  readonly text_body: string;
}

describe('task mails', () => {
  let demo: DemoWeb;
  let requester: WebCaller;

  beforeAll(async () => {
    demo = await demoWeb();
    requester = await demo.person('requester@demo.test');
  });
  afterAll(() => demo.close());
  beforeEach(async () => {
    await demo.web.sql('delete from notification');
    await demo.web.sql('delete from mail');
    await demo.web.sql(
      "select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'digest %'",
    );
  });

  async function submitted(name = 'Prüfmittel', comment: string | null = null): Promise<Document> {
    const draft = await draftOf(requester, { name });
    return await act(requester, 'submit', draft, { comment });
  }
  function emailOf({ timeline }: Document): string {
    return timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email ?? '';
  }
  const assignee = (document: Document) => demo.person(emailOf(document));
  const timelineOf = async ({ id }: Document) => {
    const [row] = await demo.web.sql<{ timeline_id: string }>(
      'select timeline_id from procurement where id = $1',
      [id],
    );
    return row?.timeline_id ?? '';
  };
  const notifications = () =>
    demo.web.sql<Notification>(
      `select u.email, n.kind, n.sent_at from notification n join lb_user u on u.tenant_id = n.tenant_id and u.id = n.lb_user_id
       order by u.email, n.kind`,
    );
  const mails = () => demo.web.sql<Mail>('select * from mail order by id');
  const digest = (who: WebCaller) =>
    sendDigest(
      { database: demo.web.database, publicUrl, kinds, tokens: mailTokens },
      { tenantId: who.context.tenantId, personId: who.context.userId },
    );
  const plans = () =>
    demo.web.sql<{ person: string; minutes: number }>(
      `select payload ->> 'person_id' as person, round(extract(epoch from run_at - now()) / 60)::integer as minutes
       from graphile_worker._private_jobs where key like 'digest %' order by 1`,
    );
  const call = (who: WebCaller, path: string) => who.send({ method: 'POST', url: `/api/events/${path}` });

  it('TASK-20 MAIL-03 the next assignee gets number, name, step, sender, comment, amount and link', async () => {
    const document = await submitted('Bohrer für Halle 3', 'Bitte bis Freitag');
    const approver = await assignee(document);
    const incoming = { email: emailOf(document), kind: 'task_incoming', sent_at: null };
    expect(await notifications()).toEqual([incoming]);
    await demo.web.sql(
      "update lb_user set lang = 'de', roles = array_append(roles, 'user-price') where id = $1",
      [approver.context.userId],
    );
    await digest(approver);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: emailOf(document), kind: 'task' });
    expect(mail?.subject).toBe(`Freigabe ${document.order_number_formatted}: Aufgabe für Sie`);
    for (const part of ['Bohrer für Halle 3', 'Von: ', '„Bitte bis Freitag“', 'Netto: '])
      expect(mail?.text_body).toContain(part);
    expect(mail?.text_body).toContain(`${publicUrl}/procurement/form?id=${document.id}`);
    await digest(approver);
    expect(await mails()).toHaveLength(1);
  });

  it('ROLE-07 MAIL-03 the mail has no amount without the right to prices', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    await demo.web.sql(
      "update lb_user set roles = array_remove(array_remove(roles, 'user-price'), 'user-admin') where id = $1",
      [approver.context.userId],
    );
    await digest(approver);
    const [mail] = await mails();
    expect(mail?.text_body).toContain(document.order_number_formatted);
    expect(mail?.text_body).not.toContain('Netto');
    expect(mail?.text_body).not.toContain('EUR');
    await demo.web.sql("update lb_user set roles = array_append(roles, 'user-price') where id = $1", [
      approver.context.userId,
    ]);
  });

  it('OVW-10 ROLE-07 a digest begins with the most urgent task, its day and, for people who see prices, the amount at stake', async () => {
    const [later, sooner] = [await submitted('Später'), await submitted('Früher')];
    const approver = await assignee(later);
    await demo.web.sql("update procurement set delivery_date = '2030-03-01' where id = $1", [later.id]);
    await demo.web.sql("update procurement set delivery_date = '2030-02-01' where id = $1", [sooner.id]);
    await demo.web.sql(
      "update lb_user set lang = 'de', roles = array_append(array_remove(roles, 'user-price'), 'user-price') where id = $1",
      [approver.context.userId],
    );
    await digest(approver);
    const body = (await mails())[0]?.text_body ?? '';
    expect(body).toMatch(/Bis 01\.02\.2030: [\d.]+,\d\d EUR[\s\S]*Bis 01\.03\.2030: [\d.]+,\d\d EUR/);
    expect(body.indexOf('Früher')).toBeLessThan(body.indexOf('Später'));
  });

  it('MAIL-02 notifications within the interval go into one mail, planned once', async () => {
    const first = await submitted('Eins');
    await submitted('Zwei');
    await submitted('Drei');
    const approver = await assignee(first);
    expect(await plans()).toEqual([{ person: String(approver.context.userId), minutes: 5 }]);
    await digest(approver);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'digest', subject: 'Ihre Aufgaben (3 Meldungen)' });
    expect(['Eins', 'Zwei', 'Drei'].every((name) => mail?.text_body.includes(name))).toBe(true);
  });

  it('MAIL-02 a mail shows what is to be done first, counts the rest, and settles all', async () => {
    const document = await submitted('Eins');
    const approver = await assignee(document);
    await demo.web.sql(
      `insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload, period)
       select tenant_id, lb_user_id, 'cancelled', timeline_entry_id, payload, n from notification, generate_series(1, 59) n`,
    );
    await digest(approver);
    const [mail] = await mails();
    expect(mail?.subject).toBe('Ihre Aufgaben (60 Meldungen)');
    expect(mail?.text_body).toContain('Dazu kommen 20 weitere Meldungen.');
    expect(mail?.text_body).toContain(`${publicUrl}/overview`);
    const number = document.order_number_formatted ?? '';
    expect(mail?.text_body.split('\n').find((line) => line.includes(number))).toContain('Aufgabe für Sie');
    expect((await notifications()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
  });

  it('MAIL-02 a digest waits for running notifications that rely on it, and includes them', async () => {
    const approver = await assignee(await submitted('Eins'));
    const { userId } = approver.context;
    const reported = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const telling = demo.web.database.inTenant(
      approver.context,
      async (tx) => {
        await tx.query(
          `insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload, period)
           select tenant_id, lb_user_id, 'reminder', timeline_entry_id, '{"days": 4}', 1 from notification`,
        );
        await tx.query('select app.enqueue_digest($1, now())', [userId]);
        reported.resolve();
        await held.promise;
      },
      { role: 'writer' },
    );
    await reported.promise;
    const [before] = await demo.web.sql<{ revision: number }>(
      "select revision from graphile_worker.jobs where key like 'digest %'",
    );
    expect(before?.revision).toBe(0);
    const sent = digest(approver).then(() => 'sent');
    expect(await Promise.race([sent, setTimeout(300, 'waiting')])).toBe('waiting');
    held.resolve();
    await Promise.all([telling, sent]);
    expect((await mails())[0]?.subject).toBe('Ihre Aufgaben (2 Meldungen)');
  });

  it('MAIL-02 a notification during a running digest plans another one', async () => {
    const approver = await assignee(await submitted('Eins'));
    await demo.web.sql(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where key like 'digest %'",
    );
    await submitted('Zwei');
    const entries = await demo.web.sql<{ is_under_way: boolean }>(
      `select locked_at is not null as is_under_way from graphile_worker._private_jobs
       where payload ->> 'person_id' = $1 order by 1`,
      [String(approver.context.userId)],
    );
    expect(entries).toEqual([{ is_under_way: false }, { is_under_way: true }]);
    await demo.web.sql("delete from graphile_worker._private_jobs where payload ->> 'person_id' = $1", [
      String(approver.context.userId),
    ]);
  });

  it('MAIL-02 the interval is the person’s own, else that of the configuration, else five minutes', async () => {
    const minutes = async () => {
      await demo.web.sql(
        "select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'digest %'",
      );
      await submitted();
      return (await plans())[0]?.minutes;
    };
    expect(await minutes()).toBe(5);
    const { tenantId } = requester.context;
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'notification_mail_interval_minutes', '30')",
      [tenantId],
    );
    expect(await minutes()).toBe(30);
    await demo.web.sql(
      "update configuration set value = 'oft' where key = 'notification_mail_interval_minutes'",
    );
    expect(await minutes()).toBe(5);
    await demo.web.sql('update lb_user set notification_mail_interval_minutes = 0 where tenant_id = $1', [
      tenantId,
    ]);
    expect(await minutes()).toBe(0);
    await demo.web.sql('update lb_user set notification_mail_interval_minutes = null');
    await demo.web.sql("delete from configuration where key = 'notification_mail_interval_minutes'");
  });

  it('TASK-03 API-22 client calls notify nobody twice, and only for documents that the client sees', async () => {
    const document = await submitted();
    const id = await timelineOf(document);
    const before = await notifications();
    const answer = await call(requester, `afterAccept?timelineId=${id}`);
    expect([answer.status, answer.json()]).toEqual([202, { success: true }]);
    await digest(await assignee(document));
    await call(requester, `afterAccept?timelineId=${id}`);
    await digest(await assignee(document));
    expect(await notifications()).toHaveLength(before.length);
    expect(await mails()).toHaveLength(1);

    await demo.web.sql(
      "insert into lb_user (tenant_id, email, name) values ($1, 'nobody@demo.test', 'Niemand')",
      [requester.context.tenantId],
    );
    const stranger = await demo.person('nobody@demo.test');
    expect((await call(stranger, `afterAccept?timelineId=${id}`)).status).toBe(404);
    expect((await call(stranger, `change-editor?timelineId=${id}&userId=1`)).status).toBe(404);
    expect((await call(requester, 'afterAccept?timelineId=x')).json()).toMatchObject({
      code: 'validation_failed',
    });
    expect((await call(requester, 'afterAccept')).json()).toMatchObject({ code: 'validation_failed' });
    expect(
      (await demo.send({ method: 'POST', url: `/api/events/afterAccept?timelineId=${id}` })).status,
    ).toBe(401);
  });

  it('TASK-20 people who take a task themselves are not notified, not even by a call', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    await digest(approver);
    await act(approver, 'send_to_clearing', document, {
      comment: 'Ich kläre das selbst',
      person_id: approver.context.userId,
    });
    await call(requester, `afterAccept?timelineId=${await timelineOf(document)}`);
    await digest(approver);
    expect(await mails()).toHaveLength(1);
  });

  it('MAIL-03 TASK-03 group members are notified, and the others again after one took the task', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    const group = await addGroup(
      ['user-see-all-orders'],
      ['mia@demo.test', 'tom@demo.test', 'weg@demo.test'],
    );
    await demo.web.sql("update lb_user set active = false where email = 'weg@demo.test'");
    await demo.web.sql('delete from notification');
    const moved = await act(approver, 'send_to_clearing', document, {
      comment: 'Bitte klären',
      person_id: group,
    });
    expect((await notifications()).map(({ email }) => email)).toEqual(['mia@demo.test', 'tom@demo.test']);

    const [mia, tom] = await Promise.all([demo.person('mia@demo.test'), demo.person('tom@demo.test')]);
    await digest(mia);
    const accepted = await act(tom, 'accept', moved);
    // Tom was not notified before, so that he gets nothing now; Mia was, and learns that the task is taken.
    await Promise.all([digest(tom), digest(mia)]);
    const reported = await mails();
    expect(reported.map(({ recipient }) => recipient)).toEqual(['mia@demo.test', 'mia@demo.test']);
    expect(reported[1]?.subject).toContain('übernommen von');
    await call(tom, `change-editor?timelineId=${await timelineOf(document)}&userId=${tom.context.userId}`);
    await Promise.all([digest(tom), digest(mia)]);
    expect(await mails()).toHaveLength(2);

    const back = await act(tom, 'give_back', accepted);
    await Promise.all([digest(tom), digest(mia)]);
    const returned = back.timeline.timeline_entries[back.timeline.current_entry_no];
    expect(returned).toMatchObject({ status: null, text_type: 'assignment' });
  });

  it('MAIL-02 a task finished before the mail is not in it', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    await act(approver, 'approve', document);
    await digest(approver);
    expect((await mails()).filter(({ text_body }) => text_body.includes('Freigabe PO'))).toEqual([]);
    expect((await notifications()).filter(({ email }) => email === emailOf(document))).toEqual([]);
  });

  it('MAIL-02 GEN-10 a module switched off before the mail is not in it', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    await demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'module_procurement', 'false')",
      [approver.context.tenantId],
    );
    await digest(approver);
    await demo.web.sql("delete from configuration where key = 'module_procurement'");
    expect(await mails()).toEqual([]);
  });

  it('MAIL-05 blocked and inactive persons get no mails, not even later', async () => {
    const document = await submitted();
    const approver = await assignee(document);
    await demo.web.sql('update lb_user set blocked = true where id = $1', [approver.context.userId]);
    await digest(approver);
    await demo.web.sql('update lb_user set blocked = false where id = $1', [approver.context.userId]);
    await digest(approver);
    expect(await mails()).toEqual([]);
  });

  it('TASK-20 a refused command notifies nobody', async () => {
    const document = await submitted();
    await demo.web.sql('delete from notification');
    await act(requester, 'approve', document).catch(() => undefined);
    expect(await notifications()).toEqual([]);
    expect((await load(requester, document.id))?.status).toBe('approval');
  });

  it('TASK-06 TASK-08 the creator gets a mail about a decline or cancellation, with person and reason', async () => {
    const document = await submitted('Prüfmittel');
    const approver = await assignee(document);
    const declined = await act(approver, 'decline', document, { comment: 'Zu teuer.' });
    await digest(requester);
    expect((await mails()).filter((mail) => mail.recipient === 'requester@demo.test')).toMatchObject([
      { kind: 'task', subject: expect.stringMatching(/^PO-\d{6}: abgelehnt von /) },
    ]);
    expect((await mails())[0]?.text_body).toContain('Zu teuer.');
    await act(await assignee(declined), 'cancel', declined, { comment: 'Nicht mehr nötig.' });
    await digest(requester);
    const [, second] = (await mails()).filter((mail) => mail.recipient === 'requester@demo.test');
    expect(second?.subject).toMatch(/^PO-\d{6}: abgebrochen von /);
    expect(second?.text_body).toContain('Nicht mehr nötig.');
    // Once each, and not for the creator's own actions.
    await digest(requester);
    const withdrawn = await act(requester, 'withdraw', await submitted('Eigenes'));
    await act(requester, 'cancel', withdrawn);
    await digest(requester);
    expect((await mails()).filter((mail) => mail.recipient === 'requester@demo.test')).toHaveLength(2);
  });

  it('MAIL-02 JOB-02 the worker sends at once with a zero interval, and one mail for several digests', async () => {
    await demo.web.sql('update lb_user set notification_mail_interval_minutes = 0');
    const first = await submitted('Sofort');
    const approver = await assignee(first);
    await Promise.all([digest(approver), digest(approver), digest(approver)]);
    expect(await mails()).toHaveLength(1);
    await demo.web.startWorker();
    await submitted('Gleich darauf');
    const sent = await eventually(async () => {
      const found = await demo.web.sql(
        "select from mail where text_body like '%Gleich darauf%' and state = 'sent'",
      );
      return found.length > 0 ? found : undefined;
    });
    expect(sent).toHaveLength(1);
  });

  async function addGroup(roles: string[], members: string[]): Promise<number> {
    const { tenantId } = requester.context;
    const [group] = await demo.web.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, is_group, roles) values ($1, 'Klärungsteam', true, $2) returning id",
      [tenantId, roles],
    );
    for (const email of members) {
      await demo.web.sql(
        `with person as (insert into lb_user (tenant_id, email, name) values ($1, $2, $2) returning id)
         insert into task_group_user (tenant_id, task_group_id, lb_user_id) select $1, $3, id from person`,
        [tenantId, email, group?.id],
      );
    }
    return Number(group?.id);
  }
});
