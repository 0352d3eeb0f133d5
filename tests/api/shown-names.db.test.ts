import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../src/base/language.ts';
import { type Answer, type DemoApi, demoApi } from '../support/demo-api.ts';

/** Departments, cost centers and product groups are read in the reader's language, and written in the main one. */
let demo: DemoApi;

beforeAll(async () => {
  demo = await demoApi();
});
afterAll(() => demo.close());

const withPrices = 'requester@demo.test';
const withoutPrices = 'receiver@demo.test';
const administrator = 'admin@demo.test';

/** The result for a person who reads in that language. */
async function read<Data>(
  email: string,
  language: Language,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { context } = await demo.person(email);
  const { body } = await demo.graphql.execute({ ...context, language }, { query, variables });
  const { data, errors } = JSON.parse(body) as Answer<Data>;
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

interface Named {
  readonly name: string;
}

interface Added {
  readonly added: { readonly id: number; readonly shown_name: string };
}

async function addDepartment(translations: readonly { lang: Language; name: string }[]): Promise<number> {
  const { added } = await read<Added>(
    administrator,
    'de',
    `mutation ($names: jsonb!) {
      added: insert_department_one(object: { name: "?", translations: $names }) { id shown_name } }`,
    { names: translations },
  );
  return added.id;
}

async function nameOf(id: number, language: Language): Promise<string | undefined> {
  const query = 'query ($id: bigint!) { department_by_pk(id: $id) { name: shown_name } }';
  const { department_by_pk } = await read<{ department_by_pk: Named | null }>(
    administrator,
    language,
    query,
    {
      id,
    },
  );
  return department_by_pk?.name;
}

describe.each([withPrices, withoutPrices])('%s', (reader) => {
  test('I18N-07 reads each translated name in the current language', async () => {
    const query = `{
      department(where: { name: { _eq: "Produktion" } }) { name: shown_name }
      cost_center(where: { number: { _eq: "2100" } }) { name: shown_name }
      product_group(where: { name: { _eq: "Arbeitsschutz" } }) { name: shown_name }
    }`;
    expect(await read(reader, 'en', query)).toEqual({
      department: [{ name: 'Production' }],
      cost_center: [{ name: 'Maintenance' }],
      product_group: [{ name: 'Occupational safety' }],
    });
    expect(await read(reader, 'de', query)).toEqual({
      department: [{ name: 'Produktion' }],
      cost_center: [{ name: 'Instandhaltung' }],
      product_group: [{ name: 'Arbeitsschutz' }],
    });
    expect(await read(reader, 'it', query)).toMatchObject({ department: [{ name: 'Produktion' }] });
  });

  test('I18N-07 filters and sorts by the shown name', async () => {
    const found =
      'query ($text: String!) { department(where: { shown_name: { _ilike: $text } }) { name: shown_name } }';
    expect(await read(reader, 'en', found, { text: '%shipping%' })).toEqual({
      department: [{ name: 'Warehouse and shipping' }],
    });
    expect(await read(reader, 'de', found, { text: '%shipping%' })).toEqual({ department: [] });
    for (const direction of ['asc', 'desc']) {
      const sorted = `{ department(order_by: [{ shown_name: ${direction} }]) { name: shown_name } }`;
      for (const language of ['de', 'en'] as const) {
        const { department } = await read<{ department: Named[] }>(reader, language, sorted);
        const names = department.map(({ name }) => name);
        const inOrder = names.toSorted(new Intl.Collator('de').compare);
        expect(names.length).toBeGreaterThan(3);
        expect(names).toEqual(direction === 'asc' ? inOrder : inOrder.toReversed());
      }
    }
  });

  test('I18N-07 reads, filters and sorts through relations and aggregates, too', async () => {
    const query = `{
      lb_user(where: { email: { _eq: "requester@demo.test" }, department: { shown_name: { _eq: "Production" } } },
        order_by: [{ cost_center: { shown_name: asc } }]) { department { name: shown_name } }
      cost_center_aggregate(where: { number: { _in: ["2000", "2100"] } }) {
        aggregate { max { shown_name } count(columns: [shown_name], distinct: true) } nodes { shown_name } }
      product_group(distinct_on: [shown_name], order_by: [{ shown_name: asc }], limit: 1) { shown_name }
    }`;
    expect(await read(reader, 'en', query)).toEqual({
      lb_user: [{ department: { name: 'Production' } }],
      cost_center_aggregate: {
        aggregate: { max: { shown_name: 'Production' }, count: 2 },
        nodes: expect.arrayContaining([{ shown_name: 'Maintenance' }]),
      },
      product_group: [{ shown_name: 'IT and accessories' }],
    });
  });
});

describe('a reader whose language has no name', () => {
  test('I18N-07 the name in the main language', async () => {
    const id = await addDepartment([
      { lang: 'it', name: 'Officina' },
      { lang: 'de', name: 'Werkstatt' },
    ]);
    expect(await nameOf(id, 'it')).toBe('Officina');
    expect(await nameOf(id, 'sk')).toBe('Werkstatt');
  });

  test('I18N-07 the first name where the main language has none either', async () => {
    const id = await addDepartment([
      { lang: 'it', name: 'Officina' },
      { lang: 'en', name: 'Workshop' },
    ]);
    expect(await nameOf(id, 'en')).toBe('Workshop');
    expect(await nameOf(id, 'sk')).toBe('Officina');
  });

  test('I18N-07 the plain name where nothing is translated', async () => {
    const { added } = await read<Added>(
      administrator,
      'en',
      'mutation { added: insert_department_one(object: { name: "Ärztlicher Dienst" }) { id shown_name } }',
    );
    expect(added.shown_name).toBe('Ärztlicher Dienst');
    const sorted =
      '{ department(where: { shown_name: { _lt: "Azubis" } }, order_by: [{ shown_name: asc }]) { shown_name } }';
    const { department } = await read<{ department: object[] }>(administrator, 'en', sorted);
    expect(department).toContainEqual({ shown_name: 'Ärztlicher Dienst' });
  });

  test('I18N-07 a changed main language names records not translated into the reader’s', async () => {
    const id = await addDepartment([
      { lang: 'de', name: 'Labor' },
      { lang: 'en', name: 'Laboratory' },
    ]);
    const plain = await addDepartment([{ lang: 'de', name: 'Kantine' }]);
    const elsewhere = () =>
      demo.db.sql(
        `select id, name, translations from department
         where tenant_id <> (select tenant_id from department where id = $1) order by id`,
        [id],
      );
    const before = await elsewhere();
    expect(before.length).toBeGreaterThan(0);
    const setMain = (language: Language) =>
      demo.db.sql(
        'update tenant set main_language = $1 where id = (select tenant_id from department where id = $2)',
        [language, id],
      );
    expect(await nameOf(id, 'sk')).toBe('Labor');
    await setMain('en');
    expect(await nameOf(id, 'sk')).toBe('Laboratory');
    expect(await nameOf(id, 'de')).toBe('Labor');
    expect(await nameOf(plain, 'en')).toBe('Kantine');
    expect(await elsewhere()).toEqual(before);
    await setMain('de');
    expect(await nameOf(id, 'sk')).toBe('Labor');
    const [row] = await demo.db.sql('select name, translations from department where id = $1', [plain]);
    expect(row).toEqual({ name: 'Kantine', translations: [{ lang: 'de', name: 'Kantine' }] });
  });
});

test('I18N-06 I18N-07 writing the name while reading in English changes the one in the main language', async () => {
  const id = await addDepartment([
    { lang: 'de', name: 'Montage' },
    { lang: 'en', name: 'Assembly' },
  ]);
  const write = `mutation ($id: bigint!) {
    update_department_by_pk(pk_columns: { id: $id }, _set: { name: "Endmontage" }) { name shown_name } }`;
  expect(await read(administrator, 'en', write, { id })).toEqual({
    update_department_by_pk: { name: 'Endmontage', shown_name: 'Assembly' },
  });
  expect(await nameOf(id, 'de')).toBe('Endmontage');
  const { errors } = await (await demo.person(administrator)).ask(
    'mutation ($id: bigint!) { update_department_by_pk(pk_columns: { id: $id }, _set: { shown_name: "x" }) { id } }',
    { id },
  );
  expect(errors?.[0]?.extensions.code).toBe('specific_field_not_found');
});
