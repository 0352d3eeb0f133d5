import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import type { Context } from '../../platform/context.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql();
});
afterAll(async () => {
  expect(library.logged).toEqual([]);
  await library.test.drop();
});
beforeEach(async () => {
  const { sql } = library.test;
  await sql('truncate author, prize restart identity cascade');
  await sql(
    `insert into author (tenant_id, name, active) values ($1, 'Anna', true), ($1, 'Homer', false), ($2, 'Foreign', true)`,
    [library.admin.tenantId, library.foreign.tenantId],
  );
});

async function run(query: string, context: Context = library.admin): Promise<Answer> {
  return ask(graphql, context, query);
}

describe('DATA-22 a writable view is a table of the API', () => {
  it('has the key, nullability and relations of its table', async () => {
    const { data } = await run(
      '{ living_author { id name } living_author_by_pk(id: 1) { name } hidden: living_author_by_pk(id: 2) { name } }',
    );
    expect(data).toEqual({
      living_author: [{ id: 1, name: 'Anna' }],
      living_author_by_pk: { name: 'Anna' },
      hidden: null,
    });
    const type = graphql.schema({ kind: 'admin', price: true }).getType('living_author');
    expect(JSON.stringify(type?.toConfig())).not.toContain('active');
  });

  it('supports insert, update and delete, with rows that reference it', async () => {
    const inserted =
      await run(`mutation { insert_living_author_one(object: { name: "Cleo", prizes: { data: [{ name: "P" }] } })
      { id name prizes { name living_author { name } } } }`);
    expect(inserted.data.insert_living_author_one).toEqual({
      id: 4,
      name: 'Cleo',
      prizes: [{ name: 'P', living_author: { name: 'Cleo' } }],
    });
    expect(await library.test.sql('select name, active from author where id = 4')).toEqual([
      { name: 'Cleo', active: true },
    ]);
    const others = await run(`mutation {
      update_living_author_by_pk(pk_columns: { id: 1 }, _set: { born: "1950-01-01" }) { name born }
      insert_living_author(objects: [{ name: "Anna", born: "1951-01-01" }, { name: "Dora" }],
        on_conflict: { constraint: author_tenant_id_name_key, update_columns: [born] }) { affected_rows }
      delete_living_author(where: { name: { _eq: "Dora" } }) { affected_rows } }`);
    expect(others.data).toEqual({
      update_living_author_by_pk: { name: 'Anna', born: '1951-01-01' },
      insert_living_author: { affected_rows: 2 },
      delete_living_author: { affected_rows: 1 },
    });
  });

  it('reaches no row of its table that it hides, and none of another tenant', async () => {
    for (const id of [2, 3]) {
      const { data } = await run(
        `mutation { update_living_author_by_pk(pk_columns: { id: ${id} }, _set: { name: "X" }) { id } }`,
      );
      expect(data).toEqual({ update_living_author_by_pk: null });
    }
    const { data } = await run('mutation { delete_living_author(where: {}) { affected_rows } }');
    expect(data.delete_living_author.affected_rows).toBe(1);
    expect(await library.test.sql('select name from author order by id')).toEqual([
      { name: 'Homer' },
      { name: 'Foreign' },
    ]);
  });

  it('names the field of a violated constraint of the table', async () => {
    const { errors } = await run('mutation { insert_living_author_one(object: { name: "Anna" }) { id } }');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'unique_violation', field: 'name' });
  });
});
