import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hours } from '../../src/platform/server/clock.ts';
import { act, type Document, load, run } from '../procurement/requests.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { PushSetup } from './push-setup.ts';

let setup: PushSetup;
let email: string;
let approver: WebCaller;

beforeAll(async () => {
  setup = await PushSetup.open();
  email = await setup.approver();
  approver = await setup.demo.person(email);
  await setup.sql(
    "update lb_user set lang = 'de', roles = array_remove(roles, 'user-price') || '{user-price}' where id = $1",
    [approver.context.userId],
  );
});
afterAll(() => setup?.close());
beforeEach(() => setup.clear());

/** A reminder of the task of a document, which the approver was told of before. */
async function reminded(document: Document): Promise<void> {
  await setup.sql(
    `insert into notification (tenant_id, lb_user_id, kind, timeline_entry_id, payload, period)
     select n.tenant_id, n.lb_user_id, 'reminder', n.timeline_entry_id, '{"days": 4}', 1
     from notification n
     join timeline_entry e on e.tenant_id = n.tenant_id and e.id = n.timeline_entry_id
     join procurement p on p.tenant_id = e.tenant_id and p.timeline_id = e.timeline_id
     where p.id = $1 and n.kind = 'task_incoming'`,
    [document.id],
  );
}
const asked = (document: Document) =>
  run(setup.requester, 'comment', {
    ...{ id: document.id, comment: '@Chef geheimer Kommentar?', mention_ids: [approver.context.userId] },
  });
const allowDetails = () =>
  setup.sql("insert into configuration (tenant_id, key, value) values ($1, 'push_details', 'true')", [
    approver.context.tenantId,
  ]);
const forbidDetails = () => setup.sql("delete from configuration where key = 'push_details'");
/** Full hours of UTC around now. */
const hourOfUtc = (distance: number) => (Math.floor(Date.now() / hours(1)) + distance) % 24;
const hoursOfUtc = (from: number, to: number) => ({
  ...{ from: hourOfUtc(from), to: hourOfUtc(to) || 24, zone: 'UTC' },
});

