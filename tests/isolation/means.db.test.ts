import { randomUUID } from 'node:crypto';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meaningOf } from '../../src/graphql/meaning.ts';
import { type Context, means, sessionMeans } from '../../src/platform/context.ts';
import { type Act, demands, suffices } from '../../src/platform/means.ts';
import { tokenDigest } from '../../src/platform/server/secrets.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { routesOf } from '../support/server-routes.ts';
import { type Answer, type ApiFixture, contextOfPerson } from './api-fixture.ts';
import { type ApiWeb, openApiWeb } from './api-web.ts';

let web: ApiWeb;
let api: ApiFixture;
/** A person with every right, and the administrator acting as that person below. */
let person: Context;
let other: Context;

type Way = Pick<Context, 'actorId' | 'means'>;
/** All ways to be logged in as the person. */
let ways: Readonly<Record<string, Way>>;

beforeAll(async () => {
  web = await openApiWeb();
  api = web.api;
  person = api.people.administrator;
  other = await contextOfPerson(api.fixture, 'zweite', ['user-admin']);
  ways = {
    ...Object.fromEntries(means.map((one) => [one, { actorId: person.userId, means: one }])),
    'token of another': { actorId: other.userId, means: 'token' },
    'acting as him': { actorId: other.userId, means: 'passkey' },
  };
});
afterAll(() => web.close());

const wayNames = [...means, 'token of another', 'acting as him'];
const wayOf = (name: string): Context => ({ ...person, ...ways[name] });

/** A minimal value of the type. */
function leastOf(type: GraphQLInputType): unknown {
  if (!isNonNullType(type)) return undefined;
  const inner = type.ofType;
  if (isListType(inner)) return [leastOf(inner.ofType)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isInputObjectType(inner)) {
    return Object.fromEntries(
      Object.values(inner.getFields()).map((field) => [field.name, leastOf(field.type)]),
    );
  }
  const least: Readonly<Record<string, unknown>> = {
    uuid: randomUUID(),
    String: 'x',
    Boolean: false,
    date: '2026-01-01',
    numeric: '1',
    // The id of no row, so that no way has an effect on the next one.
    bigint: 404_404_404,
  };
  return least[inner.name] ?? 1;
}

function callOf(name: string, args: readonly GraphQLArgument[]) {
  const given = args.filter((one) => isNonNullType(one.type));
  const declared = given.map((one) => `$${one.name}: ${one.type}`).join(', ');
  const passed = given.map((one) => `${one.name}: $${one.name}`).join(', ');
  const variables = Object.fromEntries(given.map((one) => [one.name, leastOf(one.type)]));
  return {
    query: `mutation ${declared ? `(${declared})` : ''} { ${name}${passed ? `(${passed})` : ''} { __typename } }`,
    variables,
  };
}

const outcomeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code ?? 'done';

/** The answers of a command to the person by each way; each time with a new key. */
async function outcomesOf(name: string, args: readonly GraphQLArgument[]): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const way of wayNames) {
    const { body } = await api.graphql.execute(wayOf(way), callOf(name, args));
    outcomes[way] = outcomeOf(JSON.parse(body));
  }
  return outcomes;
}

function commands() {
  const schema = api.graphql.schema({ kind: 'admin', price: true });
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  return fields.filter((field) => meaningOf(field)?.kind === 'command');
}

