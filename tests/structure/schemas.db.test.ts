import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInputObjectType, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printSchemaSql } from '../../scripts/schema-sql.ts';
import { apiOfPerson, printApi } from '../../src/app/server/graphql.ts';
import { invoicePage } from '../../src/features/invoice/web/kind.ts';
import { procurementPage } from '../../src/features/procurement/web/kind.tsx';
import { digestOfSchema } from '../../src/graphql/server/print.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const root = join(import.meta.dirname, '../..');

describe('the committed schemas match the migrations; "npm run db:schema" writes them', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());

  test('db/schema.sql', async () => {
    expect(readFileSync(join(root, 'db/schema.sql'), 'utf8')).toBe(await printSchemaSql(db.ownerUrl));
  });

  test('schema.graphql', async () => {
    expect(readFileSync(join(root, 'schema.graphql'), 'utf8')).toBe(await printApi(db.database));
  });

  test('schema.graphql changes with every change of the API, including its omitted types', async () => {
    const before = await apiOfPerson(db.database);
    const { invoice_bool_exp: filter } = before.getTypeMap();
    if (!isInputObjectType(filter)) throw new Error('the filter of invoices is not an input type');
    const printed = digestOfSchema(before);
    delete filter.getFields().due_date;
    expect(printed).not.toContain('input invoice_bool_exp');
    expect(digestOfSchema(before)).not.toBe(printed);
  });

  test.each([invoicePage, procurementPage])(
    'API-01 the page of a document requests only fields of the API: $name',
    async ({ name, fields }) => {
      const query = parse(`query ($id: bigint!) { ${name}_by_pk(id: $id) { ${fields} } }`);
      const found = validate(await apiOfPerson(db.database), query);
      expect(found.map(({ message }) => message)).toEqual([]);
    },
  );

  test('every kind of change shows in db/schema.sql', async () => {
    const before = new Set((await printSchemaSql(db.ownerUrl)).split('\n'));
    const added = async (statement: string) => {
      await db.sql(statement);
      const lines = (await printSchemaSql(db.ownerUrl)).split('\n').filter((line) => !before.has(line));
      for (const line of lines) before.add(line);
      return lines.join('\n');
    };
    expect(await added('alter table tenant add trial numeric(14, 2) not null default 0')).toContain(
      '  trial numeric(14,2) default 0 not null,',
    );
    expect(await added('alter table tenant add constraint trial_check check (trial >= 0)')).toContain(
      'trial_check',
    );
    expect(await added('create index trial_index on tenant (trial)')).toContain('CREATE INDEX trial_index');
    expect(
      await added('create policy trial_policy on tenant for select to reader using (trial > 1)'),
    ).toContain('create policy trial_policy on tenant for select to reader');
    expect(await added('grant update (trial) on tenant to reader')).toBe(
      'grant update (trial) on tenant to reader;',
    );
    expect(await added('create view trial_view with (security_invoker = true) as select 1 as one')).toContain(
      'create view trial_view with (security_invoker=true) as',
    );
    expect(await added('grant select on trial_view to reader')).toBe('grant select on trial_view to reader;');
    expect(await added('create function app.trial() returns int language sql return 1')).toContain(
      'app.trial()',
    );
    expect(await added('grant execute on function app.trial() to gate')).toBe(
      'grant execute on function app.trial() to gate;',
    );
    expect(await added("create type trial_type as enum ('a', 'b')")).toContain("as enum ('a', 'b')");
  });
});
