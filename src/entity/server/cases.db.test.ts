import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../tests/support/demo-api.ts';
import { entityCases, validChildren, validRows } from '../../../tests/support/entity-cases.ts';
import { entities } from '../../features/master-data/entities.ts';
import { supplier, supplierIdentity } from '../../features/master-data/supplier.ts';
import { newDraft } from '../draft.ts';
import { type Row, withFieldsOnly } from '../entity.ts';
import { recordQuery } from '../record.ts';
import { saveRequest } from '../save.ts';

let api: DemoApi;
let admin: Caller;
/** Ids for references and owners. */
let known: Readonly<Record<string, number>>;

beforeAll(async () => {
  api = await demoApi();
  admin = await api.person('admin@demo.test');
  await api.db.sql(
    "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
    [admin.context.tenantId],
  );
  // A new account would wait for a second person (INV-33).
  await api.db.sql('update client set bank_change_second_person = false');
  const found = await admin.get<Record<string, { id: number }[]>>(
    '{ client(limit: 1) { id } supplier(limit: 1) { id } cost_center(limit: 1) { id } }',
  );
  known = {
    client_id: found.client?.[0]?.id ?? 0,
    supplier_id: found.supplier?.[0]?.id ?? 0,
    cost_center_id: found.cost_center?.[0]?.id ?? 0,
    lb_user_id: admin.context.userId,
  };
});
afterAll(() => api.close());

function completed(table: string, row: Row): object {
  const entity = entities.get(table);
  const owners: Readonly<Record<string, string>> = {
    budget: 'cost_center_id',
    client_address: 'client_id',
    user_address: 'lb_user_id',
  };
  const references = Object.entries(entity?.fields ?? {}).filter(
    ([name, field]) => field.references && field.required && name in known,
  );
  const needed = [...references.map(([name]) => name), ...(owners[table] ? [owners[table]] : [])];
  return {
    ...entity?.constants,
    ...validRows[table],
    ...validChildren[table],
    ...Object.fromEntries(needed.map((name) => [name, known[name] ?? 0])),
    ...row,
  };
}

/** Inserts the row and returns its stored form or the refused fields; deletes it afterwards. */
async function insert(table: string, row: Row): Promise<{ stored?: Row; refused?: readonly string[] }> {
  const names = Object.keys(row).join(' ');
  const { data, errors } = await admin.ask<{ saved: Row }>(
    `mutation ($object: ${table}_insert_input!) { saved: insert_${table}_one(object: $object) { id ${names} } }`,
    { object: completed(table, row) },
  );
  const [error] = errors ?? [];
  if (error) {
    const { problems = [], field } = error.extensions;
    return { refused: problems.length > 0 ? problems.map((problem) => problem.field) : [field ?? ''] };
  }
  const { id, ...stored } = data?.saved ?? {};
  await admin.get(`mutation ($id: bigint!) { delete_${table}_by_pk(id: $id) { id } }`, { id });
  return { stored };
}

/** Does the same while another row exists. */
async function insertBeside(table: string, row: Row, beside: Row): ReturnType<typeof insert> {
  const { saved } = await admin.get<{ saved: { id: number } }>(
    `mutation ($object: ${table}_insert_input!) { saved: insert_${table}_one(object: $object) { id } }`,
    { object: completed(table, beside) },
  );
  const answer = await insert(table, row);
  await admin.get(`mutation ($id: bigint!) { delete_${table}_by_pk(id: $id) { id } }`, saved);
  return answer;
}

