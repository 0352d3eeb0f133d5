import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOfInstant } from '../../src/base/day.ts';
import { safeDays } from '../../src/features/contract/safe-days.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { longestBlock } from '../support/event-loop.ts';
import { crowding, durationOf, fastest, slowness } from '../support/fastest.ts';
import { switchModulesOn } from '../support/switched-modules.ts';
import {
  contractOf,
  fetched,
  type MadeCalendar,
  type MadeContract,
  manyContracts,
  read,
  renewing,
  switchedOff,
  switchedOn,
} from './calendars.ts';

let demo: DemoWeb;
let admin: WebCaller;
let requester: WebCaller;
/** Today in the demo's time zone. */
let today: string;
let hasHiddenContract: (calendar: MadeCalendar) => Promise<boolean>;

beforeAll(async () => {
  demo = await demoWeb();
  await switchModulesOn({
    query: async (text, values) => ({ rows: await demo.web.sql(text, values), rowCount: null }),
  });
  admin = await demo.person('admin@demo.test');
  requester = await demo.person('requester@demo.test');
  today = dayOfInstant(demo.web.clock.now(), 'Europe/Berlin');
  const hidden = await contractOfAdmin({
    name: 'Vorstandsvertrag',
    termination_deadline: addDays(today, 50),
  });
  hasHiddenContract = async (calendar) =>
    (await read(demo, calendar)).events.some(({ UID }) => UID?.startsWith(`contract-${hidden.id}-`));
});
afterAll(() => demo.close());

const contractOfAdmin = (columns: Omit<MadeContract, 'creator_id'> & { readonly name: string }) =>
  contractOf(demo, admin.context.tenantId, { ...columns, creator_id: admin.context.userId });

/** The events of a contract, by kind. */
async function eventsOf(calendar: MadeCalendar, id: number) {
  const { events } = await read(demo, calendar);
  const own = events.filter(({ UID }) => UID?.startsWith(`contract-${id}-`));
  return Object.fromEntries(own.map((event) => [event.UID?.split(/[-@]/)[2] ?? '', event]));
}

const compact = (day: string) => day.replaceAll('-', '');

