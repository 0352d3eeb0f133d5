import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hours, minutes } from '../../src/platform/server/clock.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { PushSetup, type Subscribed } from './push-setup.ts';

let setup: PushSetup;
let email: string;
let approver: WebCaller;

beforeAll(async () => {
  setup = await PushSetup.open();
  email = await setup.approver();
  approver = await setup.demo.person(email);
});
afterAll(() => setup?.close());
beforeEach(() => setup.clear());

const configure = (key: string, value: string) =>
  setup.sql('insert into configuration (tenant_id, key, value) values ($1, $2, $3)', [
    approver.context.tenantId,
    ...[key, value],
  ]);
const unconfigure = (key: string) => setup.sql('delete from configuration where key = $1', [key]);
const person = (change: string) =>
  setup.sql(`update lb_user set ${change} where id = $1`, [approver.context.userId]);
const codeOf = ({ status, json }: { status: number; json: <B>() => B }) => [
  status,
  json<{ code?: string; field?: string }>().code,
];

describe('MOB-03 a subscription ends with its session', () => {
  const endings: readonly [string, (device: Subscribed) => Promise<unknown>][] = [
    ['logging out', (device) => setup.call(device.refreshToken, 'POST', '/api/auth/logout')],
    ['logging out everywhere', (device) => setup.call(device.jwt, 'DELETE', '/api/auth/session')],
    [
      'ending it from another device',
      async ({ session }) => {
        const other = await setup.logIn(email);
        return await setup.call(other.jwt, 'DELETE', `/api/auth/session/${session}`);
      },
    ],
    [
      'an administrator who ends it',
      async ({ session, userId }) => {
        const admin = await setup.demo.person('admin@demo.test');
        return await admin.send({ method: 'DELETE', url: `/api/auth/person/${userId}/session/${session}` });
      },
    ],
    ['the clean-up of an expired one', () => setup.sql('delete from refresh_token')],
  ];
  test.each(endings)('by %s', async (_, end) => {
    const device = await setup.subscribed(email);
    await setup.submitted();
    await end(device);
    expect(await setup.count('push_subscription')).toBe(0);
    expect(await setup.count('push_notice')).toBe(0);
    expect(await setup.turn()).toEqual([]);
  });

  test('but not with another session, nor with a new token of the same one', async () => {
    const device = await setup.subscribed(email);
    const other = await setup.logIn(email);
    await setup.call(other.refreshToken, 'POST', '/api/auth/logout');
    await setup.sql(
      "update refresh_token set created_at = created_at - interval '2 days' where family = $1",
      [device.session],
    );
    await setup.call(device.refreshToken, 'POST', '/api/auth/refresh-token');
    await setup.sql('delete from refresh_token where family = $1 and replaced_at is not null', [
      device.session,
    ]);
    await setup.submitted();
    expect(await setup.turn()).toHaveLength(1);
  });

  test('when it is expired, before anything cleans up', async () => {
    await setup.subscribed(email);
    await setup.submitted();
    await setup.sql("update refresh_token set expires_at = now() - interval '1 minute'");
    expect(await setup.turn()).toEqual([]);
    expect(await setup.count('push_subscription')).toBe(0);
  });

  test('when it is idle for longer than the tenant allows', async () => {
    await setup.subscribed(email);
    await configure('session_idle_minutes', '15');
    await setup.submitted();
    setup.ahead = minutes(5);
    expect(await setup.turn()).toHaveLength(1);
    await setup.submitted();
    setup.ahead = hours(2);
    expect(await setup.turn()).toEqual([]);
    await unconfigure('session_idle_minutes');
    expect(await setup.count('push_subscription')).toBe(0);
  });

  test.each([
    ['blocked', 'blocked = true', 'blocked = false'],
    ['deactivated', 'active = false', 'active = true'],
  ])('when its person is %s', async (_, off, on) => {
    await setup.subscribed(email);
    await setup.submitted();
    await person(off);
    const told = await setup.turn();
    await person(on);
    expect(told).toEqual([]);
    expect(await setup.count('push_subscription')).toBe(0);
  });

  test('and is silent while its session may not enter, such as without the passkey that administrators need', async () => {
    await person("roles = roles || '{user-admin}'");
    const device = await setup.subscribed(email);
    await configure('passkey_administrators', 'true');
    await setup.submitted();
    expect(await setup.turn()).toEqual([]);
    expect(await setup.count('push_notice')).toBe(0);
    await unconfigure('passkey_administrators');
    await setup.submitted();
    expect((await setup.turn()).map(({ content }) => content.device)).toEqual([device.device]);
    await person("roles = array_remove(roles, 'user-admin')");
  });

  test('and by switching it off, alone', async () => {
    const [device, other] = [await setup.subscribed(email), await setup.subscribed(email)];
    expect((await setup.call(device.jwt, 'DELETE', '/api/push')).status).toBe(200);
    expect(await setup.sql('select device from push_subscription')).toEqual([{ device: other.device }]);
  });

  test('at the latest when a person has more than ten', async () => {
    const first = await setup.subscribed(email);
    for (let count = 0; count < 10; count += 1) await setup.subscribed(email);
    expect(await setup.count('push_subscription')).toBe(10);
    const kept = await setup.sql('select from push_subscription where device = $1', [first.device]);
    expect(kept).toEqual([]);
  });
});

