import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  catalogueLines,
  completeForm,
  type Document,
  run,
} from '../../../../../tests/procurement/requests.ts';
import { callerIn } from '../../../../../tests/support/demo-api.ts';
import type { WebCaller } from '../../../../../tests/support/demo-web.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../../tests/support/two-administrators.ts';
import { eventually } from '../../../../../tests/support/web.ts';
import type { Context } from '../../../../platform/context.ts';
import { days, hours } from '../../../../platform/server/clock.ts';
import { enqueueJob, systemContext } from '../../../../platform/server/jobs/jobs.ts';

let two: TwoAdministrators;
let admin: WebCaller;
let second: WebCaller;
/** Another administrator, whose tokens end with their rights. */
let third: WebCaller;
let accountId: number;

beforeAll(async () => {
  two = await openTwoAdministrators();
  ({ admin, second } = two);
  await web().sql("update lb_user set roles = '{user-admin}' where email = 'buyer@demo.test'");
  third = await two.setup.demo.person('buyer@demo.test', 'passkey');
  const made = await admin.get<{ insert_lb_user_one: { id: number } }>(
    'mutation { insert_lb_user_one(object: { name: "Lagerverwaltung", is_service: true }) { id } }',
  );
  accountId = made.insert_lb_user_one.id;
  await web().sql("update lb_user set roles = '{user-admin,user-price}' where id = $1", [accountId]);
});
afterAll(() => two?.close());

const web = () => two.setup.demo.web;

interface Grant {
  readonly calls?: readonly string[];
  readonly networks?: readonly string[];
  readonly expires_at?: string;
}
const granted = (grant: Grant, who = admin) =>
  who.send({
    method: 'POST',
    url: '/api/auth/service-token',
    payload: {
      user_id: accountId,
      name: 'Abgleich',
      calls: [],
      networks: [],
      expires_at: new Date(web().clock.now().getTime() + hours(20)).toISOString(),
      ...grant,
    },
  });
const secretOf = (id: number, who = admin) =>
  who.send({ method: 'POST', url: `/api/auth/service-token/${id}/secret` });

/** A token proposed by one administrator, confirmed by the other, and made by the first. */
async function tokenWith(
  grant: Grant,
  maker = admin,
): Promise<{ readonly id: number; readonly secret: string }> {
  expect((await granted(grant)).status).toBe(202);
  const [change] = await two.waiting();
  expect(await two.decide(second, 'confirm', change?.id)).toBeUndefined();
  const [row] = await web().sql<{ id: string }>('select max(id) as id from service_token');
  const id = Number(row?.id);
  return { id, secret: (await secretOf(id, maker)).json<{ token: string }>().token };
}

async function called(secret: string, query: string, remoteAddress = '203.0.113.77') {
  const response = await web().app.inject({
    method: 'POST',
    url: '/v1/graphql',
    remoteAddress,
    headers: { host: 'localhost', authorization: `Bearer ${secret}` },
    payload: { query },
  });
  const body = response.json<{ code?: string; errors?: { extensions: { code: string } }[] }>();
  return body.errors?.[0]?.extensions.code ?? body.code ?? 'done';
}
const posted = async (secret: string, url: string) => {
  const response = await web().app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', authorization: `Bearer ${secret}` },
    payload: {},
  });
  return { status: response.statusCode, code: response.json<{ code?: string }>().code };
};
const read = '{ supplier(limit: 1) { id } }';
const newGroup = () => `mutation { insert_product_group_one(object: { name: "${randomUUID()}" }) { id } }`;
const locationId = () => two.idOf('location');
const newPlace = () => `mutation { insert_location_one(object: { name: "${randomUUID()}" }) { id } }`;

