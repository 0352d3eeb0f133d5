import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantAnswer, TenantListAnswer } from '../../src/features/operator/model.ts';
import { eventually } from '../support/web.ts';
import { type OperatorFixture, operatorFixture } from './operators.ts';

const path = '/api/operator/tenant';
let fixture: OperatorFixture;

beforeAll(async () => {
  fixture = await operatorFixture();
  await fixture.web.startWorker();
});
afterAll(() => fixture.close());

const wanted = (name: string, change: object = {}) => ({
  values: {
    name,
    contact_email: 'kontakt@neu.test',
    admin_name: 'Nele Neu',
    admin_email: 'nele@neu.test',
    ...change,
  },
});

async function founded(name: string, more: object = {}): Promise<number> {
  const answer = await fixture.post(path, { ...wanted(name), ...more });
  expect(answer.status).toBe(201);
  return answer.json<{ id: number }>().id;
}

const read = async (id: number) => (await fixture.get(`${path}/${id}`)).json<TenantAnswer>();
const problemsOf = (answer: { json<T>(): T }) =>
  answer.json<{ fields?: Record<string, string> }>().fields ?? {};

const audits = (tenant: number, table: string) =>
  fixture.web.sql<{
    type: string;
    info: string | null;
    lb_user_id: string | null;
    data_after: object | null;
  }>(
    'select type, info, lb_user_id, data_after from audit_log where tenant_id = $1 and "table" = $2 order by id',
    [tenant, table],
  );