describe('MOB-03 a device shows its person', () => {
  test('a new task, encrypted, without names and amounts, and with the page of the decision', async () => {
    const device = await setup.subscribed(email);
    const document = await setup.submitted('Bohrer für Halle 3');
    const [message, ...others] = await setup.turn();
    expect(setup.service.refused).toEqual([]);
    expect(others).toEqual([]);
    expect(message?.content).toEqual({
      ...{ device: device.device, title: 'Kontor', body: 'Es gibt Neues zu einer Aufgabe.' },
      ...{ tag: `procurement ${document.id}`, path: `/procurement/form?id=${document.id}` },
    });
    expect(message?.claims).toMatchObject({ sub: 'http://localhost:8080', aud: setup.service.origin });
    expect(message?.encrypted.includes('Kontor')).toBe(false);
    expect(await setup.count('push_notice')).toBe(0);
    expect(await setup.turn()).toEqual([]);
  });

  test('names and amounts where the tenant allows it, amounts only for people who see prices, and never comments', async () => {
    await allowDetails();
    await setup.subscribed(email);
    const document = await setup.submitted('Bohrer für Halle 3');
    const [message] = await setup.turn();
    expect(message?.content.title).toBe(`Freigabe ${document.order_number_formatted}: Aufgabe für Sie`);
    expect(message?.content.body).toMatch(/^„Bohrer für Halle 3“\nVon: .+\nNetto: [\d.]+,\d\d EUR$/);
    await asked(document);
    const [question] = await setup.turn();
    expect(question?.content.title).toContain(document.order_number_formatted);
    expect(question?.content.body).not.toContain('geheim');
    const own = 'update lb_user set roles = $2 where id = $1';
    const { roles, userId } = approver.context;
    await setup.submitted('Ohne Preise');
    await setup.sql(own, [userId, roles.filter((role) => !['user-price', 'user-admin'].includes(role))]);
    const [without] = await setup.turn();
    await setup.sql(own, [userId, roles]);
    await forbidDetails();
    expect(without?.content.body).toMatch(/^„Ohne Preise“\nVon: .+$/);
  });

  test.each(['task', 'mention', 'deadline'])('only the chosen kind: %s', async (kind) => {
    await setup.subscribed(email, { kinds: [kind] });
    const document = await setup.submitted();
    await asked(document);
    await reminded(document);
    const texts = (await setup.turn()).map(({ content }) => content.body);
    const expected = {
      task: 'Es gibt Neues zu einer Aufgabe.',
      mention: 'Jemand fragt Sie etwas.',
      deadline: 'Eine Frist ist zu beachten.',
    };
    expect(texts).toEqual([expected[kind as keyof typeof expected]]);
  });

  test('nothing if no kind is chosen, and a changed choice at once', async () => {
    const device = await setup.subscribed(email, { kinds: [] });
    await setup.submitted();
    expect(await setup.turn()).toEqual([]);
    const again = await setup.switchOn(device, { kinds: ['task'] }, device.browser);
    expect(again.json()).toEqual({ device: device.device });
    const { device: kept } = (await setup.call(device.jwt, 'GET', '/api/push')).json<{ device: object }>();
    expect(kept).toMatchObject({ device: device.device, kinds: ['task'], hours: { from: 0, to: 24 } });
    await setup.submitted();
    expect(await setup.turn()).toHaveLength(1);
  });

  test('several as one message with their number', async () => {
    await setup.subscribed(email);
    await setup.submitted();
    await asked(await setup.submitted());
    const messages = (await setup.turn()).map(({ content }) => content);
    expect(messages).toMatchObject([{ body: '3 Meldungen warten auf Sie.', path: '/overview' }]);
  });

  test('each on its own devices, and nobody else', async () => {
    const devices = [await setup.subscribed(email), await setup.subscribed(email)];
    await setup.subscribed('requester@demo.test');
    await setup.submitted();
    const marks = (await setup.turn()).map(({ content }) => content.device);
    expect(marks.toSorted()).toEqual(devices.map(({ device }) => device).toSorted());
  });

  test('outside of its hours nothing, and what is still true when they begin', async () => {
    await setup.subscribed(email, hoursOfUtc(2, 4));
    const decided = await setup.submitted('Wird entschieden');
    const open = await setup.submitted('Bleibt offen');
    expect(await setup.turn()).toEqual([]);
    setup.ahead = hours(1);
    expect(await setup.turn()).toEqual([]);
    const decider = await setup.demo.person(email);
    const seen = await load(decider, decided.id);
    if (seen) await act(decider, 'decline', seen, { comment: 'Nein' });
    setup.ahead = hours(3);
    const messages = await setup.turn();
    expect(messages.map(({ content }) => content.path)).toEqual([`/procurement/form?id=${open.id}`]);
    // The push service keeps it until the hours end at the latest.
    expect(messages[0]?.ttl).toBeLessThanOrEqual(3600);
    expect(messages[0]?.ttl).toBeGreaterThan(0);
  });

  test('nothing that the person does not see any more', async () => {
    await setup.subscribed(email);
    const { id } = await setup.submitted();
    await setup.sql(
      'update timeline_entry set lb_user_id = $2 where timeline_id = (select timeline_id from procurement where id = $1) and lb_user_id = $3',
      [id, setup.requester.context.userId, approver.context.userId],
    );
    expect(await setup.turn()).toEqual([]);
    expect(await setup.count('push_notice')).toBe(0);
  });

  test('by a job that each notification queues once, and that the minute queues for what became due', async () => {
    await setup.subscribed(email);
    const jobs = async () =>
      (await setup.sql("select from job where kind = 'send_push' and state = 'queued'")).length;
    await setup.submitted();
    await setup.submitted();
    expect(await jobs()).toBe(1);
    await setup.sql("delete from job where kind = 'send_push'");
    await setup.demo.web.database.atGate((tx) => tx.fixed('select app.enqueue_push()'));
    expect(await jobs()).toBe(1);
    await setup.turn();
    await setup.sql("delete from job where kind = 'send_push'");
    await setup.demo.web.database.atGate((tx) => tx.fixed('select app.enqueue_push()'));
    expect(await jobs()).toBe(0);
  });
});
