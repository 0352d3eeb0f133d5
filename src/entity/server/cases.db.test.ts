import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../tests/support/demo-api.ts';
import { entityCases, validRows } from '../../../tests/support/entity-cases.ts';
import { entities } from '../../features/master-data/entities.ts';
import type { Row } from '../entity.ts';

let api: DemoApi;
let admin: Caller;
/** What references and owners point to. */
let known: Readonly<Record<string, number>>;

beforeAll(async () => {
  api = await demoApi();
  admin = await api.person('admin@demo.test');
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

function completed(table: string, row: Row): Row {
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
    ...Object.fromEntries(needed.map((name) => [name, known[name] ?? 0])),
    ...row,
  };
}

/** Inserts the row and answers how it is stored, or the fields that were refused; takes it away again. */
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

describe('API-43 the API gives the same answer', () => {
  test.each(Object.keys(validRows))('a valid row of %s', async (table) => {
    expect(await insert(table, {})).not.toHaveProperty('refused');
  });

  test.each(
    entityCases.map((each) => [each.rule, each.table, JSON.stringify(each.row).slice(0, 80), each] as const),
  )('%s %s %s', async (_rule, table, _text, { row, problems, column, stored }) => {
    const answer = await insert(table, row);
    const wrong = column === undefined ? Object.keys(problems) : [column];
    if (wrong.length > 0) expect(answer.refused).toEqual(wrong);
    else expect(answer.stored).toMatchObject(stored ?? {});
  });

  test('I18N-07 the translations and the name are one thing', async () => {
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

  test('ROLE-19 people with the rights 16 and 17 add products and suppliers, others do not', async () => {
    const requester = await api.person('requester@demo.test');
    const add = `mutation { insert_supplier_one(object: { name: "Neuer Lieferant" }) { id } }`;
    expect(await requester.refusal(add)).toMatchObject({ code: 'permission_denied' });
    await api.db.sql(
      `update lb_user set roles = roles || '{user-can-insert-supplier}' where email = 'requester@demo.test'`,
    );
    const allowed = await api.person('requester@demo.test');
    expect(await allowed.get(add)).toHaveProperty('insert_supplier_one.id');
    const bank = `mutation { insert_supplier_one(object: { name: "Bank", iban: "DE89370400440532013000" }) { id } }`;
    expect(await allowed.refusal(bank)).toBeDefined();
  });
});