describe('OP-01 an operator creates tenants', () => {
  test('OP-01 invites the first administrator, who logs in', async () => {
    const id = await founded('Neu GmbH');
    const person = { email: 'nele@neu.test', name: 'Nele Neu', roles: ['user-admin'], lang: 'de' };
    expect(
      await fixture.web.sql('select email, name, roles, lang from lb_user where tenant_id = $1', [id]),
    ).toEqual([person]);
    const welcome = "select recipient from mail where tenant_id = $1 and kind = 'welcome'";
    const mail = await eventually(
      async () => (await fixture.web.sql<{ recipient: string }>(welcome, [id]))[0],
    );
    expect(mail.recipient).toBe('nele@neu.test');
    expect(await read(id)).toMatchObject({
      status: 'active',
      values: { name: 'Neu GmbH', main_language: 'de', default_decimal_places: 2 },
    });
  });

  test('VAL-40 requires name and contact e-mail, a valid e-mail, and a unique name ignoring case', async () => {
    const nothing = await fixture.post(path, { values: {} });
    expect(nothing.status).toBe(422);
    expect(problemsOf(nothing)).toMatchObject({
      name: 'field_required',
      contact_email: 'field_required',
      admin_email: 'field_required',
    });
    const wrong = await fixture.post(path, wanted('Falsch', { contact_email: 'niemand' }));
    expect(problemsOf(wrong)).toEqual({ contact_email: 'validation_failed' });
    await founded('Einmalig');
    expect(problemsOf(await fixture.post(path, wanted('EINMALIG')))).toEqual({ name: 'unique_violation' });
    expect(await fixture.web.sql("select from tenant where lower(name) = 'einmalig'")).toHaveLength(1);
  });

  test('DATA-03 to DATA-09 stores every field, and adds, changes and removes items and tiers', async () => {
    const values = {
      document_limit: 100,
      base_price_document: '99',
      extra_price_document: '0.8',
      recognition_unit_price: '0.2055',
      easybill_id: '4711',
      iban: 'DE89 3704 0044 0532 0130 00',
      sepa_agreement: true,
      sepa_agreement_date: '2026-01-05',
      sepa_mandate_reference: 'M-1',
      sepa_creditor_id: 'DE98ZZZ09999999999',
      sepa_scheme: 'B2B',
      sepa_last_use: '2026-02-01',
      sepa_prenotification_days: 5,
      automatic_billing: true,
      automatic_billing_mail: true,
      standard_package: true,
      debit_credit_reverse: true,
      billing_name: 'Viele Felder AG',
      billing_email: 'rechnung@felder.test',
    };
    const item = { description: 'Schulung', net_amount: '15', start_date: '2026-01-01', end_date: null };
    const tier = { quantity: 0, base_price: '20', unit_price: '0.5' };
    const id = await founded('Viele Felder', {
      ...wanted('Viele Felder', values),
      children: {
        additional_items: [{ id: null, values: item }],
        tiered_prices: [
          { id: null, values: tier },
          { id: null, values: { quantity: 100, base_price: '40', unit_price: '0.3' } },
        ],
      },
    });
    const first = await read(id);
    expect(first.values).toMatchObject({
      ...values,
      base_price_document: '99.0000',
      extra_price_document: '0.8000',
      iban: 'DE89370400440532013000',
    });
    expect(first.children.additional_items).toMatchObject([{ values: { ...item, net_amount: '15.00' } }]);
    expect(first.children.tiered_prices.map(({ values: { quantity } }) => quantity)).toEqual([0, 100]);
    const [kept] = first.children.tiered_prices;
    const saved = await fixture.post(`${path}/${id}`, {
      stamp: first.updated_at,
      values: {},
      children: {
        additional_items: [],
        tiered_prices: [{ id: kept?.id, values: { ...tier, unit_price: '0.45' } }],
      },
    });
    expect(saved.status).toBe(200);
    const second = await read(id);
    expect(second.children).toMatchObject({
      additional_items: [],
      tiered_prices: [{ id: kept?.id, values: { unit_price: '0.4500' } }],
    });
    // A save based on older rows overwrites nothing.
    const late = await fixture.post(`${path}/${id}`, { stamp: first.updated_at, values: { city: 'Ulm' } });
    expect([late.status, late.json().code]).toEqual([409, 'record_changed']);
  });

  test.each([
    [
      'end before its start',
      'additional_items',
      { description: 'X', net_amount: '1', start_date: '2026-02-01', end_date: '2026-01-01' },
    ],
    [
      'a third decimal',
      'additional_items',
      { description: 'X', net_amount: '1.001', start_date: '2026-02-01', end_date: null },
    ],
    [
      'an impossible day',
      'additional_items',
      { description: 'X', net_amount: '1', start_date: '2026-02-31', end_date: null },
    ],
    ['a negative price', 'tiered_prices', { quantity: 1, base_price: '-1', unit_price: '1' }],
    ['a text instead of a number', 'tiered_prices', { quantity: 'many', base_price: '1', unit_price: '1' }],
  ])('DATA-09 refuses %s without saving anything', async (_, name, values) => {
    const id = await founded(`Grenzen ${_}`);
    const { updated_at } = await read(id);
    const answer = await fixture.post(`${path}/${id}`, {
      stamp: updated_at,
      values: { city: 'Ulm' },
      children: { [name]: [{ id: null, values }] },
    });
    expect(answer.status).toBe(422);
    expect((await read(id)).values.city).toBeNull();
  });

  test.each([
    ['a column that cannot be written here', { status: 'archived' }],
    ['an unknown column', { 'name = 1; --': 'x' }],
    ['a number as a name', { name: 7 }],
    ['an unreadable amount', { base_price_document: 'viel' }],
  ])('OP-01 refuses %s', async (_, values) => {
    const [own] = await fixture.web.sql<{ id: string }>("select id from tenant where name = 'Neu GmbH'");
    const id = Number(own?.id);
    const { updated_at } = await read(id);
    expect((await fixture.post(`${path}/${id}`, { stamp: updated_at, values })).status).toBe(422);
    expect((await read(id)).status).toBe('active');
  });
});

describe('OP-11 the area is for operators only', () => {
  const calls = [
    ['GET', path],
    ['POST', path],
    ['GET', `${path}/1`],
    ['POST', `${path}/1`],
    ['POST', `${path}/1/archive`],
    ['POST', `${path}/1/restore`],
    ['GET', `${path}/1/document?kind=invoice`],
    ['GET', '/api/operator/global-configuration'],
    ['POST', '/api/operator/global-configuration'],
  ] as const;

  test.each(calls)('OP-11 API-02 %s %s', async (method, url) => {
    const payload = method === 'POST' ? { payload: {} } : {};
    expect((await fixture.send({ method, url, ...payload })).status).toBe(401);
    const header = { headers: { 'x-hasura-role': 'user-operator' } };
    const asAdmin = await fixture.admin.send({ method, url, ...payload, ...header });
    expect([asAdmin.status, asAdmin.json().code]).toEqual([403, 'permission_denied']);
    // An operator who does not act as one.
    const asMember = await fixture.operator.send({ method, url, ...payload });
    expect([asMember.status, asMember.json().code]).toEqual([403, 'permission_denied']);
  });
});