describe('AUTH-30 sufficient means', () => {
  test.each(Object.keys(demands) as Act[])('%s: the table decides for each way to be logged in', (act) => {
    const allowed = wayNames.filter((way) => suffices(wayOf(way), act));
    expect(allowed).toEqual(
      {
        work: [...sessionMeans, 'token', 'job', 'token of another', 'acting as him'],
        four_eyes: [...sessionMeans, 'token', 'job'],
        provisioning: ['directory'],
        linked_task: ['mail_link'],
        own_login: [...sessionMeans],
        bound_entry: [
          ...['passkey', 'sign_on', 'token', 'mail_link', 'job', 'directory'],
          ...['token of another', 'acting as him'],
        ],
        sign_on_entry: ['sign_on', 'token', 'mail_link', 'job', 'directory', 'token of another'],
        large_approval: ['passkey', 'sign_on'],
        kept_passkeys: ['passkey', 'sign_on'],
      }[act],
    );
  });

  test('AUTH-23 AUTH-29 every command by every way: a token of another is refused like acting, a link entirely', async () => {
    const lines: string[] = [];
    for (const { name, args } of commands()) {
      const outcomes = await outcomesOf(name, args);
      const own = outcomes.link;
      for (const way of ['passkey', 'sign_on', 'demo', 'token', 'job'])
        expect([name, way, outcomes[way]]).toEqual([name, way, own]);
      for (const way of ['mail_link', 'directory'])
        expect([name, way, outcomes[way]]).toEqual([name, way, 'permission_denied']);
      expect([name, outcomes['token of another']]).toEqual([name, outcomes['acting as him']]);
      const isFourEyes = outcomes['acting as him'] === 'permission_denied' && own !== 'permission_denied';
      if (!isFourEyes) expect([name, outcomes['acting as him']]).toEqual([name, own]);
      lines.push(`${name}: ${isFourEyes ? 'the person himself' : 'also for him'}`);
    }
    expect(lines.length).toBeGreaterThan(60);
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('means-of-commands.txt');
  });

  test('AUTH-29 AUTH-30 every route by every way that a token can express', async () => {
    const reported = wayNames.filter((way) => !['mail_link', 'job', 'directory'].includes(way));
    const lines: string[] = [];
    for (const route of routesOf(web.http).filter((one) => !/^(GET|OPTIONS) /.test(one))) {
      const [method = '', path = ''] = route.split(' ');
      const url = path.replaceAll(/:\w+/g, '404');
      const statuses = new Map<string, number>();
      for (const way of reported.toReversed()) {
        const authorization = `Bearer ${await tokenOf(way)}`;
        const { statusCode } = await web.http.inject({
          method: method as 'POST',
          url,
          headers: { host: 'localhost', authorization },
          ...(method === 'DELETE' ? {} : { payload: {} }),
        });
        statuses.set(way, statusCode);
      }
      const refused = reported.filter((way) => statuses.get(way) === 403 && statuses.get('link') !== 403);
      if (refused.length > 0) lines.push(`${route}: not by ${refused.join(', ')}`);
    }
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('means-of-routes.txt');
  });
});

async function tokenOf(way: string): Promise<string> {
  const { rows } = await api.owner.query<{ token_version: number }>(
    'select token_version from lb_user where id = $1',
    [person.userId],
  );
  return web.tokens.issueAccess({
    ...wayOf(way),
    tokenVersion: rows[0]?.token_version ?? 0,
    tenantName: api.fixture.a.tag,
    email: 'somebody@a.test',
    permissions: '',
  });
}

describe('AUTH-23 an API token keeps its maker', () => {
  const token = 'a-token-of-an-api-that-is-long-enough-for-it';
  const madeBy = (maker: number | null) =>
    api.owner.query(
      `update lb_user set api_token_hash = $2, token_maker_id = $3, token_expires_at = now() + interval '1 day' where id = $1`,
      [person.userId, tokenDigest(token), maker],
    );
  const exported = async () => {
    const { statusCode } = await web.http.inject({
      method: 'POST',
      url: '/api/invoice/export',
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
      payload: {},
    });
    return statusCode;
  };

  test('made by another person it cannot export, made by its own person it can', async () => {
    await madeBy(other.userId);
    expect(await exported()).toBe(403);
    await madeBy(person.userId);
    expect(await exported()).toBe(422);
  });

  test.each([
    ['is no longer an administrator', "roles = '{}'"],
    ['is blocked', 'blocked = true'],
    ['is deactivated', 'active = false'],
  ])('opens nothing if its maker %s, or if its maker is unknown', async (_why, change) => {
    const { userId } = await contextOfPerson(api.fixture, `maker-${randomUUID()}`, ['user-admin']);
    await madeBy(userId);
    expect(await exported()).toBe(403);
    await api.owner.query(`update lb_user set ${change} where id = $1`, [userId]);
    expect(await exported()).toBe(401);
    await madeBy(null);
    expect(await exported()).toBe(401);
  });
});

