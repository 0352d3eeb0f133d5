import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxRefused } from '../../src/entity/server/import-store.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;

beforeAll(async () => {
  setup = await openImports();
});
afterAll(() => setup.close());

describe('ADM-20 questions of an import before it imports', () => {
  test('APPR-20 a line refused by the database is named, and the others can be imported', async () => {
    await setup.demo.web.sql(
      "insert into lb_user (tenant_id, email, name) select $1, v, v from unnest('{geht@demo.test,bleibt@demo.test}'::text[]) v",
      [setup.admin.context.tenantId],
    );
    const asked = await setup.run(
      'lb_user',
      'Name;E-Mail;Vertretung;Aktiv\ngeht@demo.test;geht@demo.test;;nein\nbleibt@demo.test;bleibt@demo.test;geht@demo.test;ja\n',
    );
    expect(asked).toMatchObject({ state: 'done', result: { changed: 0, problems: 1, right_lines: 1 } });
    expect((await setup.report(asked.result)).map((row) => row.split(';').slice(0, 3))).toEqual([
      ['3', 'Vertretung', 'geht@demo.test'],
    ]);
    const active = () => setup.demo.web.sql("select active from lb_user where email = 'geht@demo.test'");
    expect(await active()).toEqual([{ active: true }]);
    const done = await setup.answer('lb_user', asked.id, { right_only: true });
    expect(done).toMatchObject({ state: 'done', result: { changed: 1, problems: 1 } });
    expect(await active()).toEqual([{ active: false }]);
  });

  test('PROC-43 it asks before it deactivates records used by open documents, with their number', async () => {
    const { procurement } = await setup.admin.get<{
      procurement: { cost_center: { id: number; number: string } }[];
    }>(
      `{ procurement(where: { status: { _eq: "approval" }, cost_center_id: { _is_null: false } }, limit: 1) {
        cost_center { id number } } }`,
    );
    const { id, number } = procurement[0]?.cost_center ?? { id: 0, number: '' };
    const file = `Nummer;Aktiv\r\n${number};nein\r\n`;
    const asked = await setup.run('cost_center', file);
    expect(asked.result).toMatchObject({
      changed: 0,
      problems: 0,
      reached: [{ table: 'cost_center', ids: [id] }],
    });
    expect(asked.result.documents_waiting).toBeGreaterThan(0);
    expect(await setup.demo.web.sql('select active from cost_center where id = $1', [id])).toEqual([
      { active: true },
    ]);
    const off = await setup.answer('cost_center', asked.id, { waiting_told: true });
    expect(off.result).toMatchObject({ changed: 1 });
    expect(off.result).not.toHaveProperty('reached');
    expect(off.result.documents_waiting).toBe(asked.result.documents_waiting);
    const on = await setup.run('cost_center', file.replace('nein', 'ja'));
    expect(on.result).toMatchObject({ changed: 1 });
    expect(on.result).not.toHaveProperty('documents_waiting');
    const reported = await setup.run('cost_center', file, { waiting_told: true });
    expect(reported.result).toMatchObject({ changed: 1 });
    await setup.run('cost_center', file.replace('nein', 'ja'));
  });

  test('ADM-20 PROC-43 wrong lines and affected documents are asked about together', async () => {
    const { procurement } = await setup.admin.get<{ procurement: { cost_center: { number: string } }[] }>(
      '{ procurement(where: { status: { _eq: "approval" }, cost_center_id: { _is_null: false } }, limit: 1) { cost_center { number } } }',
    );
    const { number = '' } = procurement[0]?.cost_center ?? {};
    const file = `Nummer;Name;Aktiv\n${number};Zu;nein\nV 2!;Zeichen;ja\n`;
    const asked = await setup.run('cost_center', file);
    expect(asked.result).toMatchObject({ changed: 0, problems: 1, right_lines: 1 });
    expect(asked.result.documents_waiting).toBeGreaterThan(0);
    expect(asked.result.reached).toHaveLength(1);
    // Answering only one of the two leads to the other question.
    const half = await setup.answer('cost_center', asked.id, { right_only: true });
    expect(half.result).toMatchObject({ changed: 0, reached: asked.result.reached });
    expect(half.result).not.toHaveProperty('right_lines');
    const done = await setup.answer('cost_center', half.id, { waiting_told: true });
    expect(done.result).toMatchObject({ changed: 1, problems: 1 });
    await setup.run('cost_center', `Nummer;Aktiv\n${number};ja\n`);
    const again = await setup.run('cost_center', file);
    const answers = { right_only: true, waiting_told: true };
    expect((await setup.answer('cost_center', again.id, answers)).result).toMatchObject({ changed: 1 });
    await setup.run('cost_center', `Nummer;Aktiv\n${number};ja\n`);
  });

  test('API-41 asks before it changes booking fields in several rows, with the count', async () => {
    await setup.demo.web.sql(
      "insert into posting_key (tenant_id, number, name, tax) select $1, n::text, 'Viele', 19 from generate_series(771, 772) n",
      [setup.admin.context.tenantId],
    );
    const taxes = () =>
      setup.demo.web.sql<{ tax: number }>(
        "select tax::float from posting_key where name = 'Viele' order by number",
      );
    const file = (first: string, second: string) => `Nummer;Steuer\n771;${first}\n772;${second}\n`;
    const settings = { columns: ['number', 'tax'] };
    expect((await setup.run('posting_key', file('7', '19'), settings)).result).toMatchObject({ changed: 1 });
    const asked = await setup.run('posting_key', file('5', '5'), settings);
    expect(asked).toMatchObject({
      state: 'done',
      result: { changed: 0, question: { code: 'many_rows', values: { count: 2 } } },
    });
    expect(await taxes()).toEqual([{ tax: 7 }, { tax: 19 }]);
    const done = await setup.answer('posting_key', asked.id, { waiting_told: true });
    expect(done.result).toMatchObject({ changed: 2 });
    expect(done.result).not.toHaveProperty('question');
    expect(await taxes()).toEqual([{ tax: 5 }, { tax: 5 }]);
  });

  test('ADM-20 an error at the end of the import is attributed to its line', async () => {
    const { web } = setup.demo;
    const administrators = await web.sql<{ email: string; name: string }>(
      `select email, name from lb_user u where u.tenant_id = $1 and not u.is_group and app.administers(u.tenant_id, u.id)
       order by email = 'admin@demo.test', email`,
      [setup.admin.context.tenantId],
    );
    const rows = administrators.map(({ name, email }) => `${name};${email};nein`);
    const asked = await setup.run('lb_user', `Name;E-Mail;Aktiv\n${rows.join('\n')}\n`);
    expect(asked).toMatchObject({ state: 'done', result: { problems: 1, right_lines: rows.length - 1 } });
    expect((await setup.report(asked.result)).map((row) => row.split(';').slice(0, 3))).toEqual([
      [String(rows.length + 1), 'Aktiv', 'nein'],
    ]);
  });

  test('ADM-20 ADM-23 a line that gives a supplier the number of another one is named', async () => {
    await setup.demo.web.sql(
      "insert into supplier (tenant_id, name, country, vat_number) values ($1, 'Inhaber', 'DE', 'DE136695976')",
      [setup.admin.context.tenantId],
    );
    const asked = await setup.run('supplier', 'Name;USt-IdNr.\nErste Neue;\nZweite Neue;DE136695976\n', {
      columns: ['name', 'vat_number'],
    });
    expect(asked).toMatchObject({ state: 'done', result: { problems: 1, right_lines: 1 } });
    expect(asked.result.first_problems?.[0]).toContain('Inhaber');
  });

  test(`ADM-20 API-43 a file of which the database refuses each line ends with the first ${maxRefused} of them`, async () => {
    const { web } = setup.demo;
    const lines = 3 * maxRefused;
    await web.sql(
      `create sequence tried;
       create function count_tries() returns trigger language plpgsql security definer as $$ begin
         perform nextval('public.tried'); return null; end $$;
       create trigger count_tries before insert on cost_center for each statement execute function count_tries();
       create function refuse_each() returns trigger language plpgsql as $$ begin
         raise exception 'already_exists' using errcode = '55000', column = 'number'; end $$;
       create trigger refuse_each before insert on cost_center for each row execute function refuse_each()`,
    );
    try {
      const rows = Array.from({ length: lines }, (_, place) => `NEIN${place};x`);
      const asked = await setup.run('cost_center', `Nummer;Name\n${rows.join('\n')}\n`);
      expect(asked).toMatchObject({
        state: 'done',
        result: { added: 0, problems: maxRefused, right_lines: 0, is_cut: true },
      });
      const reported = (await setup.report(asked.result)).map((row) => row.split(';')[0]);
      expect(reported).toEqual(Array.from({ length: maxRefused }, (_, place) => String(place + 2)));
      const right = await setup.answer('cost_center', asked.id, { right_only: true });
      expect(right.result).toMatchObject({ added: 0, is_cut: true });
      const [{ tries = 0 } = {}] = await web.sql<{ tries: number }>(
        "select nextval('tried')::integer - 1 as tries",
      );
      // For both imports: each refused line and its enclosing halves; trying all lines would take twice their number.
      expect(tries).toBeLessThan(2 * 2.5 * maxRefused);
    } finally {
      await web.sql(
        `drop trigger refuse_each on cost_center; drop function refuse_each();
         drop trigger count_tries on cost_center; drop function count_tries(); drop sequence tried`,
      );
    }
  });
});
