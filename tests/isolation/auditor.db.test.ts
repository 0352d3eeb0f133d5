import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { Context } from '../../src/platform/context.ts';
import type { DatabaseRole } from '../../src/platform/server/database/entrance.ts';
import { quoted, tenantTables } from '../support/catalogue.ts';
import { someOf } from '../support/depth.ts';
import { routesOf } from '../support/server-routes.ts';
import { marksOfB } from './api-fixture.ts';
import { mutationFields, queryFields } from './api-requests.ts';
import { type ApiWeb, openApiWeb } from './api-web.ts';
import { openInsideTenant } from './reviewed.ts';

let web: ApiWeb;
/** The auditor of a company of tenant A without documents. */
let auditor: Context;

beforeAll(async () => {
  web = await openApiWeb();
  const { a } = web.api.fixture;
  const { id: company } = await a.add('client', { name: 'Geprüfte Firma' });
  const { id } = await a.add('lb_user', {
    email: `auditor@${a.tag}.test`,
    roles: '{user-auditor}',
    auditor_client_id: company ?? '',
    auditor_from: '1990-01-01',
    auditor_until: '2090-12-31',
    auditor_ends_on: '2090-12-31',
  });
  auditor = {
    tenantId: Number(a.id),
    userId: Number(id),
    actorId: Number(id),
    means: 'link',
    tokenVersion: 1,
    roles: ['user-auditor', 'user-price'],
    asOperator: false,
    language: 'de',
    requestId: randomUUID(),
  };
  await noted(auditor.requestId);
});
afterAll(() => web.close());

function noted(request: string): Promise<unknown> {
  return web.api.owner.query(
    `insert into auditor_access (tenant_id, lb_user_id, actor_id, kind, operation, request_id) values ($1, $2, $2, 'query', 'test', $3)`,
    [auditor.tenantId, auditor.userId, request],
  );
}

const within = (role: DatabaseRole | undefined, sql: string, values: unknown[] = []) =>
  web.api.db.database.inTenant(auditor, (tx) => tx.query(sql, values), role && { role });

/**
 * Belongs to no company: visible to every auditor. All other rows of the tenant belong to the other company here
 * (ARC-09).
 */
const ofNoCompany = [...openInsideTenant, 'client', 'product_group', 'tenant'];

