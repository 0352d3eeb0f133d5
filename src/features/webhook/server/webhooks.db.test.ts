import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  act,
  catalogueLines,
  completeForm,
  type Document,
  run,
} from '../../../../tests/procurement/requests.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../../../../tests/support/demo-web.ts';
import { eventually, mailTokens } from '../../../../tests/support/web.ts';
import { days, hours, minutes } from '../../../platform/server/clock.ts';
import { type Job, systemContext } from '../../../platform/server/jobs/jobs.ts';
import { outgoingHosts } from '../../../platform/server/outgoing.ts';
import { toldRecords, webhookEvents } from '../webhook.ts';
import { webhookJobs } from './send-job.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let demo: DemoWeb;
let admin: WebCaller;
let receiver: Server;
let accountId: number;
let webhookId: number;
let secret: string;
let received: Received[] = [];
/** How far the sender's clock is ahead, in milliseconds. */
let ahead = 0;
/** The status of the next answers; the last one stays. */
let answers: number[] = [200];

const local = ['127.0.0.0/8'];
const clock = { now: () => new Date(Date.now() + ahead) };
const forward = (milliseconds: number): void => {
  ahead += milliseconds;
};

beforeAll(async () => {
  demo = await demoWeb({ privateNetworks: local });
  admin = await demo.person('admin@demo.test');
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(pieces).toString(),
      });
      const status = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200;
      response.writeHead(status, status === 302 ? { location: `${address()}/elsewhere` } : {}).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const [account] = await demo.web.sql<{ id: string }>(
    "insert into lb_user (tenant_id, name, is_service, roles) values ($1, 'Abgleich', true, '{user-see-all-orders}') returning id",
    [admin.context.tenantId],
  );
  accountId = Number(account?.id);
});
afterAll(async () => {
  await demo?.close();
  if (receiver) await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await demo.web.sql('delete from webhook');
  received = [];
  answers = [200];
  ahead = 0;
  const made = await admin.get<{ insert_webhook_one: { id: number } }>(
    `mutation ($object: webhook_insert_input!) { insert_webhook_one(object: $object) { id } }`,
    {
      object: {
        ...{ name: 'Lager', url: `${address()}/hook`, lb_user_id: accountId },
        events: [...webhookEvents],
      },
    },
  );
  webhookId = made.insert_webhook_one.id;
  secret = await newSecret();
});

const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const newSecret = async () =>
  (await admin.send({ method: 'POST', url: `/api/webhook/${webhookId}/secret` })).json<{ secret: string }>()
    .secret;

/** One turn of the webhook; returns what arrived. */
async function turn(networks = local): Promise<Received[]> {
  const { database, configuration } = demo.web;
  const { send_webhooks } = webhookJobs({
    ...{ database, clock, secrets: mailTokens, publicUrl: configuration.publicUrl },
    hosts: outgoingHosts(networks),
  });
  const before = received.length;
  const job = { context: systemContext(admin.context.tenantId), input: { webhook_id: webhookId } };
  await send_webhooks?.(job as Job);
  return received.slice(before);
}
const renamed = (id: number, name: string = randomUUID()) =>
  admin.get(
    `mutation { update_location_by_pk(pk_columns: { id: ${id} }, _set: { name: "${name}" }) { id } }`,
  );
async function place(): Promise<number> {
  const made = await admin.get<{ insert_location_one: { id: number } }>(
    `mutation { insert_location_one(object: { name: "${randomUUID()}" }) { id } }`,
  );
  return made.insert_location_one.id;
}
const dataOf = ({ body }: Received) => JSON.parse(body).data as Record<string, unknown>;
const deliveries = () =>
  demo.web.sql<{ state: string; problem: string | null; status: number | null; attempts: number }>(
    'select state, problem, status, attempts from webhook_delivery where webhook_id = $1 order by id',
    [webhookId],
  );
const mails = (subject: string) =>
  demo.web.sql('select id from mail where recipient = $1 and subject like $2', [
    'admin@demo.test',
    `%${subject}%`,
  ]);

