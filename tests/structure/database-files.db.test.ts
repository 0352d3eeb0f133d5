import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const root = join(import.meta.dirname, '../..');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const functionFiles = filesOf('db/functions/**/*.sql');
const named = functionFiles.map(({ path }) => basename(path, '.sql'));

/** The functions defined by an SQL text, without schemas and without temporary ones. */
const definedIn = (text: string) =>
  [
    ...text.matchAll(
      /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure|aggregate)\s+(?:(?!pg_temp)\w+\.)?(\w+)\s*\(/gim,
    ),
  ].map(([, name = '']) => name);

describe('every database function has one file', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());

  test('a file defines only the function of its name, and can be applied repeatedly', () => {
    const others = functionFiles.flatMap(({ path, text }) =>
      definedIn(text)
        .filter((name) => name !== basename(path, '.sql'))
        .map((name) => `${path}: ${name}`),
    );
    expect(others).toEqual([]);
    const foreignGrants = functionFiles.flatMap(({ path, text }) =>
      [...text.matchAll(/^grant execute on (?:function|procedure) ([\s\S]*?) to /gm)].flatMap(
        ([, opened = '']) =>
          [...opened.matchAll(/(?<![\w.])(?:app\.)?(\w+)\s*\(/g)]
            .filter(([, name]) => name !== basename(path, '.sql'))
            .map(([, name]) => `${path}: ${name}`),
      ),
    );
    expect(foreignGrants).toEqual([]);
    const once = functionFiles.filter(
      ({ text }) => !/^create or replace /m.test(text) || /^create (?!or)/m.test(text),
    );
    expect(once.map(({ path }) => path)).toEqual([]);
    expect(named.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test('no migration, table or rule file defines or patches a function', () => {
    const elsewhere = filesOf('db/{migrations,baseline/tables,baseline/rules}/*.sql').flatMap(
      ({ path, text }) => definedIn(text).map((name) => `${path}: ${name}`),
    );
    expect(elsewhere).toEqual([]);
    const patching = filesOf('db/migrations/*.sql').filter(({ text }) => text.includes('pg_get_functiondef'));
    expect(patching.map(({ path }) => path)).toEqual([]);
  });

  test('the database has exactly the functions of the files', async () => {
    const rows = await db.sql<{ name: string }>(
      `select distinct proname as name from pg_proc p where pronamespace in ('app'::regnamespace, 'public'::regnamespace, 'audited'::regnamespace)
         and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  // They are defined before their references exist, so PostgreSQL has not checked them.
  test('PostgreSQL finds no error in any function body', async () => {
    await db.sql(`
      set check_function_bodies = off;
      create function app.faulty() returns int language sql as 'select nonsense';
      create function app.faulty_block() returns int language plpgsql as 'begin retrun 1; end';
      reset check_function_bodies;
      create function public.fault_of(id oid, validator text) returns text language plpgsql as $$
      begin
        execute format('select %s(%s)', validator, id);
        return null;
      exception when others then
        return id::regprocedure || ': ' || sqlerrm;
      end $$`);
    const faults = await db.sql<{ fault: string }>(`
      select fault from pg_proc p join pg_language l on l.oid = p.prolang
      cross join lateral fault_of(p.oid, l.lanvalidator::regproc::text) as fault
      where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace) and l.lanname in ('sql', 'plpgsql') and fault is not null
      order by 1`);
    expect(faults.map(({ fault }) => fault)).toEqual([
      'app.faulty(): column "nonsense" does not exist',
      'app.faulty_block(): syntax error at or near "retrun"',
    ]);
  });
});