describe('ARC-04 visibility for an auditor', () => {
  test('sees no documents of another company, in any table or query of the API', async () => {
    const schema = web.api.graphql.schema({ kind: 'user', price: true });
    const seen = new Set<string>();
    for (const field of queryFields(schema)) {
      const found = meaningOf(field);
      if (found?.kind !== 'list' || !isObjectType(getNamedType(field.type))) continue;
      const query = `{ ${field.name} { __typename } }`;
      const { body } = await web.api.graphql.execute(auditor, { query });
      const rows = (JSON.parse(body) as { data?: Record<string, unknown[]> }).data?.[field.name];
      expect(rows, `${field.name}: ${body.slice(0, 200)}`).toBeDefined();
      if (rows && rows.length > 0) seen.add(found.table.name);
    }
    expect([...seen].filter((name) => !ofNoCompany.includes(name))).toEqual([]);
    expect(seen).toContain('product_group');
  });

  test('sees only the own company and its dependent rows', async () => {
    const names = await within(undefined, 'select name from client');
    expect(names).toEqual([{ name: 'Geprüfte Firma' }]);
    for (const table of ['tax_group', 'client_tax_key', 'buyer_reference', 'client_address'])
      expect(await within(undefined, `select id from ${table}`), table).toEqual([]);
  });

  test('sees no sessions, passkeys, tokens or addresses of people, and no credentials of systems', async () => {
    for (const table of [
      'refresh_token',
      'passkey',
      'service_token',
      'directory_person',
      'directory_group',
      'directory_member',
      'sign_on_identity',
      'role_template',
      'sign_on_issuer',
      'webhook',
      'webhook_delivery',
      'export_destination',
      'scheduled_export',
      'scheduled_export_run',
      'sign_on_group',
      'user_address',
      'mailbox',
      'accounting_connection',
      'auditor_access',
    ])
      expect(await within(undefined, `select tenant_id from ${table}`), table).toEqual([]);
    await expect(within(undefined, 'select api_token_hash from public.lb_user')).rejects.toThrow(
      'permission denied',
    );
    const secrets = await within(undefined, "select key from configuration where model = 'password'");
    expect(secrets).toEqual([]);
  });

  test('gets no answer to a request outside of the log, nor to work without a request', async () => {
    for (const context of [
      { ...auditor, requestId: randomUUID() },
      { ...auditor, tokenVersion: null },
    ]) {
      const reading = web.api.db.database.inTenant(context, (tx) => tx.query('select id from client'));
      await expect(reading).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('only the auditor adds to the log, and it cannot be changed', async () => {
    const { people, db } = web.api;
    for (const role of ['reader_price', 'writer', 'auditor'] as const)
      for (const sql of [
        'delete from auditor_access',
        "update auditor_access set operation = 'x'",
        "select app.log_access('query', 'x', null, null, gen_random_uuid())",
      ]) {
        const trying = db.database.inTenant(people.administrator, (tx) => tx.query(sql), { role });
        await expect(trying, `${role}: ${sql}`).rejects.toMatchObject({ code: '42501' });
      }
  });
});

describe('ARC-04 ROLE-19 an auditor writes nothing', () => {
  test('every write of every table is refused, under any role', async () => {
    const accepted: string[] = [];
    const writes = tenantTables(web.api.fixture.catalogue).flatMap(({ name }) =>
      [
        `update ${quoted(name)} set tenant_id = tenant_id`,
        `delete from ${quoted(name)}`,
        `insert into ${quoted(name)} (tenant_id) values (app.tenant_id())`,
      ].flatMap((sql) => (['auditor', 'writer', 'operator', 'gate'] as const).map((role) => ({ role, sql }))),
    );
    for (const { role, sql } of someOf(writes, 5))
      await within(role, sql).then(
        () => accepted.push(`${role}: ${sql}`),
        (error: { code?: string }) => {
          if (!['25006', '42501'].includes(error.code ?? '')) accepted.push(`${role}: ${sql} ${error.code}`);
        },
      );
    expect(accepted).toEqual([]);
  });

  test('writing through functions with other rights is refused', async () => {
    for (const sql of [
      "select app.enqueue('export', '{}')",
      "select app.note_audit('info', 'supplier', 'supplier', 1, 'x')",
      "select app.log_access('query', 'x', null, null, gen_random_uuid())",
    ])
      for (const role of ['auditor', 'writer'] as const)
        await expect(within(role, sql), sql).rejects.toMatchObject({
          code: expect.stringMatching(/^(25006|42501)$/),
        });
    const opened = web.api.db.database.inTenant(auditor, async (tx) => {
      await tx.query("select set_config('transaction_read_only', 'off', true)");
    });
    await expect(opened).rejects.toMatchObject({ code: '25001' });
  });

  test('every mutation of the API is refused', async () => {
    const fields = mutationFields(web.api.graphql.schema({ kind: 'user', price: true }));
    expect(fields.length).toBeGreaterThan(40);
    for (const field of fields) {
      const type = getNamedType(field.type);
      const first = isObjectType(type) ? ' { __typename }' : '';
      const definitions = field.args.map(({ name, type: wanted }) => `$${name}: ${wanted}`).join(', ');
      const values = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
      const query = `mutation (${definitions}) { ${field.name}(${values})${first} }`;
      const { body } = await web.api.graphql.execute(auditor, { query });
      expect(JSON.parse(body), field.name).toMatchObject({
        errors: [{ extensions: { code: 'permission_denied' } }],
      });
    }
  });

  test('no route changes anything or reveals other companies', { timeout: 120_000 }, async () => {
    const { a } = web.api.fixture;
    const token = await web.tokens.issueAccess({
      ...auditor,
      tokenVersion: 1,
      tenantName: a.tag,
      email: `auditor@${a.tag}.test`,
      permissions: '',
    });
    const before = await web.api.digest();
    const documents = ['procurement', 'invoice', 'contract'].flatMap((table) => {
      const { name, number_printed: number } = a.row(table);
      return [name, number].filter((one) => one && one.length > 4);
    });
    for (const route of routesOf(web.http).filter((one) => / \/api\//.test(one) && !ownMatters.has(one))) {
      const [method = '', path = ''] = route.split(' ');
      const table = /^\/api\/(\w+)\//.exec(path)?.[1] ?? '';
      const known = tenantTables(web.api.fixture.catalogue).some(({ name }) => name === table);
      const id = (known && a.row(table).id) || a.row('invoice').id;
      const url = path
        .replace(/:table/, 'invoice')
        .replace(/:entity/, 'supplier')
        .replace(/:\w+/g, String(id));
      const { statusCode, body } = await web.send({
        method: method as 'GET',
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(statusCode, `${route}: ${body}`).not.toBe(500);
      if (method !== 'GET') expect(statusCode, `${route}: ${body}`).toBeGreaterThanOrEqual(400);
      expect(body, route).not.toMatch(marksOfB);
      for (const word of documents) expect(body, route).not.toContain(word);
    }
    const after = await web.api.digest();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    // Refusals are noted as well, or counted where there are many (AUTH-35).
    expect(changed.filter((name) => !web.api.notesOfRefusals.includes(name))).toEqual([
      `auditor_access of ${a.tag}`,
    ]);
    expect(web.log.lines().filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
  });
});

/** Own matters of an auditor, routes without a person, and endless streams. */
const ownMatters = new Set([
  'GET /api/live',
  'GET /api/dev/outbox',
  'DELETE /api/auth/session',
  'POST /api/auth/passkey/register-options',
  'POST /api/auth/passkey/login-options',
  'POST /api/auth/login',
  'POST /api/auth/sign-on/start',
  'POST /api/auth/sign-on/finish',
  'POST /api/auth/logout',
  'POST /api/invoice/share',
  'POST /api/punchin/notice/:tenant/:id',
]);