function isSignedBy({ headers, body }: Received, key: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const digest = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(content)
    .digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${digest}`);
}

describe('API-47 a webhook tells', () => {
  test('changed master data, signed, with the time of the change and without its content', async () => {
    const id = await place();
    const [message] = await turn();
    expect(message?.path).toBe('/hook');
    expect(message && isSignedBy(message, secret)).toBe(true);
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'master_data_changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { table: 'location', id, change: 'insert' },
    });
    expect(await deliveries()).toMatchObject([{ state: 'sent', status: 200, attempts: 1 }]);
  });

  test('each status of a request in order, with the former one', async () => {
    const requester = await demo.person('requester@demo.test');
    const lines = await catalogueLines(requester, 1, '1');
    const draft: Document = await run(requester, 'save', { head: await completeForm(requester), lines });
    const sent = await act(requester, 'submit', draft);
    const told = (await turn()).map(dataOf).filter(({ kind }) => kind === 'procurement');
    expect(told.at(-1)).toMatchObject({ kind: 'procurement', id: sent.id, status: sent.status });
    expect(told.at(-1)?.former_status).toBe(told.at(-2)?.status ?? 'draft');
  });

  test('nothing about records that its owner does not see', async () => {
    await demo.web.sql("update lb_user set roles = '{user-price}' where id = $1", [accountId]);
    const requester = await demo.person('requester@demo.test');
    const lines = await catalogueLines(requester, 1, '1');
    const draft: Document = await run(requester, 'save', { head: await completeForm(requester), lines });
    await act(requester, 'submit', draft);
    expect((await turn()).map(dataOf).filter(({ kind }) => kind === 'procurement')).toEqual([]);
    expect((await deliveries()).map(({ state }) => state)).toContain('hidden');
    await demo.web.sql("update lb_user set roles = '{user-see-all-orders}' where id = $1", [accountId]);
  });

  test('only chosen events, and only while it is switched on', async () => {
    await admin.get(
      `mutation { update_webhook_by_pk(pk_columns: { id: ${webhookId} }, _set: { events: ["order_sent"] }) { id } }`,
    );
    await place();
    expect(await deliveries()).toEqual([]);
    await admin.get(
      `mutation { update_webhook_by_pk(pk_columns: { id: ${webhookId} }, _set: { events: ["master_data_changed"], active: false }) { id } }`,
    );
    await place();
    expect(await deliveries()).toEqual([]);
  });

  test('several changes of a record in one transaction once', async () => {
    const id = await place();
    const rename = (name: string, field: string) =>
      `${field}: update_location_by_pk(pk_columns: { id: ${id} }, _set: { name: "${name}" }) { id }`;
    await turn();
    await admin.get(`mutation { ${rename('Eins', 'a')} ${rename('Zwei', 'b')} }`);
    expect(await turn()).toHaveLength(1);
  });

  test('nothing while its owner is blocked or deactivated', async () => {
    const owner = await demo.person('buyer@demo.test');
    await admin.get(
      `mutation { update_webhook_by_pk(pk_columns: { id: ${webhookId} }, _set: { lb_user_id: ${owner.context.userId} }) { id } }`,
    );
    const id = await place();
    for (const [off, on] of [
      ['blocked = true', 'blocked = false'],
      ['active = false', 'active = true'],
    ]) {
      await demo.web.sql(`update lb_user set ${off} where id = $1`, [owner.context.userId]);
      expect(await turn()).toEqual([]);
      await demo.web.sql(`update lb_user set ${on} where id = $1`, [owner.context.userId]);
    }
    expect((await turn()).map(dataOf)).toContainEqual({ table: 'location', id, change: 'insert' });
  });

  test('administrators are told once that messages wait because its owner is blocked', async () => {
    const owner = await demo.person('approver1@demo.test');
    await admin.get(
      `mutation { update_webhook_by_pk(pk_columns: { id: ${webhookId} }, _set: { lb_user_id: ${owner.context.userId} }) { id } }`,
    );
    const block = (blocked: boolean) =>
      demo.web.sql('update lb_user set blocked = $2 where id = $1', [owner.context.userId, blocked]);
    const queued = async () => {
      await demo.web.sql("delete from job where kind = 'send_webhooks'");
      await demo.web.sql('select app.enqueue_webhooks()');
      return (await demo.web.sql("select id from job where kind = 'send_webhooks'")).length;
    };
    const before = (await mails('Meldungen warten')).length;
    const told = async () => (await mails('Meldungen warten')).length - before;
    await place();
    await block(true);
    expect(await queued()).toBe(1);
    for (const _ of [1, 2]) expect(await turn()).toEqual([]);
    expect(await told()).toBe(1);
    expect(await queued()).toBe(0);
    await block(false);
    expect(await turn()).not.toEqual([]);
    await place();
    await block(true);
    await turn();
    expect(await told()).toBe(2);
    await block(false);
  });

  test('what the database and the product both know', async () => {
    const [check] = await demo.web.sql<{ text: string }>(
      "select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'webhook'::regclass and conname = 'webhook_events_check'",
    );
    const [definition] = await demo.web.sql<{ text: string }>(
      "select pg_get_functiondef('app.webhook_events'::regproc) as text",
    );
    const quoted = (text = '') => [...text.matchAll(/'([a-z_.]+)'/g)].map(([, word]) => word);
    expect(quoted(check?.text).toSorted()).toEqual([...webhookEvents].toSorted());
    expect(quoted(definition?.text)).toEqual(expect.arrayContaining([...toldRecords]));
  });
});

describe('API-47 a message that is not accepted', () => {
  test('is repeated with the same id; later ones about its record wait, others do not', async () => {
    const [first, other] = [await place(), await place()];
    await turn();
    await renamed(first);
    await renamed(first);
    await renamed(other);
    answers = [400, 200];
    const tried = await turn();
    expect(tried.map((message) => dataOf(message).id)).toEqual([first, other]);
    forward(minutes(1));
    const repeated = await turn();
    expect(repeated.map((message) => dataOf(message).id)).toEqual([first, first]);
    expect(repeated[0]?.headers['webhook-id']).toBe(tried[0]?.headers['webhook-id']);
    expect(repeated[1]?.headers['webhook-id']).not.toBe(tried[0]?.headers['webhook-id']);
  });

  test('pauses the webhook while the receiver is away, and all follow in order once it is back after two days', async () => {
    const ids = [await place(), await place()];
    await turn();
    for (const id of ids) await renamed(id);
    answers = [503];
    expect(await turn()).toHaveLength(1);
    expect(await turn()).toEqual([]);
    for (const pause of [minutes(1), minutes(5), minutes(30), hours(1), days(2)]) {
      forward(pause);
      expect(await turn()).toHaveLength(1);
    }
    answers = [200];
    forward(hours(1));
    expect((await turn()).map((message) => dataOf(message).id).toSorted()).toEqual(ids);
    expect((await deliveries()).map(({ state }) => state)).not.toContain('waiting');
  });

  test('is given up after three days, and the administrators are told once', async () => {
    const ids = [await place(), await place()];
    await turn();
    for (const id of ids) await renamed(id);
    answers = [500];
    await turn();
    forward(days(3));
    await turn();
    expect((await deliveries()).slice(2)).toMatchObject([
      { state: 'failed', problem: 'refused' },
      { state: 'failed', problem: 'refused' },
    ]);
    expect(await mails('nicht zugestellt')).toHaveLength(1);
  });

  test('ends the webhook if the address is gone (410): administrators are told, messages wait', async () => {
    const id = await place();
    await turn();
    await renamed(id);
    answers = [410, 200];
    expect(await turn()).toHaveLength(1);
    expect(await turn()).toEqual([]);
    const state = () => demo.web.sql('select active, is_gone from webhook where id = $1', [webhookId]);
    expect(await state()).toEqual([{ active: false, is_gone: true }]);
    expect(await mails('abgeschaltet')).toHaveLength(1);
    await admin.get(
      `mutation { update_webhook_by_pk(pk_columns: { id: ${webhookId} }, _set: { active: true }) { id } }`,
    );
    expect(await state()).toEqual([{ active: true, is_gone: false }]);
    forward(minutes(2));
    expect((await turn()).map((message) => dataOf(message).id)).toEqual([id]);
  });

  test('TECH-11 follows no redirect, and reaches no private network that is not allowed', async () => {
    await place();
    answers = [302];
    expect((await turn()).map(({ path }) => path)).toEqual(['/hook']);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', problem: 'redirected', status: 302 }]);
    forward(minutes(1));
    expect(await turn([])).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'waiting', problem: 'host_private', status: null }]);
  });
});

describe('API-47 an administrator', () => {
  test('renews the secret: both sign for two days, then only the new one', async () => {
    const renewed = await newSecret();
    await place();
    const [both] = await turn();
    expect(both && [isSignedBy(both, secret), isSignedBy(both, renewed)]).toEqual([true, true]);
    forward(days(2));
    await place();
    const [one] = await turn();
    expect(one && [isSignedBy(one, secret), isSignedBy(one, renewed)]).toEqual([false, true]);
  });

  test('sends a message again, with the same id', async () => {
    await place();
    const [first] = await turn();
    const [row] = await demo.web.sql<{ id: string }>(
      'select id from webhook_delivery where webhook_id = $1',
      [webhookId],
    );
    const again = await admin.send({ method: 'POST', url: `/api/webhook/delivery/${row?.id}/again` });
    expect(again.status).toBe(200);
    const [second] = await turn();
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const requester = await demo.person('requester@demo.test');
    const refused = await requester.send({ method: 'POST', url: `/api/webhook/delivery/${row?.id}/again` });
    expect(refused.status).toBe(403);
  });

  test('JOB-02 gets messages by the queue, one job per webhook', async () => {
    await place();
    demo.web.clock.forward(hours(1));
    await demo.web.startWorker();
    await demo.web.sql('select app.enqueue_webhooks()');
    await demo.web.sql('select app.enqueue_webhooks()');
    await eventually(async () => received.length > 0 || undefined);
    const jobs = await demo.web.sql(
      "select id from job where kind = 'send_webhooks' and input ->> 'webhook_id' = $1",
      [String(webhookId)],
    );
    expect(jobs).toHaveLength(1);
  });
});