describe('AUTH-30 login data of a person', () => {
  const undone = new Error('undone');
  /** The database's answer to a statement of the product, rolled back afterwards. */
  async function saidTo(way: string, sql: string): Promise<string> {
    return await api.db.database
      .inTenant(
        wayOf(way),
        async (tx) => {
          await tx.query(sql);
          throw undone;
        },
        { role: 'writer' },
      )
      .catch((error: unknown) => (error === undone ? 'done' : (error as Error).message));
  }

  const statements = {
    'a new own address': () => `update lb_user set email = 'neu@a.test' where id = ${person.userId}`,
    'a new address of another person': () =>
      `update lb_user set email = 'neu@a.test' where id = ${other.userId}`,
    'a token': () =>
      `update lb_user set api_token_hash = '\\x00', token_maker_id = ${person.userId} where id = ${other.userId}`,
    'a passkey': () =>
      `insert into passkey (tenant_id, lb_user_id, name, credential_id, public_key, counter)
       values (app.tenant_id(), ${person.userId}, 'x', '\\x${randomUUID().replaceAll('-', '')}', '\\x00', 0)`,
    'a removed passkey': () => 'delete from passkey',
    'a session': () =>
      `insert into refresh_token (tenant_id, lb_user_id, actor_id, family, token_hash, expires_at)
       values (app.tenant_id(), ${person.userId}, ${person.userId}, gen_random_uuid(), '\\x${randomUUID().replaceAll('-', '')}', now())`,
    'the end of a session': () => 'update refresh_token set revoked_at = now()',
  };

  test.each(Object.keys(statements) as (keyof typeof statements)[])(
    '%s is allowed only from an own session, also outside of routes and commands',
    async (name) => {
      for (const way of wayNames) {
        const outcome = await saidTo(way, statements[name]());
        if (suffices(wayOf(way), 'own_login')) expect([way, outcome]).toEqual([way, 'done']);
        else expect([way, outcome]).toEqual([way, expect.stringContaining('permission denied for table')]);
      }
    },
  );
});

describe('AUTH-36 where administrators log in with a passkey', () => {
  let version: number;
  beforeAll(async () => {
    const { rows } = await api.owner.query<{ version: number }>(
      `insert into configuration (tenant_id, key, value) values ($1, 'passkey_administrators', 'true')
       returning (select token_version from lb_user where id = $2) as version`,
      [person.tenantId, person.userId],
    );
    version = rows[0]?.version ?? 0;
    await api.owner.query('delete from passkey where lb_user_id = $1', [person.userId]);
  });
  afterAll(() => api.owner.query("delete from configuration where key = 'passkey_administrators'"));

  const barred = ['link', 'demo', 'acting by link'];
  const wayBy = (way: string): Context => ({
    ...(way === 'acting by link' ? { ...person, actorId: other.userId, means: 'link' } : wayOf(way)),
    tokenVersion: version,
  });

  test('every command is refused to people logged in by a link, and only to them', async () => {
    let refused = 0;
    for (const { name, args } of someOf(commands(), 3)) {
      for (const way of [...barred, ...wayNames.filter((one) => !barred.includes(one))]) {
        const { body } = await api.graphql.execute(wayBy(way), callOf(name, args));
        const outcome = outcomeOf(JSON.parse(body));
        // Invalid input is refused before authentication.
        if (outcome === 'invalid_type') continue;
        if (barred.includes(way)) refused += Number(outcome === 'passkey_required');
        expect([name, way, outcome === 'passkey_required']).toEqual([name, way, barred.includes(way)]);
      }
    }
    expect(refused).toBeGreaterThan(inDepth(20, 60) * barred.length);
  });

  test('every query is refused as well, without any rows', async () => {
    for (const way of barred) {
      const { body } = await api.graphql.execute(wayBy(way), {
        query: '{ supplier { id } lb_user { email } }',
      });
      expect([way, outcomeOf(JSON.parse(body))]).toEqual([way, 'passkey_required']);
      expect(body).not.toContain('@');
    }
  });

  test('of all routes for persons, only those for the first passkey are open', async () => {
    const open: string[] = [];
    for (const route of routesOf(web.http).filter((one) => !one.startsWith('OPTIONS '))) {
      const [method = '', path = ''] = route.split(' ');
      const call = async (authorization?: string) => {
        const { statusCode } = await web.http.inject({
          method: method as 'POST',
          url: path.replaceAll(/:\w+/g, '404').replace('*', '404'),
          headers: { host: 'localhost', ...(authorization && { authorization }) },
          ...(method === 'POST' && { payload: {} }),
        });
        return statusCode;
      };
      if ((await call()) !== 401) continue;
      const status = await call(`Bearer ${await tokenOf('link')}`);
      if (status < 400) open.push(route);
    }
    expect(open).toEqual(['POST /api/auth/logout', 'POST /api/auth/passkey/register-options']);
  });
});