describe('OP-12 changes by operators are audited in the right tenant', () => {
  test('OP-12 DATA-45 a tenant sees the operator’s name, and no id of a person of another tenant', async () => {
    const id = await founded('Protokoll', {
      children: {
        additional_items: [
          {
            id: null,
            values: { description: 'Hosting', net_amount: '5', start_date: '2026-01-01', end_date: null },
          },
        ],
      },
    });
    const { updated_at } = await read(id);
    await fixture.post(`${path}/${id}`, { stamp: updated_at, values: { city: 'Ulm' } });
    await fixture.archive(id);
    await fixture.restore(id);
    const rows = await audits(id, 'tenant');
    expect(rows.map(({ type }) => type)).toEqual(['insert', 'update', 'update', 'update']);
    expect(rows[1]?.data_after).toEqual({ city: 'Ulm' });
    for (const row of [
      ...rows,
      ...(await audits(id, 'tenant_additional_item')),
      ...(await audits(id, 'lb_user')),
    ])
      expect([row.lb_user_id, row.info]).toEqual([null, 'operator Nora Ziegler']);
    const history = await fixture.admin.send({ method: 'GET', url: `/api/audit/history/tenant/${id}` });
    expect(history.json()).toMatchObject({ items: [] });
  });

  test('OP-12 AUD-08 the tenant’s history shows that it was an operator', async () => {
    const { updated_at } = await read(fixture.demoTenant);
    await fixture.post(`${path}/${fixture.demoTenant}`, {
      stamp: updated_at,
      values: { contact_email: 'kontakt@demo.test', state: 'Bayern' },
    });
    const history = await fixture.admin.send({
      method: 'GET',
      url: `/api/audit/history/tenant/${fixture.demoTenant}`,
      headers: { 'accept-language': 'de' },
    });
    expect(history.json<{ items: { person: string }[] }>().items[0]).toMatchObject({
      person: 'Betreiber Nora Ziegler',
    });
  });

  test('OP-12 DATA-02 saves the global configuration as a whole, audited in the operator’s tenant', async () => {
    const url = '/api/operator/global-configuration';
    const { stamp } = (await fixture.get(url)).json<{ stamp: string }>();
    const value = (change: object) => ({
      id: null,
      values: {
        key: 'announcement',
        label: 'Hinweis',
        group: null,
        type: 'string',
        value: 'Wartung',
        ...change,
      },
    });
    const wrong = await fixture.post(url, { stamp, rows: [value({ type: 'number' })] });
    expect(wrong.status).toBe(422);
    expect((await fixture.post(url, { stamp, rows: [value({})] })).status).toBe(200);
    const { rows } = (await fixture.get(url)).json<{ rows: { values: object }[] }>();
    expect(rows).toMatchObject([{ values: { key: 'announcement', value: 'Wartung' } }]);
    // Every logged-in person can read it.
    expect(await fixture.admin.get('{ global_configuration { key value } }')).toEqual({
      global_configuration: [{ key: 'announcement', value: 'Wartung' }],
    });
    const late = await fixture.post(url, { stamp, rows: [] });
    expect([late.status, late.json().code]).toEqual([409, 'record_changed']);
    expect(await audits(fixture.operator.context.tenantId, 'global_configuration')).toMatchObject([
      { type: 'insert', info: 'operator Nora Ziegler', lb_user_id: String(fixture.operator.context.userId) },
    ]);
  });
});

describe('OP-02 API-37 archive and restore', () => {
  test('OP-02 repeating changes nothing, and both record their time', async () => {
    const id = await founded('Kommt und geht');
    const archived = await fixture.archive(id);
    expect([archived.status, archived.json()]).toEqual([200, { id, status: 'archived' }]);
    const { archived_at } = await read(id);
    expect((await fixture.archive(id)).json()).toEqual({ id, status: 'archived' });
    expect((await read(id)).archived_at).toBe(archived_at);
    expect((await fixture.restore(id)).json()).toEqual({ id, status: 'active' });
    expect((await fixture.restore(id)).json()).toEqual({ id, status: 'active' });
    const again = await read(id);
    expect([again.status, again.restored_at === null]).toEqual(['active', false]);
    expect((await audits(id, 'tenant')).map(({ type }) => type)).toEqual(['insert', 'update', 'update']);
  });

  test('OP-02 refuses the operator’s own tenant and unknown ones', async () => {
    const own = fixture.operator.context.tenantId;
    expect((await fixture.archive(own)).status).toBe(403);
    expect((await read(own)).status).toBe('active');
    expect((await fixture.archive(404_404)).status).toBe(404);
  });
});

