import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  otherSettings,
  otherValue,
  ownerOfRows,
  rowOfControl,
  rowsOfPeople,
  waysFor,
  waysOfUpdate,
} from '../../../../tests/support/changed-controls.ts';
import { inDepth, someOf } from '../../../../tests/support/depth.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';
import { controls } from '../register.ts';

let setup: TwoAdministrators['setup'];
let admin: TwoAdministrators['admin'];
let second: TwoAdministrators['second'];
let tenant: TwoAdministrators['tenant'];
let ids: TwoAdministrators['ids'];
let storedIn: TwoAdministrators['storedIn'];
let waiting: TwoAdministrators['waiting'];
let decide: TwoAdministrators['decide'];

let two: TwoAdministrators;
beforeAll(async () => {
  two = await openTwoAdministrators();
  ({ setup, admin, second, tenant, ids, storedIn, waiting, decide } = two);
}, 120_000);
afterAll(() => two?.close());

const rowOf = (table: string, column: string) => rowOfControl(ids, table, column);
const valueFor = (column: string) => otherValue(ids, column);

describe('AUTH-31 AUTH-37 the register of controls', () => {
  test('is the same in the database and in the code', async () => {
    const rows = await setup.demo.web.sql<{ table_name: string; control: string; kind: string }>(
      'select table_name, control, kind from app.controls()',
    );
    const names = rows.map(({ table_name, control, kind }) => `${kind} ${table_name}.${control}`);
    const declared = [
      ...Object.entries(controls.columns).flatMap(([table, columns]) =>
        columns.map((column) => `columns ${table}.${column}`),
      ),
      ...controls.settings.map((key) => `setting configuration.${key}`),
      ...controls.rows.map((table) => `rows ${table}.${table}`),
      ...controls.deletion.map((table) => `deletion ${table}.${table}`),
    ];
    expect(names.sort()).toEqual(declared.sort());
  });

  test('matches the initial values of a new company', async () => {
    const { web } = setup.demo;
    const [made] = await web.sql<{ row: Record<string, unknown> }>(
      "insert into client (tenant_id, name) values ($1, 'Ganz neu') returning to_jsonb(client) as row",
      [tenant],
    );
    const entries = await web.sql<{ columns: string[]; initial: Record<string, unknown> }>(
      "select columns, initial from app.controls() where table_name = 'client' and of_new",
    );
    const begins = entries.map(({ columns }) => columns.map((name) => [name, made?.row[name]]));
    expect(begins).toEqual(
      entries.map(({ columns, initial }) => columns.map((name) => [name, initial[name] ?? null])),
    );
    await web.sql("delete from client where name = 'Ganz neu'");
  });

  /** Changes of budgets ask first and have their own tests. */
  const columns = Object.entries(controls.columns).flatMap(([table, names]) =>
    table === 'budget' ? [] : names.map((column) => [table, column] as const),
  );
  /** Each by its key and by one other way in turn; in the deep form by all ways. */
  const cases = columns.flatMap(([table, column], place) => {
    const [first = '', ...others] = waysFor(table);
    const chosen = inDepth([others[place % others.length] ?? ''], others);
    return [first, ...chosen].map((way) => [table, column, way] as const);
  });
  test.each(someOf(cases, 3))(
    '%s.%s changed %s waits, and applies once the second administrator confirms',
    async (table, column, way) => {
      const id = rowOf(table, column) ?? 0;
      const before = await storedIn(table, id, column);
      const answer = await admin.ask<object>(
        waysOfUpdate[way]?.(table, id, `${column}: ${valueFor(column)}`, column) ?? '',
      );
      expect(answer.errors).toBeUndefined();
      expect(answer).toMatchObject({ extensions: { waiting: 1 } });
      expect(await storedIn(table, id, column)).toBe(before);
      const [change] = await waiting();
      expect(change).toMatchObject({ control: column });
      expect(await decide(admin, 'confirm', change?.id)).toBe('second_administrator_required');
      if (way !== 'by key') {
        expect(await decide(second, 'reject', change?.id)).toBeUndefined();
        expect(await storedIn(table, id, column)).toBe(before);
        return;
      }
      expect(await decide(second, 'confirm', change?.id)).toBeUndefined();
      expect(await storedIn(table, id, column)).not.toBe(before);
      expect(await decide(second, 'confirm', change?.id)).toBe('record_changed');
      await setup.demo.web.sql(
        `update ${table} set ${column} = ${before === null ? 'null' : `'${before}'`} where id = $1`,
        [id],
      );
      expect(await waiting()).toEqual([]);
    },
  );

  test.each(controls.settings)('the setting %s waits when it is set, changed or removed', async (key) => {
    const person = key.startsWith('user_');
    const set = (value: string) =>
      `model: "${person ? 'lb_user' : 'string'}", ${person ? `lb_user_id: ${value}` : `value: "${value}"`}`;
    const [one, another] = person
      ? [String(ids.person), String(ids.other)]
      : (otherSettings[key] ?? ['true', 'false']);
    const stored = async () => {
      const rows = await setup.demo.web.sql<{ id: string; value: string | null }>(
        'select id, coalesce(value, lb_user_id::text) as value from configuration where tenant_id = $1 and key = $2',
        [tenant, key],
      );
      return rows[0];
    };
    const confirmed = async (mutation: string) => {
      expect(await admin.ask(mutation)).toMatchObject({ extensions: { waiting: 1 } });
      const [change] = await waiting();
      expect(change?.control).toBe(key);
      return async () => expect(await decide(second, 'confirm', change?.id)).toBeUndefined();
    };
    const setting = await confirmed(
      `mutation { insert_configuration_one(object: { key: "${key}", ${set(one ?? '')} }) { id } }`,
    );
    expect((await stored())?.value).not.toBe(one);
    await setting();
    expect((await stored())?.value).toBe(one);
    const changing = await confirmed(
      `mutation { update_configuration(where: { key: { _eq: "${key}" } }, _set: { ${set(another ?? '')} }) { affected_rows } }`,
    );
    expect((await stored())?.value).toBe(one);
    await changing();
    expect((await stored())?.value).toBe(another);
    const removing = await confirmed(
      `mutation { delete_configuration(where: { key: { _eq: "${key}" } }) { affected_rows } }`,
    );
    expect((await stored())?.value).toBe(another);
    await removing();
    expect(await stored()).toBeUndefined();
  });

  test.each(rowsOfPeople)('a row of %s waits when it is added, changed or removed', async (table) => {
    const { owner, column } = ownerOfRows(table);
    const rows = () =>
      setup.demo.web.sql<{ who: string }>(
        `select lb_user_id::text as who from ${table} where ${column} = $1 and lb_user_id = any ($2)`,
        [ids[owner], [ids.person, ids.other]],
      );
    await setup.demo.web.sql(`delete from ${table} where ${column} = $1`, [ids[owner]]);
    const confirmed = async (mutation: string, before: readonly object[], after: readonly object[]) => {
      const answer = await admin.ask(mutation);
      expect(answer.errors).toBeUndefined();
      expect(answer).toMatchObject({ extensions: { waiting: 1 } });
      expect(await rows()).toEqual(before);
      const [change] = await waiting();
      expect(await decide(admin, 'confirm', change?.id)).toBe('second_administrator_required');
      expect(await decide(second, 'confirm', change?.id)).toBeUndefined();
      expect(await rows()).toEqual(after);
    };
    const one = { who: String(ids.person) };
    const another = { who: String(ids.other) };
    await confirmed(
      `mutation { insert_${table}(objects: [{ ${column}: ${ids[owner]}, lb_user_id: ${ids.person} }]) { affected_rows returning { lb_user_id } } }`,
      [],
      [one],
    );
    await confirmed(
      `mutation { update_${table}(where: { ${column}: { _eq: ${ids[owner]} } }, _set: { lb_user_id: ${ids.other} }) { affected_rows } }`,
      [one],
      [another],
    );
    await confirmed(
      `mutation { delete_${table}(where: { ${column}: { _eq: ${ids[owner]} } }) { affected_rows } }`,
      [another],
      [],
    );
  });

  test('a control nested in a new record waits, and the record is created without it', async () => {
    const answer = await admin.ask<{ made: { id: number; user_clearing_id: number | null } }>(
      `mutation { made: insert_department_one(object: { name: "Geschachtelt", user_clearing_id: ${ids.person},
         department_approvers: { data: [{ lb_user_id: ${ids.person} }, { lb_user_id: ${ids.other}, is_required: true }] } }) { id user_clearing_id } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer).toMatchObject({ extensions: { waiting: 3 }, data: { made: { user_clearing_id: null } } });
    for (const { id } of await waiting()) expect(await decide(second, 'confirm', id)).toBeUndefined();
    const made = answer.data?.made.id;
    expect(await storedIn('department', made, 'user_clearing_id')).toBe(String(ids.person));
    expect(
      await setup.demo.web.sql(
        'select is_required from department_approver where department_id = $1 order by id desc',
        [made],
      ),
    ).toHaveLength(2);
  });

  test('a new person has no rights before confirmation, and only two administrators can delete the person', async () => {
    const answer = await admin.ask<{ made: { id: number; roles: string[]; approval_limit: number | null } }>(
      `mutation { made: insert_lb_user_one(object: { name: "Neu", email: "neu@demo.test", roles: ["user-admin"],
         approval_limit: "500.00" }) { id roles approval_limit } }`,
    );
    expect(answer).toMatchObject({
      extensions: { waiting: 1 },
      data: { made: { roles: [], approval_limit: 500 } },
    });
    for (const { id } of await waiting()) expect(await decide(second, 'confirm', id)).toBeUndefined();
    const id = answer.data?.made.id;
    expect(await storedIn('lb_user', id, 'roles')).toBe('{user-admin}');
    expect(await admin.ask(`mutation { delete_lb_user_by_pk(id: ${id}) { id } }`)).toMatchObject({
      extensions: { waiting: 1 },
    });
    expect(await storedIn('lb_user', id, 'name')).toBe('Neu');
    const [change] = await waiting();
    expect(await decide(second, 'confirm', change?.id)).toBeUndefined();
    expect(await storedIn('lb_user', id, 'name')).toBeNull();
  });

  test('a change in an import waits, and the import reports it', async () => {
    const before = await storedIn('lb_user', ids.other, 'approval_limit');
    const job = await setup.run('lb_user', 'E-Mail;Freigabelimit\napprover2@demo.test;750\n');
    expect(job).toMatchObject({ state: 'done', result: { changed: 1, waiting: 1 } });
    const [change] = await waiting();
    expect(await decide(admin, 'reject', change?.id)).toBeUndefined();
    expect(await storedIn('lb_user', ids.other, 'approval_limit')).toBe(before);
  });
});