describe('CON-30 a personal calendar', () => {
  it('OVW-10 contains deadline, end and reminder of a contract, with its address, as lists do', async () => {
    const days = {
      termination_deadline: addDays(today, 100),
      end_date: addDays(today, 190),
      reminder_date: addDays(today, 70),
    };
    const lastEmail = safeDays(days.termination_deadline, null).email?.split('-').toReversed().join('.');
    const { id, number } = await contractOfAdmin({
      name: 'Miete, Halle 4',
      total_netto: '98765.43',
      ...days,
    });
    expect(await eventsOf(await switchedOn(admin), id)).toMatchObject({
      deadline: {
        DTSTART: compact(days.termination_deadline),
        SUMMARY: expect.stringContaining(`${number} Miete, Halle 4`),
        DESCRIPTION: expect.stringContaining(`E-Mail bis ${lastEmail}`),
        STATUS: 'CONFIRMED',
        URL: `http://localhost:8080/contract/form?id=${id}`,
      },
      end: { DTSTART: compact(days.end_date) },
      reminder: { DTSTART: compact(days.reminder_date) },
    });
    const listed = "select urgent_on::text as day from document where kind = 'contract' and id = $1";
    expect(await demo.web.sql(listed, [id])).toEqual([{ day: days.termination_deadline }]);
  });

  it('ROLE-07 contains no amounts', async () => {
    await contractOfAdmin({ name: 'Leasing', total_netto: '98765.43', end_date: addDays(today, 20) });
    const { body } = await fetched(demo, await switchedOn(admin));
    expect(body.toString()).not.toMatch(/98.?765/);
  });

  it('uses the person’s language, not that of the client', async () => {
    const { id } = await contractOfAdmin({ name: 'Wartung', end_date: addDays(today, 10) });
    const calendar = await switchedOn(admin);
    const summaryIn = async (language: string) => {
      await demo.web.sql('update lb_user set lang = $2 where id = $1', [admin.context.userId, language]);
      return (await eventsOf(calendar, id)).end?.SUMMARY;
    };
    expect(await summaryIn('en')).toMatch(/^End of term: /);
    expect(await summaryIn('sk')).toMatch(/^Koniec obdobia: /);
    expect(await summaryIn('de')).toMatch(/^Laufzeitende: /);
  });

  it('moves an event with its day, and cancels it after notice', async () => {
    const { id } = await contractOfAdmin({
      name: 'Reinigung',
      termination_deadline: addDays(today, 30),
      end_date: addDays(today, 60),
      updated_at: '2026-01-01T00:00:00Z',
    });
    const calendar = await switchedOn(admin);
    const before = await eventsOf(calendar, id);
    await demo.web.sql('update contract set termination_deadline = $2 where id = $1', [
      id,
      addDays(today, 31),
    ]);
    const moved = await eventsOf(calendar, id);
    expect(moved.deadline).toMatchObject({ UID: before.deadline?.UID, DTSTART: compact(addDays(today, 31)) });
    expect(Number(moved.deadline?.SEQUENCE)).toBeGreaterThan(Number(before.deadline?.SEQUENCE));
    await demo.web.sql("update contract set status = 'cancelled', terminated_on = $2 where id = $1", [
      id,
      today,
    ]);
    expect(await eventsOf(calendar, id)).toMatchObject({
      deadline: { UID: before.deadline?.UID, STATUS: 'CANCELLED' },
      end: { STATUS: 'CONFIRMED' },
    });
  });

  it('goes back a quarter of a year, and marks unsigned contracts as tentative', async () => {
    const old = await contractOfAdmin({ name: 'Alt', end_date: addDays(today, -91) });
    const recent = await contractOfAdmin({
      name: 'Neulich',
      status: 'expired',
      end_date: addDays(today, -90),
    });
    const made = await contractOfAdmin({ name: 'Entwurf', status: 'pending', end_date: addDays(today, 5) });
    const calendar = await switchedOn(admin);
    expect(await eventsOf(calendar, old.id)).toEqual({});
    expect(await eventsOf(calendar, recent.id)).toMatchObject({ end: { STATUS: 'CONFIRMED' } });
    expect(await eventsOf(calendar, made.id)).toMatchObject({ end: { STATUS: 'TENTATIVE' } });
  });

  it('ROLE-11 contains what its person sees, and follows the person’s rights at once', async () => {
    const own = await contractOf(demo, admin.context.tenantId, {
      name: 'Eigener',
      creator_id: requester.context.userId,
      end_date: addDays(today, 40),
    });
    const calendar = await switchedOn(requester);
    expect(Object.keys(await eventsOf(calendar, own.id))).toEqual(['end']);
    expect(await hasHiddenContract(calendar)).toBe(false);
    expect(await hasHiddenContract(await switchedOn(admin))).toBe(true);
    const setRoles = (roles: readonly string[]) =>
      demo.web.sql('update lb_user set roles = $2 where id = $1', [requester.context.userId, roles]);
    await setRoles([...requester.context.roles, 'user-admin']);
    expect(await hasHiddenContract(calendar)).toBe(true);
    await setRoles(requester.context.roles);
    expect(await hasHiddenContract(calendar)).toBe(false);
    requester = await demo.person('requester@demo.test');
  });

  it('GEN-02 contains nothing of another tenant', async () => {
    const other = await demo.person('admin@other.test');
    const calendar = await switchedOn(other);
    expect(await hasHiddenContract(calendar)).toBe(false);
  });
});

