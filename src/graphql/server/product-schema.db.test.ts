import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts';
import { someOf } from '../../../tests/support/depth.ts';
import type { ApiRole, Context } from '../../platform/context.ts';
import { isAmong } from '../model.ts';
import { type Models, readModels } from './catalog.ts';
import { createGraphql, type Graphql } from './graphql.ts';
import { printedSchema } from './print.ts';

let test: TestDatabase;
let graphql: Graphql;
let models: Models;
let context: Context;
const logged: unknown[] = [];

beforeAll(async () => {
  test = await testDatabase();
  const [{ id: tenantId } = { id: 0 }] = await test.sql<{ id: number }>(
    `insert into tenant (name) values ('t') returning id`,
  );
  const [{ id } = { id: 0 }] = await test.sql<{ id: number }>(
    `insert into lb_user (tenant_id, name, email, roles) values ($1, 'A', 'a@t.test', '{user-admin,user-operator}') returning id`,
    [tenantId],
  );
  models = await readModels(test.database.pool);
  graphql = createGraphql({
    models,
    access: { user: {}, admin: {}, operator: { tenant: { update: {} } } },
    database: test.database,
    messageOf: (refusal) => refusal.code,
    logger: { error: (details) => logged.push(details) },
    // Some tables have more relations in total than one request may select.
    limits: { fields: 5000 },
  });
  context = {
    tenantId: Number(tenantId),
    userId: Number(id),
    actorId: Number(id),
    means: 'link',
    tokenVersion: 1,
    roles: [],
    asOperator: false,
    language: 'de',
    requestId: 'r',
  };
});
afterAll(() => test.drop());

const people: [string, ApiRole, Partial<Context>][] = [
  ['user', { kind: 'user', price: false }, { roles: [] }],
  ['user with prices', { kind: 'user', price: true }, { roles: ['user-price'] }],
  ['admin', { kind: 'admin', price: true }, { roles: ['user-admin'] }],
  [
    'operator',
    { kind: 'operator', price: true },
    { roles: ['user-admin', 'user-operator'], asOperator: true },
  ],
];

/** Every field without arguments, one relation deep. */
function everyField(type: GraphQLObjectType, depth: number): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    return depth > 0 && isObjectType(inner)
      ? [`${field.name} { ${everyField(inner, depth - 1) || '__typename'} }`]
      : [];
  });
  return parts.join(' ') || '__typename';
}

async function answer(person: Partial<Context>, query: string): Promise<unknown> {
  const { body } = await graphql.execute({ ...context, ...person }, { query });
  return JSON.parse(body);
}

function chunks(field: GraphQLField<unknown, unknown>, depth: number): string {
  return everyField(getNamedType(field.type) as GraphQLObjectType, depth);
}

describe.each(people)("API-03 the schema of %s over the product's own tables", (_name, role, person) => {
  it('is valid and answers introspection', async () => {
    const schema = graphql.schema(role);
    expect(validateSchema(schema)).toEqual([]);
    expect(validateSchema(buildSchema(printedSchema(schema)))).toEqual([]);
    expect(await answer(person, getIntrospectionQuery())).toHaveProperty('data.__schema');
  });

  it('answers every table, column, relation and aggregate', async () => {
    const fields = Object.values(graphql.schema(role).getQueryType()?.getFields() ?? {});
    expect(fields.length).toBeGreaterThan(5);
    const listed = fields.filter(({ name }) => !name.endsWith('_by_pk'));
    // tests/isolation/api.db.test.ts covers the others completely, with each of their relations.
    for (const field of role.kind === 'operator' ? listed : someOf(listed, 11)) {
      const depth = field.name.endsWith('_aggregate') ? 2 : 1;
      expect([
        field.name,
        await answer(person, `{ ${field.name} { ${chunks(field, depth)} } }`),
      ]).toMatchObject([field.name, { data: {} }]);
    }
    expect(logged).toEqual([]);
  });

  it('filters and orders by every column and relation', async () => {
    const model = role.kind === 'operator' ? models.operator : models.tenant;
    for (const table of someOf([...model.tables.values()], 3)) {
      const open = table.columns.filter((column) => isAmong(column.audience, role));
      if (open.length === 0) continue;
      const columns = open.map(({ name }) => `{ ${name}: { _is_null: false } }`);
      const relations = table.relations.map(({ name }) => `{ ${name}: {} }`);
      const order = open.map(({ name, type }) => (type === 'jsonb' ? '' : `{ ${name}: desc }`));
      const query = `{ ${table.name}(where: { _or: [${[...columns, ...relations].join(' ')}] }, order_by: [${order.join(' ')}], limit: 1) { __typename } }`;
      expect([table.name, await answer(person, query)]).toMatchObject([table.name, { data: {} }]);
    }
    expect(logged).toEqual([]);
  });
});

it('TECH-04 only an operator can write across tenants', async () => {
  const [{ id: other } = { id: 0 }] = await test.sql<{ id: number }>(
    `insert into tenant (name) values ('other') returning id`,
  );
  const rename = `mutation { update_tenant_by_pk(pk_columns: { id: ${other} }, _set: { name: "renamed" }) { id name } }`;
  const operator = { roles: ['user-admin', 'user-operator'], asOperator: true };
  expect(await answer(operator, rename)).toEqual({
    data: { update_tenant_by_pk: { id: Number(other), name: 'renamed' } },
  });
  expect(await answer({ roles: ['user-admin', 'user-operator'] }, rename)).toHaveProperty('errors');
  expect(await answer({ roles: ['user-admin'] }, `{ tenant_by_pk(id: ${other}) { id } }`)).toEqual({
    data: { tenant_by_pk: null },
  });
});

it('reads names, keys and relations of the product from the catalogue', () => {
  const table = (name: string) => models.tenant.tables.get(name);
  const relations = (name: string) =>
    table(name)?.relations.map((relation) => `${relation.kind} ${relation.name}`);
  expect(table('lb_user')?.primaryKey).toEqual(['id']);
  expect(table('lb_user')?.columns.map((column) => column.name)).not.toContain('tenant_id');
  expect(relations('procurement')).toEqual(
    expect.arrayContaining(['object client', 'object creator', 'object timeline', 'array procurement_lines']),
  );
  expect(relations('timeline')).toEqual(
    expect.arrayContaining(['object procurement', 'array timeline_entries']),
  );
  expect(relations('department')).toEqual(expect.arrayContaining(['array department_approvers']));
  expect(relations('lb_user')).toEqual(
    expect.arrayContaining(['array user_addresses', 'array task_group_users']),
  );
  expect(relations('task_group')).toEqual([
    ...['array directory_groups', 'array sign_on_groups', 'array task_group_users'],
  ]);
  expect(relations('task_group_user')).toEqual(['object lb_user', 'object task_group']);
  expect(table('task_group')?.primaryKey).toEqual(['id']);
  expect(table('mailbox')?.secrets.map((secret) => secret.name)).toEqual([
    ...['password', 'oauth_secret', 'oauth_refresh_token'],
  ]);
  expect(table('mailbox')?.columns.map((column) => column.name)).not.toContain('has_password');
  expect(table('procurement')?.columns.find((column) => column.name === 'total_netto')?.audience).toBe(
    'price',
  );
  expect(models.operator.tables.has('tenant')).toBe(true);
});
