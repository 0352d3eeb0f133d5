import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MonthRun, OperatorBilling, OwnBilling } from '../../src/features/billing/model.ts';
import { startEasybillSandbox } from '../../src/features/billing/sandbox/server.ts';
import { accessTokenFor, addPerson, type TestPerson, type TestWeb, testWeb } from '../support/web.ts';
import { addTenants, month } from './setup.ts';

const easybill = { apiKey: 'key', url: 'http://127.0.0.1:9', requestsPerMinute: 10, isSandbox: true };

let web: TestWeb;
let operator: TestPerson;
let admin: TestPerson;
let tenant: number;

beforeAll(async () => {
  web = await testWeb({ easybill });
  web.clock.forward(Date.parse('2026-11-01T08:00:00Z') - web.clock.now().getTime());
  operator = await addPerson(web, { tenant: 'platform', email: 'op@demo.test', roles: ['user-operator'] });
  [tenant = 0] = await addTenants(web, 1);
  const [row] = await web.sql<{ name: string }>('select name from tenant where id = $1', [tenant]);
  admin = await addPerson(web, { tenant: row?.name ?? '', email: 'admin@demo.test', roles: ['user-admin'] });
});
afterAll(() => web.drop());

async function call(
  who: TestPerson,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const isOperator = who === operator;
  const token = await accessTokenFor(web, who, isOperator ? ['user-operator'] : ['user-admin']);
  const { statusCode, body } = await web.app.inject({
    ...{ method, url, ...(payload && { payload }) },
    headers: {
      ...{ host: 'localhost', authorization: `Bearer ${token}` },
      ...(isOperator && { 'x-hasura-role': 'user-operator' }),
    },
  });
  return { status: statusCode, body: JSON.parse(body) };
}

const path = () => `/api/operator/tenant/${tenant}/billing`;
const seen = async (query = '') => (await call(operator, 'GET', `${path()}${query}`)).body as OperatorBilling;
const own = async (query = '') => (await call(admin, 'GET', `/api/billing${query}`)).body as OwnBilling;