describe('TECH-04 generic API for operators', () => {
  const ask = async (query: string) =>
    (await fixture.post('/v1/graphql', { query })).json<{ errors?: object[]; data?: object }>();

  test('OP-01 OP-02 VAL-40 creates no tenants, archives none, and cannot remove the contact', async () => {
    const own = `pk_columns: { id: ${fixture.demoTenant} }`;
    for (const query of [
      'mutation { insert_tenant_one(object: { name: "Ohne Leute" }) { id } }',
      `mutation { update_tenant_by_pk(${own}, _set: { status: "archived" }) { id } }`,
      `mutation { update_tenant_by_pk(${own}, _set: { contact_email: null }) { id } }`,
      `mutation { delete_tenant_by_pk(id: ${fixture.demoTenant}) { id } }`,
    ])
      expect((await ask(query)).errors).toHaveLength(1);
    expect(await ask(`mutation { update_tenant_by_pk(${own}, _set: { city: "Ulm" }) { city } }`)).toEqual({
      data: { update_tenant_by_pk: { city: 'Ulm' } },
    });
  });
});

describe('PRICE-01 VAL-40 writes by operators outside of forms get the same validation', () => {
  test.each([
    ['base_price_document', '"-50"'],
    ['recognition_unit_price', '"-0.01"'],
    ['document_limit', '-1'],
    ['sepa_prenotification_days', '0'],
    ['iban', '"DE00"'],
    ['name', '"\u200b"'],
  ])('refuses %s %s and names the field', async (field, value) => {
    const query = `mutation { update_tenant_by_pk(pk_columns: { id: ${fixture.demoTenant} }, _set: { ${field}: ${value} }) { id } }`;
    const answer = await fixture.post('/v1/graphql', { query });
    expect(answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'validation_failed', problems: [expect.objectContaining({ field })] } }],
    });
  });

  test('refuses a name resembling another tenant’s in every way of writing', async () => {
    const [found] = await fixture.web.sql<{ name: string }>('select name from tenant where id = $1', [
      fixture.demoTenant,
    ]);
    const name = String(found?.name);
    const own = fixture.operator.context.tenantId;
    for (const alike of [
      `${name}\u200b`,
      `\u2060${name}`,
      name.toUpperCase(),
      `${name}\u{e0061}\u2800`,
      `${name}\ufe0f`,
      name.replace(/o/g, '\u0585').replace(/a/g, '\u0251'),
      name.replace(/e/g, '\u0435').replace(/o/g, '\u043e').replace(/a/g, '\u0430'),
      name
        .normalize('NFKC')
        .replace(/[a-z]/g, (letter) => String.fromCodePoint(0xff00 + letter.charCodeAt(0) - 0x20)),
    ]) {
      const query = `mutation ($name: String!) { update_tenant_by_pk(pk_columns: { id: ${own} }, _set: { name: $name }) { id } }`;
      const answer = await fixture.post('/v1/graphql', { query, variables: { name: alike } });
      expect(answer.json(), alike).toMatchObject({
        errors: [{ extensions: { code: 'unique_violation' } }],
      });
      await expect(fixture.web.sql('insert into tenant (name) values ($1)', [alike])).rejects.toThrow(
        /unique_violation|tenant_name_key/,
      );
    }
  });
});

describe('OP-01 the list of tenants', () => {
  test('OP-01 counts documents of the month in each tenant’s time zone', async () => {
    const { demoTenant, web } = fixture;
    await web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'timezone', 'Pacific/Auckland')",
      [demoTenant],
    );
    const counted = async (month: string) => {
      const { tenants } = (await fixture.get(`${path}?month=${month}`)).json<TenantListAnswer>();
      return tenants.find(({ id }) => id === demoTenant);
    };
    const [expected] = await web.sql<object>(
      `select count(*)::integer as documents, count(*) filter (where kind = 'procurement')::integer as orders,
         count(*) filter (where kind = 'invoice')::integer as invoices, to_char(max(created_at), 'YYYY-MM') as month
       from document where tenant_id = $1 and to_char(created_at at time zone 'Pacific/Auckland', 'YYYY-MM') =
         (select to_char(max(created_at), 'YYYY-MM') from document where tenant_id = $1)`,
      [demoTenant],
    );
    const { month, ...figures } = expected as { month: string };
    expect(await counted(month)).toMatchObject({ name: 'demo', status: 'active', ...figures });
    expect(await counted('2019-01')).toMatchObject({ documents: 0, orders: 0, invoices: 0 });
    expect((await fixture.get(`${path}?month=2026-13`)).status).toBe(400);
  });
});
