import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';

/** A client drops undefined values, because JSON cannot express them, so the variable is missing. */
let demo: DemoApi;
let admin: Caller;
let schema: GraphQLSchema;

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  schema = (await openGraphql(demo.db.database, { error: () => {} })).schema({ kind: 'admin', price: true });
});
afterAll(() => demo.close());

interface Written {
  readonly name: string;
  readonly table: string;
  /** A column to select rows by, with the scalar of its values. */
  readonly column: string;
  readonly scalar: string;
}

/** Every mutation that selects its rows by a filter, with every comparable column. */
function writes(): Written[] {
  return Object.keys(schema.getMutationType()?.getFields() ?? {}).flatMap((name) => {
    const table = /^(?:update|delete)_(\w+?)(?:_many|_by_pk)?$/.exec(name)?.[1] ?? '';
    const filter = schema.getType(`${table}_bool_exp`);
    if (!isInputObjectType(filter) || name.endsWith('_by_pk')) return [];
    return Object.values(filter.getFields()).flatMap(({ name: column, type }) => {
      const scalar = /^(\w+)_comparison_exp$/.exec(String(type))?.[1] ?? '';
      return scalar === '' || scalar.endsWith('_array') ? [] : [{ name, table, column, scalar }];
    });
  });
}

function mutationOf({ name, column, scalar }: Written): string {
  const where = `{ _and: [{ _not: { ${column}: { _is_null: true } } }, { ${column}: { _neq: $v } }] }`;
  const args = name.endsWith('_many') ? `updates: [{ where: ${where}, _set: {} }]` : `where: ${where}`;
  const set = name.startsWith('update_') && !name.endsWith('_many') ? ', _set: {}' : '';
  return `mutation ($v: ${scalar}) { ${name}(${args}${set}) { affected_rows } }`;
}

const suppliers = () =>
  demo.db.sql('select name, order_language, updated_at from supplier where tenant_id = $1 order by id', [
    admin.context.tenantId,
  ]);

describe('API-46 a comparison with a missing variable', () => {
  test('meant for one supplier changes none', async () => {
    const before = await suppliers();
    expect(before.length).toBeGreaterThan(1);
    const refusal = await admin.refusal(
      'mutation ($id: bigint) { update_supplier(where: { id: { _eq: $id } }, _set: { name: "x" }) { affected_rows } }',
    );
    expect(refusal).toMatchObject({
      code: 'variable_not_sent',
      field: 'where.id._eq',
      path: '$.selectionSet.update_supplier.args.where.id._eq',
    });
    expect(await suppliers()).toEqual(before);
  });

  test('is refused in every write of every table, by every column', async () => {
    const all = writes();
    expect(new Set(all.map(({ table }) => table)).size).toBeGreaterThan(20);
    const first = all.filter(({ name }, place) => all[place - 1]?.name !== name);
    for (const write of inDepth(first, all)) {
      const { code, path } = await admin.refusal(mutationOf(write));
      expect([code, path], mutationOf(write)).toEqual([
        'variable_not_sent',
        expect.stringMatching(/\._neq$/),
      ]);
    }
  });

  test('names the variable and the place in the refusal', async () => {
    const { errors } = await admin.ask(
      'query ($id: bigint) { supplier(where: { id: { _gt: $id } }) { id } }',
    );
    expect(errors?.[0]?.message).toMatch(/\$id .*where\.id\._gt/);
    const empty = await admin.ask('mutation { delete_supplier(where: { id: {} }) { affected_rows } }');
    expect(empty.errors?.[0]?.message).toMatch(/ where\.id .*where: \{\}/);
  });
});