describe('API-37 OP-06 billing of a tenant by an operator', () => {
  test('shows the last complete month, other months, and why one cannot be charged', async () => {
    expect(await seen()).toMatchObject({
      bill: { month, net: '99.00', gross: '117.81' },
      ...{ billing: null, problem: null, steps: [], history: [] },
    });
    expect((await seen()).months.slice(0, 2)).toEqual(['2026-11', '2026-10']);
    expect(await seen('?month=2026-11')).toMatchObject({ problem: 'billing_month', bill: { net: '99.00' } });
    expect((await call(operator, 'GET', `${path()}?month=2026-13`)).status).toBe(400);
    expect((await call(operator, 'GET', '/api/operator/tenant/404404/billing')).status).toBe(404);
  });

  test('ERR-12 SET-10 informs operator and tenant that the tenant ID must be registered', async () => {
    await web.sql('update tenant set easybill_id = null where id = $1', [tenant]);
    expect(await seen()).toMatchObject({ problem: 'billing_not_connected' });
    expect(await own()).toMatchObject({ is_connected: false });
    const { status, body } = await call(operator, 'POST', path(), { month });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({
      code: 'billing_not_connected',
      message: 'The billing service does not know the tenant. Please register the tenant ID.',
    });
    await web.sql("update tenant set easybill_id = '77' where id = $1", [tenant]);
    expect(await own()).toMatchObject({ is_connected: true });
  });

  test('starts the invoice once, and both see it as it was charged', async () => {
    expect(await call(operator, 'POST', path(), { month })).toMatchObject({ status: 202 });
    expect((await call(operator, 'POST', path(), { month })).body).toMatchObject({ code: 'billing_exists' });
    await web.sql('update tenant set base_price_document = 5 where id = $1', [tenant]);
    expect(await seen()).toMatchObject({
      bill: { net: '99.00' },
      billing: {
        month,
        state: 'open',
        has_debit: true,
        mail_to: 'billing@example.test',
        is_automatic: false,
      },
      history: [{ month, state: 'open', gross: '117.81' }],
    });
    const shown = await own();
    expect(shown).toMatchObject({
      bill: { net: '99.00' },
      billing: { state: 'open', document_number: null },
    });
    expect(JSON.stringify(shown)).not.toContain('DE02120300000000202051');
    expect((await own('?month=2026-09')).bill.net).toBe('5.00');
    expect((await call(operator, 'POST', `${path()}/cancel`, { month })).body).toMatchObject({
      code: 'billing_not_cancellable',
    });
    expect((await call(operator, 'POST', `${path()}/mail`, { month })).body).toMatchObject({
      code: 'billing_exists',
    });
  });

  test('OP-13 shows and starts a month of all tenants; a refusal does not affect the others', async () => {
    const [one = 0, two = 0] = await addTenants(web, 2, { sepa_agreement: false });
    const [unknown = 0] = await addTenants(web, 1, { sepa_agreement: false });
    const [later = 0] = await addTenants(web, 1, {
      ...{ sepa_agreement: false, created_at: '2026-11-01T12:00:00Z' },
    });
    await web.sql('update tenant set easybill_id = null where id = $1', [unknown]);
    const run = async () => {
      const { tenants } = (await call(operator, 'GET', `/api/operator/billing?month=${month}`))
        .body as MonthRun;
      return new Map(tenants.map(({ tenant: { id }, ...shown }) => [id, shown]));
    };
    const before = await run();
    expect(before.get(one)).toMatchObject({ bill: { gross: '117.81' }, billing: null, problem: null });
    expect(before.get(unknown)).toMatchObject({ problem: 'billing_not_connected' });
    expect(before.get(tenant)).toMatchObject({ bill: { net: '99.00' }, billing: { state: 'open' } });
    expect(before.has(later)).toBe(false);
    const ids = [one, unknown, two, tenant, one];
    const { status, body } = await call(operator, 'POST', '/api/operator/billing', {
      ...{ month, tenant_ids: ids },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      started: 2,
      refused: [
        { tenant_id: unknown, code: 'billing_not_connected' },
        { tenant_id: tenant, code: 'billing_exists' },
      ],
    });
    const after = await run();
    expect([one, two, unknown].map((id) => after.get(id)?.billing?.state)).toEqual([
      'open',
      'open',
      undefined,
    ]);
  });

  test('OP-13 the tenant gets finished documents as PDF, or an error of the service', async () => {
    const sandbox = await startEasybillSandbox({ clock: web.clock });
    const another = await web.another({ easybill: sandbox.settings });
    const get = async (id: number, app = another) => {
      const authorization = `Bearer ${await accessTokenFor(web, admin, ['user-admin'])}`;
      return await app.inject({
        url: `/api/billing/${id}/pdf`,
        headers: { host: 'localhost', authorization },
      });
    };
    const [billed] = (await own()).history;
    const id = billed?.id ?? 0;
    expect((await get(id)).statusCode).toBe(404);
    const document = sandbox.state.addDocument({ items: [] });
    sandbox.state.finish(document);
    await web.sql("update billing set document_id = $2, document_number = 'RE-00001' where id = $1", [
      ...[id, document.id],
    ]);
    const got = await get(id);
    expect(got.headers['content-type']).toBe('application/pdf');
    expect(got.headers['content-disposition']).toContain('RE-00001.pdf');
    expect(got.body).toMatch(/^%PDF-1.4[\s\S]*RE-00001[\s\S]*%%EOF\n$/);
    expect((await get(id, web.app)).json()).toMatchObject({ code: 'billing_document_away' });
    await sandbox.close();
  });

  test('reports that nothing can be charged without a service', async () => {
    const without = await web.another({ easybill: null });
    const token = await accessTokenFor(web, operator, ['user-operator']);
    const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'x-hasura-role': 'user-operator' };
    const read = await without.inject({ url: `${path()}?month=2026-09`, headers });
    expect(read.json()).toMatchObject({ problem: 'billing_no_service' });
    const begun = await without.inject({
      method: 'POST',
      url: path(),
      payload: { month: '2026-09' },
      headers,
    });
    expect(begun.json()).toMatchObject({ code: 'billing_no_service' });
  });

  test('only administrators see the tenant’s bills', async () => {
    const person = { ...admin };
    const token = await accessTokenFor(web, person, []);
    const headers = { host: 'localhost', authorization: `Bearer ${token}` };
    await web.sql("update lb_user set roles = '{user-price}' where id = $1", [admin.id]);
    expect((await web.app.inject({ url: '/api/billing', headers })).statusCode).toBe(403);
  });
});
