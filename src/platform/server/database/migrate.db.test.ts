import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { inDepth } from '../../../../tests/support/depth.ts';
import { migrate } from './migrate.ts';

describe('TECH migrations', () => {
  let db: TestDatabase;
  let directory: string;
  const run = () => migrate({ ownerUrl: db.ownerUrl, webPassword: 'only-for-tests', directory });
  const write = (name: string, sql: string) => writeFileSync(join(directory, 'migrations', name), sql);
  const writeFunction = (name: string, sql: string) =>
    writeFileSync(join(directory, 'functions', `${name}.sql`), sql);

  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'kontor-migrations-'));
    for (const folder of ['migrations', 'functions']) mkdirSync(join(directory, folder));
    await db.sql('delete from app.migration');
    await db.sql('drop schema if exists trial cascade');
    write('0001_schema.sql', 'create schema trial;');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('apply each file once, in the order of their names', async () => {
    write('0002_table.sql', 'create table trial.a (id int); insert into trial.a values (1);');
    expect(await run()).toEqual(['0001_schema.sql', '0002_table.sql']);
    expect(await run()).toEqual([]);
    expect(await db.sql('select id from trial.a')).toEqual([{ id: 1 }]);
  });

  test('refuse a file that was changed after it was applied', async () => {
    await run();
    write('0001_schema.sql', 'create schema trial; -- changed');
    await expect(run()).rejects.toThrow('0001_schema.sql was changed after it was applied');
  });

  test('refuse a database with a newer history', async () => {
    await run();
    rmSync(join(directory, 'migrations/0001_schema.sql'));
    await expect(run()).rejects.toThrow(
      '0001_schema.sql was applied to this database but is not in db/migrations',
    );
  });

  test('a failing file changes nothing and the error names its line', async () => {
    write('0002_table.sql', 'create table trial.a (id int);\nselect nonsense;');
    await expect(run()).rejects.toThrow(
      /0002_table\.sql failed: column "nonsense" does not exist \(line 2\)/,
    );
    expect(await db.sql("select to_regclass('trial.a') is null as gone")).toEqual([{ gone: true }]);
    expect(await db.sql('select name from app.migration')).toEqual([{ name: '0001_schema.sql' }]);
  });

  test('a file marked "-- no-transaction" runs outside of one', async () => {
    write('0002_table.sql', 'create table trial.a (id int);');
    write('0003_index.sql', '-- no-transaction\ncreate index concurrently a_id on trial.a (id);');
    expect(await run()).toContain('0003_index.sql');
  });

  test('run one after the other on several nodes that start together', async () => {
    write('0002_table.sql', 'create table trial.a (id int); select pg_sleep(0.2);');
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat().sort()).toEqual(['0001_schema.sql', '0002_table.sql']);
  });

  test('TECH-21 an index is created concurrently while another node waits for its turn', async () => {
    write('0002_table.sql', 'create table trial.a (id int); select pg_sleep(0.5);');
    write('0003_index.sql', '-- no-transaction\ncreate index concurrently a_id on trial.a (id);');
    const applied = await Promise.all([run(), run()]);
    expect(applied.flat().sort()).toEqual(['0001_schema.sql', '0002_table.sql', '0003_index.sql']);
    expect(await db.sql("select indisvalid from pg_index where indexrelid = 'trial.a_id'::regclass")).toEqual(
      [{ indisvalid: true }],
    );
  });

  test('TECH-21 succeed while nodes work, without a refusal for them', async () => {
    await run();
    let isWorking = true;
    let done = 0;
    await db.sql(`
      create table trial.a as select 1 as n; create table trial.b as select 1 as n;
      grant usage on schema trial to gate; grant select, update on trial.a, trial.b to gate`);
    // As a request does: lock a row, pause, then lock a row of another table.
    const working = Array.from({ length: 6 }, async () => {
      while (isWorking) {
        await db.database.atGate(async (tx) => {
          await tx.query('select n from trial.a for share');
          await delay(20);
          await tx.query('select n from trial.b for share');
        });
        done += 1;
      }
    });
    try {
      for (let time = 1; time <= inDepth(2, 5); time += 1) {
        const before = done;
        await vi.waitFor(() => expect(done).toBeGreaterThan(before + 6));
        const name = `000${1 + time}_both.sql`;
        write(
          name,
          `alter table trial.b add column c${time} int; alter table trial.a add column c${time} int;`,
        );
        expect(await run()).toEqual([name]);
      }
    } finally {
      isWorking = false;
      expect(await Promise.allSettled(working)).toEqual(working.map(() => ({ status: 'fulfilled' })));
    }
  });

  test('TECH-21 let others through while waiting for a lock, and retry', async () => {
    await run();
    await db.sql('create table trial.held as select 1 as n');
    const holder = new pg.Client({ connectionString: db.ownerUrl });
    await holder.connect();
    await holder.query('begin; select n from trial.held');
    write('0002_held.sql', 'alter table trial.held add column c int;');
    const migrating = run();
    await vi.waitFor(async () =>
      expect(
        await db.sql(
          "select 1 from pg_stat_activity where application_name = 'kontor migrate' and wait_event_type = 'Lock'",
        ),
      ).toHaveLength(1),
    );
    // Waits behind the migration only until the migration gives way.
    expect(await db.sql('select n from trial.held')).toEqual([{ n: 1 }]);
    await holder.query('commit');
    await holder.end();
    expect(await migrating).toEqual(['0002_held.sql']);
  });

  test('refuse a misnamed file by its name', async () => {
    write('2_late.sql', 'select 1;');
    await expect(run()).rejects.toThrow('db/migrations/2_late.sql');
  });

  test('apply the baseline to an empty database; a later migration may drop its former functions', async () => {
    const baseline: Readonly<Record<string, string>> = {
      'ground.sql': 'create schema trial;',
      'replaced.txt': 'a1b2  0009_last.sql',
      'tables/01-a.sql': 'create table trial.a (id int);',
      'former-functions/old.sql': 'create function trial.old(int) returns int language sql return $1 + 1;',
      'rules/01-a.sql': 'create view trial.b as select trial.old(id) as n from trial.a;',
    };
    for (const [path, sql] of Object.entries(baseline)) {
      mkdirSync(join(directory, 'baseline', dirname(path)), { recursive: true });
      writeFileSync(join(directory, 'baseline', path), sql);
    }
    write('0001_schema.sql', 'drop view trial.b; drop function if exists trial.old(int);');
    expect(await run()).toEqual(['0000_baseline', '0001_schema.sql']);
    expect(await run()).toEqual([]);
    expect(await db.sql("select to_regclass('trial.a') is not null as made")).toEqual([{ made: true }]);
    writeFileSync(join(directory, 'baseline/tables/01-a.sql'), 'create table trial.a (id bigint);');
    await expect(run()).rejects.toThrow('0000_baseline was changed after it was applied');
  });

  describe('functions with a file each', () => {
    const answer = (value: number) =>
      `create or replace function app.trial_answer() returns int language sql as 'select ${value}';`;
    const defined = () =>
      db.sql<{ answer: number; readers: string }>(
        `select app.trial_answer() as answer, array_to_string(array(
           select g.grantee::regrole::text from aclexplode(p.proacl) g where g.grantee <> p.proowner), ',') as readers
         from pg_proc p where p.proname = 'trial_answer'`,
      );
    beforeEach(() => db.sql('drop function if exists app.trial_answer, app.trial_twice'));

    test('are applied again after a change, with exactly the grants of the file', async () => {
      writeFunction('trial_answer', `${answer(1)} grant execute on function app.trial_answer to gate;`);
      await run();
      expect(await defined()).toEqual([{ answer: 1, readers: 'gate' }]);
      await db.sql("create or replace function app.trial_answer() returns int language sql as 'select 0'");
      await run();
      expect(await defined(), 'an unchanged file').toEqual([{ answer: 0, readers: 'gate' }]);
      writeFunction('trial_answer', `${answer(2)} grant execute on function app.trial_answer to writer;`);
      await run();
      expect(await defined()).toEqual([{ answer: 2, readers: 'writer' }]);
    });

    test('TECH-21 are kept by an older version that starts next to a newer one, with a notice', async () => {
      const starts = async (version: string, value: number) => {
        writeFunction('trial_answer', answer(value));
        const newerVersions: string[] = [];
        const options = { ownerUrl: db.ownerUrl, webPassword: 'only-for-tests', directory };
        await migrate({ ...options, version, onNewer: (newer) => newerVersions.push(newer) });
        const [row] = await defined();
        return [row?.answer, ...newerVersions];
      };
      expect(await starts('0.2.0', 2)).toEqual([2]);
      expect(await starts('0.10.0', 10)).toEqual([10]);
      expect(await starts('0.2.0', 2)).toEqual([10, '0.10.0']);
      expect(await starts('0.9.9', 9)).toEqual([10, '0.10.0']);
      expect(await starts('0.10.0', 11)).toEqual([11]);
      await db.sql("delete from app.product_version where version = '0.10.0'");
      expect(await starts('0.2.0', 2), 'downgrade after the newer version is removed').toEqual([2]);
    });

    test('are applied in any order, and together with tables of migrations', async () => {
      write('0002_table.sql', 'create table trial.a (id int);');
      writeFunction(
        'trial_answer',
        'create function app.trial_answer() returns int language sql return app.trial_twice(null) + 1;',
      );
      writeFunction(
        'trial_twice',
        'create function app.trial_twice(a trial.a) returns int language sql return coalesce(a.id, 20) * 2;',
      );
      await run();
      expect(await defined()).toMatchObject([{ answer: 41 }]);
    });

    test('new ones exist before a migration calls them; changed ones do if it names them in a line, which must be known', async () => {
      const row = 'insert into trial.a default values;';
      await run();
      writeFunction('trial_answer', answer(3));
      write('0002_table.sql', `create table trial.a (id int default app.trial_answer()); ${row}`);
      await run();
      writeFunction('trial_answer', answer(4));
      write('0003_rows.sql', `${row}\n-- function app.trial_answer\n${row}`);
      await run();
      expect(await db.sql('select id from trial.a order by id')).toEqual([{ id: 3 }, { id: 3 }, { id: 4 }]);
      write('0004_other.sql', '-- function app.nowhere\n');
      await expect(run()).rejects.toThrow('db/migrations/0004_other.sql: db/functions has no nowhere.sql');
    });

    test('a failing one is reported with its line, and none is changed', async () => {
      writeFunction('trial_answer', answer(1));
      await run();
      writeFunction('trial_answer', answer(2));
      writeFunction(
        'trial_twice',
        'create function app.trial_twice() returns nothing\nlanguage sql return nonsense;',
      );
      await expect(run()).rejects.toThrow(
        /functions\/trial_twice\.sql failed: type "nothing" does not exist/,
      );
      writeFunction(
        'trial_twice',
        'create function app.trial_twice() returns int\nlanguage sql returns nonsense;',
      );
      await expect(run()).rejects.toThrow(/functions\/trial_twice\.sql failed: syntax error .*\(line 2\)/);
      expect(await defined()).toMatchObject([{ answer: 1 }]);
    });
  });

  test('TECH-03 the web login can log in and has no rights of its own', async () => {
    const { rows } = await db.database.pool.query('select current_user as who');
    expect(rows).toEqual([{ who: 'kontor_web' }]);
    await expect(db.database.pool.query('select * from public.lb_user')).rejects.toThrow('permission denied');
  });
});