describe('CON-30 TECH-07 the address of a calendar', () => {
  it('is stored as a digest only, shown once, and appears neither in the audit nor in the log', async () => {
    const { url } = await switchedOn(admin);
    const token = /\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    expect(token).not.toBe('');
    await fetched(demo, { url });
    const [row] = await demo.web.sql<{ kept: string; audit: string }>(
      `select (select string_agg(to_jsonb(c)::text, ' ') from contract_calendar c) as kept,
              (select string_agg(to_jsonb(a)::text, ' ') from audit_log a where a."table" = 'contract_calendar') as audit`,
    );
    expect(row?.audit).toContain('insert');
    const everything = `${row?.kept} ${row?.audit} ${JSON.stringify(demo.web.log.lines())}`;
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(Buffer.from(token).toString('hex'));
    const answer = await admin.get<{ contract_calendar: readonly object[] }>(
      '{ contract_calendar { created_at read_at } }',
    );
    expect(answer.contract_calendar).toMatchObject([{ read_at: expect.any(String) }]);
    expect(await requester.get('{ contract_calendar(where: { lb_user_id: { _eq: 1 } }) { id } }')).toEqual({
      contract_calendar: [],
    });
  });

  it('sends content only after changes, and is always revalidated', async () => {
    const { id } = await contractOfAdmin({ name: 'Strom', end_date: addDays(today, 15) });
    const calendar = await switchedOn(admin);
    const first = await fetched(demo, calendar);
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment; filename="contracts.ics"',
    });
    const known = { 'if-none-match': `"other", W/${first.headers.etag}` };
    expect(await fetched(demo, calendar, known)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    await demo.web.sql('update contract set end_date = $2 where id = $1', [id, addDays(today, 16)]);
    expect(await fetched(demo, calendar, known)).toMatchObject({ status: 200 });
  });

  it('is invalid after renewal', async () => {
    const former = await switchedOn(admin);
    const renewed = await renewing(admin, former.created_at);
    expect(renewed.status).toBe(201);
    expect((await fetched(demo, former)).status).toBe(404);
    expect((await fetched(demo, renewed.json<MadeCalendar>())).status).toBe(200);
  });

  it.each(['switched on', 'renewed'])('is unique when %s in two windows at once', async (step) => {
    await switchedOff(admin);
    const known = step === 'renewed' ? (await switchedOn(admin)).created_at : null;
    const answers = await Promise.all([renewing(admin, known), renewing(admin, known)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'calendar_changed' });
    const [winner] = answers.filter(({ status }) => status === 201);
    expect((await fetched(demo, winner?.json<MadeCalendar>() ?? { url: '' })).status).toBe(200);
  });

  it('is not renewed by a window that missed that it was switched off', async () => {
    const { created_at } = await switchedOn(admin);
    await switchedOff(admin);
    expect(await renewing(admin, created_at)).toMatchObject({ status: 409 });
    expect(await admin.get('{ contract_calendar { id } }')).toEqual({ contract_calendar: [] });
  });

  it('AUTH-29 is neither created nor ended while acting as another person', async () => {
    const calendar = await switchedOn(requester);
    const { tenantId, userId, roles } = requester.context;
    const [row] = await demo.web.sql<{ token_version: number }>(
      'select token_version from lb_user where id = $1',
      [userId],
    );
    const token = await demo.web.tokens.issueAccess({
      tenantId,
      tenantName: 'any',
      userId,
      actorId: admin.context.userId,
      means: 'link',
      tokenVersion: row?.token_version ?? 0,
      email: 'requester@demo.test',
      language: 'de',
      roles: [...roles],
      permissions: '',
    });
    const headers = { authorization: `Bearer ${token}` };
    const url = '/api/contract/calendar';
    const payload = { replaced: calendar.created_at };
    expect(await demo.send({ method: 'POST', url, headers, payload })).toMatchObject({ status: 403 });
    expect(await demo.send({ method: 'DELETE', url, headers })).toMatchObject({ status: 403 });
    expect((await fetched(demo, calendar)).status).toBe(200);
  });
});

