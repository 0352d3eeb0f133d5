import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/base/language.ts';
import { findByEmail } from '../../src/platform/server/person.ts';
import { type Answer, type ApiError, type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

/** The database checks only the format of a language; the API checks the list (I18N-01, ENUM-33). */
let demo: DemoApi;
let admin: Caller;
let operator: Caller;
const unknown = 'xx';

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  operator = await demo.person('operator@kontor.test');
});
afterAll(() => demo.close());

interface Way {
  readonly column: string;
  /** A mutation that stores `$value` in the column. */
  readonly mutation: string;
  /** The value sent for a language. */
  readonly value?: (language: string) => unknown;
  readonly asOperator?: boolean;
}

const names = (lang: string) => [{ lang, name: `Name ${lang}` }];
const first = (table: string) => `${table}(where: { id: { _gt: 0 } }, _set: `;

const ways: readonly Way[] = [
  {
    column: 'lb_user.lang',
    mutation: `mutation ($value: String!) { insert_lb_user_one(object: { name: "New", email: "new@demo.test", lang: $value }) { id } }`,
  },
  {
    column: 'lb_user.lang',
    mutation: `mutation ($value: String!) { update_${first('lb_user')} { lang: $value }) { affected_rows } }`,
  },
  {
    column: 'supplier.order_language',
    mutation: `mutation ($value: String!) { insert_supplier_one(object: { name: "New", order_language: $value }) { id } }`,
  },
  {
    column: 'supplier.order_language',
    mutation: `mutation ($value: String!) { update_${first('supplier')} { order_language: $value }) { affected_rows } }`,
  },
  {
    column: 'tenant.main_language',
    mutation: 'mutation ($value: String!) { tenant_save(set: { main_language: $value }) { id } }',
  },
  {
    column: 'tenant.main_language',
    asOperator: true,
    mutation: `mutation ($value: String!) { update_${first('tenant')} { main_language: $value }) { affected_rows } }`,
  },
  ...['department', 'cost_center', 'product_group'].flatMap((table): Way[] => [
    {
      column: `${table}.translations`,
      value: names,
      mutation: `mutation ($value: jsonb!) { insert_${table}_one(object: { name: "New", translations: $value }) { id } }`,
    },
    {
      column: `${table}.translations`,
      value: names,
      mutation: `mutation ($value: jsonb!) { update_${first(table)} { translations: $value }) { affected_rows } }`,
    },
  ]),
];

async function write({ mutation, value, asOperator = false }: Way, language: string) {
  const { context } = asOperator ? operator : admin;
  const { body } = await demo.graphql.execute(
    { ...context, asOperator },
    { query: mutation, variables: { value: value?.(language) ?? language } },
  );
  return JSON.parse(body) as Answer<unknown>;
}

/** Commands whose type excludes other languages; a non-existing version is sent along. */
const commands = ['terminate', 'send_letter'].map((name) => ({
  column: 'contract_letter.language',
  mutation: (
    language: string,
  ) => `mutation { contract_${name}(idempotency_key: "${crypto.randomUUID()}", id: 1,
    expected_version: 999, letter: { channel: post, language: ${language} }) { id } }`,
}));

const problemsOf = (errors: readonly ApiError[] | undefined) =>
  errors?.flatMap(({ extensions }) => extensions.problems ?? []) ?? [];

describe('ENUM-33 an unsupported language is never stored', () => {
  test('these are all columns with a language', async () => {
    const found = await demo.db.sql<{ name: string }>(
      `select distinct conrelid::regclass || '.' || attname as name
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       where contype = 'c' and pg_get_constraintdef(k.oid) ~ '\\^\\[a-z\\]\\{2\\}\\$|is_translations'`,
    );
    expect(found.map(({ name }) => name).toSorted()).toEqual(
      [...new Set([...ways, ...commands].map(({ column }) => column))].toSorted(),
    );
  });

  test.each(ways)('$column: $mutation', async (way) => {
    const { errors } = await write(way, unknown);
    expect(problemsOf(errors)).toContainEqual(
      expect.objectContaining({ field: expect.stringContaining(way.column.split('.')[1] ?? '?') }),
    );
  });
});

test.each(commands)('ENUM-33 $column refuses languages outside of its type', async ({ mutation }) => {
  const codeOf = async (language: string) => {
    const { body } = await demo.graphql.execute(admin.context, { query: mutation(language) });
    return (JSON.parse(body) as Answer<unknown>).errors?.[0]?.extensions.code;
  };
  expect(await codeOf(unknown)).toBe('invalid_type');
  // The type accepts it; only the version is wrong.
  expect(await codeOf('cz')).toBe('timeline_changed');
});

describe('I18N-01 every language of the list is stored', () => {
  const updates = ways.filter(({ mutation }) => mutation.includes('update_'));

  test.each(updates.flatMap((way) => languages.map((language) => ({ ...way, language }))))(
    '$column $language',
    async (way) => expect(await write(way, way.language)).not.toHaveProperty('errors'),
  );
});

test('I18N-03 people with a language unknown to this node get German', async () => {
  const email = 'requester@demo.test';
  await demo.db.sql('update lb_user set lang = $1 where email = $2', [unknown, email]);
  const people = await demo.db.database.atGate((tx) => findByEmail(tx, email, null));
  expect(people.map(({ language }) => language)).toEqual(['de']);
});