describe('API-43 the API gives the same answer', () => {
  test.each(Object.keys(validRows))('a valid row of %s', async (table) => {
    expect(await insert(table, {})).not.toHaveProperty('refused');
  });

  test.each(
    entityCases.map((each) => [each.rule, each.table, JSON.stringify(each.row).slice(0, 80), each] as const),
  )('%s %s %s', async (_rule, table, _text, { row, beside, problems, column, stored }) => {
    const answer = await (beside ? insertBeside(table, row, beside) : insert(table, row));
    const wrong = column === undefined ? Object.keys(problems) : [column];
    if (wrong.length > 0) expect(answer.refused).toEqual(wrong);
    else expect(answer.stored).toMatchObject(stored ?? {});
  });

  test('VAL-26 a company starts with a delivery address and keeps its last one', async () => {
    const add =
      'mutation ($object: client_insert_input!) { saved: insert_client_one(object: $object) { id } }';
    const missing = {
      code: 'validation_failed',
      problems: [
        { field: 'client_addresses', code: 'validation_failed', values: { rule: 'rows_required', count: 1 } },
      ],
    };
    expect(await admin.refusal(add, { object: validRows.client })).toMatchObject(missing);
    expect(
      await admin.refusal(add, {
        object: {
          ...validRows.client,
          client_addresses: { data: [{ address_name: 'Lager', address: 'Kai 1' }] },
        },
      }),
    ).toHaveProperty('code');
    const several =
      'mutation ($objects: [client_insert_input!]!) { insert_client(objects: $objects) { affected_rows } }';
    const [whole, bare] = [{ ...validRows.client, ...validChildren.client }, validRows.client];
    expect(await admin.refusal(several, { objects: [bare, whole, bare] })).toMatchObject({
      code: 'validation_failed',
      problems: [0, 2].map((place) => ({
        field: `${place}.client_addresses`,
        code: 'validation_failed',
        values: { rule: 'rows_required', count: 1 },
      })),
    });
    const { saved } = await admin.get<{ saved: { id: number } }>(add, {
      object: { ...validRows.client, ...validChildren.client },
    });
    const take = `mutation ($id: bigint!) { delete_client_address(where: { client_id: { _eq: $id } }) { affected_rows } }`;
    expect(await admin.refusal(take, saved)).toMatchObject(missing);
    const replace = `mutation ($id: bigint!, $address: client_address_insert_input!) {
      delete_client_address(where: { client_id: { _eq: $id } }) { affected_rows }
      insert_client_address_one(object: $address) { id } }`;
    const [address] = (validChildren.client as { client_addresses: { data: object[] } }).client_addresses
      .data;
    await admin.get(replace, { ...saved, address: { ...address, client_id: saved.id } });
    await admin.get('mutation ($id: bigint!) { delete_client_by_pk(id: $id) { id } }', saved);
  });

  test('I18N-07 the name follows the translations and the translations follow the name', async () => {
    const { saved } = await admin.get<{ saved: { id: number; name: string } }>(
      `mutation { saved: insert_department_one(object: { name: "x",
        translations: [{ lang: "en", name: "Quality" }, { lang: "de", name: "Qualität" }] }) { id name } }`,
    );
    expect(saved.name).toBe('Qualität');
    const { changed } = await admin.get<{ changed: unknown }>(
      `mutation ($id: bigint!) { changed: update_department_by_pk(pk_columns: { id: $id }, _set: { name: "Güte" }) { name translations } }`,
      { id: saved.id },
    );
    expect(changed).toEqual({
      name: 'Güte',
      translations: [
        { lang: 'de', name: 'Güte' },
        { lang: 'en', name: 'Quality' },
      ],
    });
    expect(
      await admin.refusal(
        `mutation ($id: bigint!) { update_department_by_pk(pk_columns: { id: $id }, _set: { translations: { de: 1 } }) { id } }`,
        { id: saved.id },
      ),
    ).toHaveProperty('code');
  });

  test('VAL-35 SHEET-15 a new supplier is made with the product that is saved with its name', async () => {
    const product = entities.get('product');
    if (!product) throw new Error('products are declared');
    const draft = newDraft(product);
    const values = { ...draft.values, name: 'Drehgeber', supplier_id: 'Sensorik Neuland GmbH' };
    const made = saveRequest(product, null, { ...draft, values });
    const { saved } = await admin.get<{ saved: { id: number; updated_at: string } }>(
      made.query,
      made.variables,
    );
    const supplierOf = async () => {
      const query =
        'query ($id: bigint!) { product_by_pk(id: $id) { supplier { name state country active } } }';
      const answer = await admin.get<{ product_by_pk: { supplier: unknown } }>(query, { id: saved.id });
      return answer.product_by_pk.supplier;
    };
    expect(await supplierOf()).toEqual({
      name: 'Sensorik Neuland GmbH',
      state: 'active',
      country: 'DE',
      active: true,
    });

    const before = { ...draft, values: { ...values, supplier_id: known.supplier_id ?? 0 } };
    const changed = saveRequest(
      product,
      { ...before, id: saved.id, stamp: saved.updated_at },
      { ...before, values: { ...before.values, supplier_id: 'Geber & Söhne' } },
    );
    await admin.get(changed.query, changed.variables);
    expect(await supplierOf()).toMatchObject({ name: 'Geber & Söhne' });
  });

  test('ROLE-19 people with the rights 16 and 17 add products and suppliers, others do not', async () => {
    const requester = await api.person('requester@demo.test');
    const add = `mutation { insert_supplier_one(object: { name: "Neuer Lieferant" }) { id } }`;
    expect(await requester.refusal(add)).toMatchObject({ code: 'permission_denied' });
    await api.db.sql(
      `update lb_user set roles = roles || '{user-can-insert-supplier}' where email = 'requester@demo.test'`,
    );
    const allowed = await api.person('requester@demo.test');
    expect(await allowed.get(add)).toHaveProperty('insert_supplier_one.id');
    const asked = withFieldsOnly(supplier, supplierIdentity);
    const draft = newDraft(asked);
    const values = {
      ...draft.values,
      name: 'Aus Rechnung',
      vat_number: 'DE136695976',
      tax_number: '201/123',
    };
    const made = saveRequest(asked, null, { ...draft, values });
    const { saved } = await allowed.get<{ saved: { id: number } }>(made.query, made.variables);
    expect(await allowed.get(recordQuery(asked, entities), { id: saved.id })).toMatchObject({
      record: { name: 'Aus Rechnung', vat_number: 'DE136695976', tax_number: '201/123' },
    });
    const bank = `mutation { insert_supplier_one(object: { name: "Bank", iban: "DE89370400440532013000" }) { id } }`;
    expect(await allowed.refusal(bank)).toBeDefined();
  });
});