describe('CON-30 a calendar is not found', () => {
  let calendar: MadeCalendar;
  const guessed = { url: `http://localhost:8080/api/contract/calendar/${'A'.repeat(43)}.ics` };
  /** Ended and unknown calendars are indistinguishable. */
  const expectGone = async (): Promise<void> => {
    const [ended, never] = [await fetched(demo, calendar), await fetched(demo, guessed)];
    expect(ended.status).toBe(404);
    expect(ended.body.toString()).toBe(never.body.toString());
  };
  const set = (columns: string) =>
    demo.web.sql(`update lb_user set ${columns} where id = $1`, [requester.context.userId]);

  beforeEach(async () => {
    requester = await demo.person('requester@demo.test');
    calendar = await switchedOn(requester);
    expect((await fetched(demo, calendar)).status).toBe(200);
  });

  it('when it is switched off, even twice', async () => {
    for (const _ of [1, 2]) expect(await switchedOff(requester)).toMatchObject({ status: 200 });
    await expectGone();
  });

  it.each([
    ['blocked', 'blocked = true', 'blocked = false'],
    ['deactivated', 'active = false', 'active = true'],
  ])('for a person who is %s, and stays ended afterwards', async (_, end, begin) => {
    await set(end);
    await expectGone();
    await set(begin);
    await expectGone();
  });

  it('while the tenant is archived', async () => {
    const setStatus = (status: string) =>
      demo.web.sql('update tenant set status = $2 where id = $1', [requester.context.tenantId, status]);
    await setStatus('archived');
    await expectGone();
    await setStatus('active');
    expect((await fetched(demo, calendar)).status).toBe(200);
  });

  it('GEN-10 while contracts are switched off, and cannot be created then', async () => {
    const setModule = (value: string) =>
      demo.web.sql("update configuration set value = $2 where tenant_id = $1 and key = 'module_contract'", [
        requester.context.tenantId,
        value,
      ]);
    await setModule('false');
    await expectGone();
    expect(await renewing(requester, calendar.created_at)).toMatchObject({ status: 403 });
    expect(await switchedOff(await demo.person('admin@demo.test'))).toMatchObject({ status: 200 });
    await setModule('true');
    expect((await fetched(demo, calendar)).status).toBe(200);
  });

  it('AUTH-03 on the host of another tenant', async () => {
    const [names] = await demo.web.sql<{ own: string; other: string }>(
      `select (select name from tenant where id = $1) as own,
              (select name from tenant where id <> $1 and status = 'active' limit 1) as other`,
      [requester.context.tenantId],
    );
    const app = await demo.web.another({
      allowedHosts: [`${names?.own}.localhost`, `${names?.other}.localhost`],
    });
    const at = async (tenant: string | undefined) =>
      (
        await app.inject({
          url: new URL(calendar.url).pathname,
          headers: { host: `${tenant}.localhost` },
        })
      ).statusCode;
    expect([await at(names?.own), await at(names?.other)]).toEqual([200, 404]);
  });
});

describe('CON-30 API-44 a calendar of 5,000 contracts', () => {
  const contracts = 5_000;
  /** In milliseconds of an otherwise idle machine. */
  const timeOf = async (calendar: MadeCalendar): Promise<number> => {
    const crowd = crowding();
    const taken = await durationOf(() => fetched(demo, calendar));
    return taken / Math.max(crowd, crowding());
  };

  it('is limited to the nearest days, and fast', async () => {
    const { tenantId, userId } = admin.context;
    const from = addDays(today, -400);
    await manyContracts(demo, tenantId, { creatorId: userId, count: contracts, from });
    const calendar = await switchedOn(admin);
    const { events } = await read(demo, calendar);
    const days = events.map(({ DTSTART }) => DTSTART ?? '');
    expect(days).toEqual(days.toSorted());
    expect(days.filter((day) => day >= compact(today))).toHaveLength(1_000);
    expect(days.filter((day) => day < compact(today))).toHaveLength(200);
    // No day within the limit is missing.
    const [row] = await demo.web.sql<{ count: string }>(
      `select count(*) from contract where tenant_id = $1 and termination_deadline between $2 and $3::date - 1`,
      [tenantId, today, isoOf(days.at(-1) ?? '')],
    );
    const deadlines = events.filter(
      ({ UID, DTSTART = '' }) => UID?.includes('-deadline@') && DTSTART >= compact(today),
    );
    expect(deadlines.filter(({ DTSTART }) => DTSTART !== days.at(-1))).toHaveLength(Number(row?.count));
    const limit = 500 * (await slowness());
    expect(await fastest(limit, () => timeOf(calendar))).toBeLessThan(limit);
  });

  it('does not block others', async () => {
    const calendar = await switchedOn(admin);
    const limit = 50 * (await slowness());
    expect(await fastest(limit, () => longestBlock(() => fetched(demo, calendar)))).toBeLessThan(limit);
  });

  it('is just as fast for people who see few of them', async () => {
    const calendar = await switchedOn(requester);
    expect((await read(demo, calendar)).events.length).toBeLessThan(50);
    const limit = 200 * (await slowness());
    expect(await fastest(limit, () => timeOf(calendar))).toBeLessThan(limit);
  });
});

const isoOf = (day: string) => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

describe('CON-30 guessing addresses', () => {
  it('is blocked after some time, without affecting others', async () => {
    const from = (remoteAddress: string) =>
      demo.send({ url: `/api/contract/calendar/${'B'.repeat(43)}.ics`, remoteAddress });
    // Stays below the limit of waiting requests per network, beyond which requests are refused before they are
    // counted here.
    const atOnce = 100;
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: atOnce }, () => from('192.0.2.9')));
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(atOnce);
    }
    const refused = await from('192.0.2.9');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBeDefined();
    expect((await from('198.51.100.4')).status).toBe(404);
  });
});