describe('MOB-03 a device is not subscribed', () => {
  const refusals: readonly [string, object, string][] = [
    ['TECH-11 at a host of a private network', { endpoint: 'https://10.0.0.1/push' }, 'endpoint'],
    ['TECH-11 at the machine itself by IPv6', { endpoint: 'https://[::ffff:169.254.1.1]/push' }, 'endpoint'],
    ['at an address that is none of the web', { endpoint: 'ftp://push.example/x' }, 'endpoint'],
    ['with a point that is not on the curve', { p256dh: `B${'A'.repeat(86)}` }, 'p256dh'],
    ['with hours that end when they begin', { from: 8, to: 8 }, 'to'],
    ['without days', { days: [] }, 'days'],
    ['in an unknown time zone', { zone: 'Berlin' }, 'zone'],
    ['for an unknown kind', { kinds: ['gossip'] }, 'kinds'],
  ];
  test.each(refusals)('%s', async (_, wrong, field) => {
    const answer = await setup.switchOn(await setup.logIn(email), wrong);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(answer.json())).toContain(`"${field}`);
    expect(await setup.count('push_subscription')).toBe(0);
  });

  test('at the address of another person’s device, also with its keys', async () => {
    const device = await setup.subscribed(email);
    const thief = await setup.logIn('requester@demo.test');
    const stolen = await setup.switchOn(thief, {}, device.browser);
    expect(codeOf(stolen)).toEqual([409, 'already_exists']);
    const half = { ...setup.browser(), endpoint: device.browser.endpoint };
    expect(codeOf(await setup.switchOn(thief, {}, half))).toEqual([409, 'already_exists']);
    await setup.submitted();
    expect((await setup.turn()).map(({ content }) => content.device)).toEqual([device.device]);
  });

  test('by the token of a session that has ended, though the request is the former one', async () => {
    const device = await setup.subscribed(email);
    await setup.call(device.refreshToken, 'POST', '/api/auth/logout');
    expect((await setup.switchOn(device, {}, device.browser)).status).toBe(401);
    expect(await setup.count('push_subscription')).toBe(0);
  });

  test('by a token without a session', async () => {
    const answer = await approver.send({ method: 'GET', url: '/api/push' });
    expect(codeOf(answer)).toEqual([403, 'permission_denied']);
  });

  test('while somebody acts as the person', async () => {
    const admin = await setup.logIn('admin@demo.test');
    const { jwt } = (
      await setup.call(admin.jwt, 'POST', '/api/auth/impersonate', { user_id: approver.context.userId })
    ).json<{ jwt: string }>();
    const answer = await setup.switchOn({ ...admin, jwt });
    expect(answer.status).toBe(403);
    expect(await setup.count('push_subscription')).toBe(0);
  });

  test('of an auditor', async () => {
    await setup.sql(
      `insert into lb_user (tenant_id, email, name, lang, roles, auditor_client_id, auditor_from, auditor_until, auditor_ends_on)
       select tenant_id, 'pruefung@demo.test', 'Petra Prüferin', 'de', '{user-auditor}', client_id, '2025-01-01', '2025-12-31', '2199-01-01'
       from lb_user where id = $1`,
      [approver.context.userId],
    );
    const answer = await setup.switchOn(await setup.logIn('pruefung@demo.test'));
    expect(answer.status).toBe(403);
    expect(await setup.count('push_subscription')).toBe(0);
  });
});

describe('MOB-03 a push service', () => {
  test.each([404, 410])(
    'that does not know the device any more ends its subscription: %s',
    async (status) => {
      await setup.subscribed(email);
      await setup.submitted();
      setup.service.answers = [{ status }];
      await setup.turn();
      expect(await setup.count('push_subscription')).toBe(0);
    },
  );

  test('that is busy gets the message again after the pause it asks for', async () => {
    await setup.subscribed(email);
    await setup.submitted();
    setup.service.answers = [{ status: 429, headers: { 'retry-after': '1200' } }, { status: 201 }];
    expect(await setup.turn()).toHaveLength(1);
    setup.ahead = minutes(19);
    expect(await setup.turn()).toEqual([]);
    setup.ahead = minutes(21);
    expect(await setup.turn()).toHaveLength(1);
    expect(await setup.count('push_notice')).toBe(0);
    setup.ahead = hours(1);
    expect(await setup.turn()).toEqual([]);
  });

  test('that fails again and again makes the pauses longer; then what waits is dropped', async () => {
    await setup.subscribed(email);
    await setup.submitted();
    setup.service.answers = [{ status: 503 }];
    const tried: number[] = [];
    for (let minute = 0; minute < 700; minute += 3) {
      setup.ahead = minutes(minute);
      if ((await setup.turn()).length > 0) tried.push(minute);
    }
    expect(tried).toHaveLength(6);
    expect(await setup.count('push_notice')).toBe(0);
    expect(await setup.count('push_subscription')).toBe(1);
  });

  test.each([302, 400, 413])(
    'that refuses a message does not get it again, nor leads elsewhere: %s',
    async (status) => {
      await setup.subscribed(email);
      await setup.submitted();
      setup.service.answers = [{ status, headers: { location: `${setup.service.origin}/elsewhere` } }];
      expect(await setup.turn()).toHaveLength(1);
      expect(setup.service.refused).toEqual([]);
      expect(await setup.count('push_notice')).toBe(0);
      expect(await setup.count('push_subscription')).toBe(1);
    },
  );

  test('TECH-11 that came into a private network is not called', async () => {
    await setup.subscribed(email);
    await setup.submitted();
    expect(await setup.turn([])).toEqual([]);
    expect(setup.service.received).toEqual([]);
    expect(await setup.count('push_notice')).toBe(1);
  });
});