describe('AUTH-34 a service account', () => {
  test('is no human: its name says so, nobody logs in as it, no task group takes it, and it stays one', async () => {
    const [row] = await web().sql<{ name: string; blocked: boolean }>(
      'select name, blocked from lb_user where id = $1',
      [accountId],
    );
    expect(row).toEqual({ name: 'Lagerverwaltung [API]', blocked: true });
    const acted = await admin.send({
      method: 'POST',
      url: '/api/auth/impersonate',
      payload: { user_id: accountId },
    });
    expect(acted.status).toBe(403);
    const changes = [
      `update_lb_user_by_pk(pk_columns: { id: ${accountId} }, _set: { approval_limit: "9.00" }) { id }`,
      `update_lb_user_by_pk(pk_columns: { id: ${accountId} }, _set: { email: "x@demo.test" }) { id }`,
    ];
    for (const change of changes)
      expect(JSON.stringify((await admin.ask(`mutation { ${change} }`)).errors)).toContain('service_account');
    const renamed = `update_lb_user_by_pk(pk_columns: { id: ${accountId} }, _set: { name: "Lager", blocked: false }) { name blocked }`;
    expect(await admin.get(`mutation { ${renamed} }`)).toEqual({
      update_lb_user_by_pk: { name: 'Lager [API]', blocked: true },
    });
    await expect(
      web().sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
        two.tenant,
        two.ids.group,
        accountId,
      ]),
    ).rejects.toThrow('service_account');
    await expect(
      web().sql('update lb_user set is_service = true where id = $1', [two.ids.plain]),
    ).rejects.toThrow('service_account');
  });

  test('AUTH-37 is no second administrator, and its rights wait for one', async () => {
    const [row] = await web().sql<{ administers: boolean }>('select app.administers($1, $2) as administers', [
      two.tenant,
      accountId,
    ]);
    expect(row?.administers).toBe(false);
    const answer = await admin.ask(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${accountId} }, _set: { roles: ["user-price"] }) { id } }`,
    );
    expect(answer).toMatchObject({ extensions: { waiting: 1 } });
    const [change] = await two.waiting();
    expect(await two.decide(second, 'reject', change?.id)).toBeUndefined();
  });

  test('AUTH-37 a token waits for the second administrator, and its secret is told once', async () => {
    const answer = await granted({ calls: ['insert_location_one'] });
    expect([answer.status, answer.json()]).toEqual([202, { id: null }]);
    expect(await web().sql('select id from service_token')).toEqual([]);
    const [change] = await two.waiting();
    expect(change?.control).toBe('service_token');
    expect(await two.decide(admin, 'confirm', change?.id)).toBe('second_administrator_required');
    expect(await two.decide(second, 'confirm', change?.id)).toBeUndefined();
    const [row] = await web().sql<{ id: string; calls: string[]; secret_hash: Buffer | null }>(
      'select id, calls, secret_hash from service_token',
    );
    expect(row).toMatchObject({ calls: ['insert_location_one'], secret_hash: null });
    const first = (await secretOf(Number(row?.id))).json<{ token: string }>().token;
    expect(await called(first, read)).toBe('done');
    const renewed = (await secretOf(Number(row?.id))).json<{ token: string }>().token;
    expect([await called(first, read), await called(renewed, read)]).toEqual(['unauthenticated', 'done']);
  });

  test.each([
    ['an unknown call', { calls: ['insert_nothing'] }, 'calls'],
    ['a wrong network', { networks: ['203.0.113.0/99'] }, 'networks'],
    ['an end in the past', { expires_at: '2020-01-01' }, 'expires_at'],
  ])('%s is refused for a token', async (_what, grant, field) => {
    const answer = await granted(grant);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });
});

describe('AUTH-34 the token of a service account', () => {
  test('reads; of writing calls it makes exactly the named ones, by mutation and by route', async () => {
    const reading = await tokenWith({});
    expect(await called(reading.secret, read)).toBe('done');
    expect(await called(reading.secret, newPlace())).toBe('call_not_granted');
    const upload = await posted(reading.secret, '/api/invoice/upload');
    expect([upload.status, upload.code]).toEqual([403, 'call_not_granted']);
    const writing = await tokenWith({ calls: ['insert_location_one', 'POST /api/invoice/upload'] });
    expect(await called(writing.secret, newPlace())).toBe('done');
    expect(await called(writing.secret, newGroup())).toBe('call_not_granted');
    expect(await called(writing.secret, `${newPlace().slice(0, -1)} ${newGroup().slice(10)}`)).toBe(
      'call_not_granted',
    );
    const nested =
      'mutation { insert_department_one(object: { name: "Daneben", client: { data: { name: "Daneben" } } }) { id } }';
    const department = await tokenWith({ calls: ['insert_department_one'] });
    expect(await called(department.secret, nested)).toBe('call_not_granted');
    const upsert = `mutation { insert_location_one(object: { id: ${await locationId()}, name: "Anders" },
      on_conflict: { constraint: location_pkey, update_columns: [name] }) { id } }`;
    expect(await called(writing.secret, upsert)).toBe('call_not_granted');
    expect((await posted(writing.secret, '/api/invoice/upload')).code).not.toBe('call_not_granted');
    expect((await posted(writing.secret, '/api/auth/service-token')).status).toBe(403);
  });

  test('AUTH-35 is accepted only from its networks, and another one is logged', async () => {
    const { secret } = await tokenWith({ networks: ['203.0.113.0/24', '2001:db8::/32'] });
    expect(await called(secret, read, '203.0.113.9')).toBe('done');
    expect(await called(secret, read, '::ffff:203.0.113.9')).toBe('done');
    expect(await called(secret, read, '2001:db8:1::9')).toBe('done');
    expect(await called(secret, read, '198.51.100.9')).toBe('unauthenticated');
    const [event] = await web().sql<{ code: string; lb_user_id: string }>(
      "select code, lb_user_id from security_log where kind = 'token_refused' order by id desc limit 1",
    );
    expect(event).toEqual({ code: 'token_elsewhere', lb_user_id: String(accountId) });
  });

  test('AUTH-29 approves, exports and confirms nothing, even with these calls named', async () => {
    const { secret } = await tokenWith({
      calls: [
        'control_change_confirm',
        'procurement_approve',
        'update_lb_user_by_pk',
        'POST /api/invoice/export',
      ],
    });
    expect((await posted(secret, '/api/invoice/export')).code).toBe('permission_denied');
    await admin.ask(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${two.ids.person} }, _set: { approval_limit: "5.00" }) { id } }`,
    );
    const [change] = await two.waiting();
    expect(await called(secret, `mutation { control_change_confirm(id: ${change?.id}) { id } }`)).toBe(
      'permission_denied',
    );
    expect(await two.decide(second, 'reject', change?.id)).toBeUndefined();
    const rights = `mutation { update_lb_user_by_pk(pk_columns: { id: ${two.ids.person} }, _set: { roles: [] }) { id } }`;
    expect(await called(secret, rights)).toBe('permission_denied');
  });

  test('APPR-17 what it makes counts as made by the administrator who made the token', async () => {
    await web().sql("update lb_user set roles = '{user-admin,user-price}' where id = $1", [accountId]);
    const [row] = await web().sql<{ version: number }>(
      'select token_version as version from lb_user where id = $1',
      [accountId],
    );
    const context: Context = {
      ...admin.context,
      ...{ userId: accountId, actorId: admin.context.userId, means: 'token' },
      tokenVersion: row?.version ?? 0,
      roles: ['user-admin', 'user-price'],
    };
    const account = callerIn(web().graphql, context);
    const requester = await two.setup.demo.person('requester@demo.test');
    const lines = await catalogueLines(requester, 1, '1');
    const draft: Document = await run(account, 'save', { head: await completeForm(requester), lines });
    const sent = await act(account, 'submit', draft);
    expect(sent.status).not.toBe('draft');
    const hands = await web().sql(
      'select distinct lb_user_id, actor_id from document_hand where procurement_id = $1',
      [sent.id],
    );
    expect(hands).toEqual([{ lb_user_id: String(accountId), actor_id: String(admin.context.userId) }]);
    const assignees = await web().sql<{ id: string }>(
      `select e.id from timeline_entry e join procurement p on p.timeline_id = e.timeline_id
       where p.id = $1 and e.completed_at is null and e.lb_user_id = $2`,
      [sent.id, accountId],
    );
    expect(assignees).toEqual([]);
  });

  test('ends when it expires or is revoked, with its account and with its maker', async () => {
    const revoked = await tokenWith({});
    expect(
      (await admin.send({ method: 'DELETE', url: `/api/auth/service-token/${revoked.id}` })).status,
    ).toBe(200);
    expect(await called(revoked.secret, read)).toBe('unauthenticated');
    expect((await secretOf(revoked.id)).status).toBe(404);

    const { secret } = await tokenWith({}, third);
    const ended = async (change: string, back: string, id: number) => {
      expect(await called(secret, read)).toBe('done');
      await web().sql(`update lb_user set ${change} where id = $1`, [id]);
      expect(await called(secret, read)).toBe('unauthenticated');
      await web().sql(`update lb_user set ${back} where id = $1`, [id]);
    };
    await ended('active = false', 'active = true', accountId);
    await ended("roles = '{user-price}'", "roles = '{user-admin}'", third.context.userId);
    web().clock.forward(days(1));
    expect(await called(secret, read)).toBe('unauthenticated');
    web().clock.forward(-days(1));
  });

  test('AUTH-27 ends when its maker logs out everywhere', async () => {
    third = await two.setup.demo.person('buyer@demo.test', 'passkey');
    const { secret } = await tokenWith({}, third);
    expect(await called(secret, read)).toBe('done');
    const [row] = await web().sql<{ id: string }>('select max(id) as id from service_token');
    await admin.send({ method: 'DELETE', url: `/api/auth/person/${third.context.userId}/session` });
    expect(await called(secret, read)).toBe('unauthenticated');
    const [token] = await web().sql<{ is_revoked: boolean }>(
      'select revoked_at is not null as is_revoked from service_token where id = $1',
      [row?.id],
    );
    expect(token?.is_revoked).toBe(true);
  });

  test('keeps its last use, and its end is told to the administrators once, 14 days before', async () => {
    await web().sql('update service_token set secret_hash = null');
    const until = new Date(web().clock.now().getTime() + days(15));
    const { id, secret } = await tokenWith({ expires_at: until.toISOString() });
    await called(secret, read);
    const [used] = await web().sql<{ is_used: boolean }>(
      'select last_used_at is not null as is_used from service_token where id = $1',
      [id],
    );
    expect(used?.is_used).toBe(true);
    const mails = () =>
      web().sql("select id from mail where subject like '%Lager [API]%' and recipient = 'admin@demo.test'");
    await warned();
    expect(await mails()).toEqual([]);
    web().clock.forward(days(2));
    await warned();
    await warned();
    expect(await mails()).toHaveLength(1);
  });
});

/** Runs the daily job to its end. */
async function warned(): Promise<void> {
  const id = await web().database.inTenant(
    systemContext(two.tenant),
    (tx) => enqueueJob(tx, 'warn_of_service_tokens', {}),
    { role: 'writer' },
  );
  await eventually(async () => {
    const [job] = await web().sql<{ state: string }>('select state from job where id = $1', [id]);
    return job?.state === 'done' || undefined;
  });
}
