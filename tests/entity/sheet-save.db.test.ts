import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { durationOf, fastest } from '../support/fastest.ts';

let demo: DemoWeb;
let admin: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  admin = await demo.person('admin@demo.test');
});
afterAll(() => demo.close());

interface Saved {
  readonly data?: Readonly<Record<string, { readonly affected_rows: number }>>;
  readonly errors?: readonly {
    readonly extensions: {
      readonly code: string;
      readonly values?: Record<string, unknown>;
      readonly problems?: readonly { readonly field: string; readonly values?: Record<string, unknown> }[];
    };
  }[];
}

const insert =
  'insert_cost_center(objects: $objects, on_conflict: { constraint: cost_center_pkey, update_columns: [name] }) { affected_rows }';

/** A save like that of the table view (SHEET-15). */
async function save(
  query: string,
  variables: object,
  source = 'jexcel',
): Promise<{ status: number; body: Saved }> {
  const answer = await admin.send({
    method: 'POST',
    url: '/v1/graphql',
    headers: { 'x-hasura-app-source': source },
    payload: { query, variables },
  });
  return { status: answer.status, body: answer.json<Saved>() };
}

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly updated_at: string;
}

async function stored(like = 'M %'): Promise<readonly Stored[]> {
  const { cost_center } = await admin.get<{ cost_center: readonly Stored[] }>(
    'query ($like: String!) { cost_center(where: { number: { _like: $like } }, order_by: [{ id: asc }]) { id name updated_at } }',
    { like },
  );
  return cost_center;
}

const many = 5000;

const mutation = `mutation ($objects: [cost_center_insert_input!]!) { ${insert} }`;
const newRows = (prefix: string, count = many) =>
  Array.from({ length: count }, (_, n) => ({ number: `${prefix} ${n}`, name: `Kostenstelle ${n}` }));

test('SHEET-15 API-10 5,000 rows are saved in under 10 s, new ones and changed ones', async () => {
  let part = 0;
  const saveAll = (objects: readonly object[]) =>
    durationOf(async () => {
      const { body } = await save(mutation, { objects });
      expect(body).toEqual({ data: { insert_cost_center: { affected_rows: many } } });
    });
  const insertAll = () => {
    part += 1;
    return saveAll(newRows(`T${part}`));
  };
  const changeAll = async () => {
    const rows = await stored(`T${part} %`);
    return await saveAll(rows.map(({ id, updated_at, name }) => ({ id, updated_at, name: `${name} neu` })));
  };
  expect(await fastest(10_000, insertAll)).toBeLessThan(10_000);
  expect(await fastest(10_000, changeAll)).toBeLessThan(10_000);
});

test('SHEET-15 API-10 AUD-05 rows are saved all or nothing, each with its audit', async () => {
  const several = inDepth(1_000, many);
  const objects = newRows('M', several);
  const inserted = await save(mutation, { objects });
  expect(inserted.body).toEqual({ data: { insert_cost_center: { affected_rows: several } } });

  const rows = await stored();
  const changes = rows.map(({ id, updated_at }) => ({ id, updated_at, name: 'geändert' }));
  const changed = await save(mutation, { objects: changes });
  expect(changed.body).toEqual({ data: { insert_cost_center: { affected_rows: several } } });

  const audited = await demo.web.sql<{ type: string; count: string; groups: string }>(
    `select type, count(*), count(distinct random_id) as groups from audit_log
     where "table" = 'cost_center' and data_after ->> 'name' in ('geändert') group by type`,
  );
  expect(audited).toEqual([{ type: 'update', count: String(several), groups: '1' }]);

  const again = await save(mutation, { objects: [...changes.slice(1), { number: 'M new', name: 'x' }] });
  expect(again.body.errors?.[0]?.extensions).toMatchObject({ code: 'record_changed' });
  expect((await stored()).filter(({ name }) => name !== 'geändert')).toEqual([]);

  const whole = `mutation ($objects: [cost_center_insert_input!]!, $idsToDelete: [bigint!]!) {
    delete_cost_center(where: { id: { _in: $idsToDelete } }) { affected_rows } ${insert} }`;
  const ids = rows.map(({ id }) => id);
  const refused = await save(whole, { objects: [{ number: 'M one', name: '' }], idsToDelete: ids.slice(1) });
  expect(refused.body.errors).toHaveLength(1);
  expect(await stored()).toHaveLength(several);
  const gone = await save(whole, {
    objects: [{ number: 'M one', name: 'bleibt' }],
    idsToDelete: ids.slice(1),
  });
  expect(gone.body.data).toMatchObject({ delete_cost_center: { affected_rows: several - 1 } });
});

describe('unique values (SHEET-05)', () => {
  const pair = [
    { number: 'U 1', name: 'eins' },
    { number: 'U 2', name: 'zwei' },
  ];
  const mutation = `mutation ($objects: [cost_center_insert_input!]!) {
    insert_cost_center(objects: $objects, on_conflict: { constraint: cost_center_pkey, update_columns: [number] })
      { affected_rows } }`;
  interface Numbered {
    readonly id: number;
    readonly number: string;
    readonly name: string;
  }
  const numbered = async (): Promise<readonly Numbered[]> => {
    const query =
      '{ cost_center(where: { number: { _like: "U %" } }, order_by: [{ id: asc }]) { id number name } }';
    return (await admin.get<{ cost_center: readonly Numbered[] }>(query)).cost_center;
  };

  test('SHEET-15 two rows of one save swap their numbers', async () => {
    await save(mutation, { objects: pair });
    const [one, two] = await numbered();
    const swapped = await save(mutation, {
      objects: [
        { id: one?.id, number: 'U 2' },
        { id: two?.id, number: 'U 1' },
        { number: 'U 3', name: 'drei' },
      ],
    });
    expect(swapped.body.errors).toBeUndefined();
    expect((await numbered()).map(({ number, name }) => `${number} ${name}`)).toEqual([
      'U 2 eins',
      'U 1 zwei',
      'U 3 drei',
    ]);
  });

  test('SHEET-05 the answer names each row that repeats another or a stored one', async () => {
    const rows = await numbered();
    const [one, two] = rows;
    const refused = await save(mutation, {
      objects: [
        { number: 'U 7', name: 'frei' },
        { number: 'U 3', name: 'vergeben' },
        { id: one?.id, number: 'U 8' },
        { number: 'U 9', name: 'doppelt' },
        { number: 'U 9', name: 'doppelt' },
        { number: 'U 2', name: 'freigegeben' },
        { id: two?.id, name: 'unverändert' },
      ],
    });
    const repeated = (place: number) => ({
      field: `objects.${place}.number`,
      code: 'unique_violation',
      values: { field: 'number' },
    });
    expect(refused.body.errors?.[0]?.extensions).toMatchObject({
      code: 'unique_violation',
      field: 'objects.1.number',
      problems: [repeated(1), repeated(3), repeated(4)],
    });
    expect(await numbered()).toEqual(rows);
  });

  test('VAL-30 an e-mail that differs only in case counts as repeated', async () => {
    const people = `mutation ($objects: [lb_user_insert_input!]!) { insert_lb_user(objects: $objects) { affected_rows } }`;
    const refused = await save(people, {
      objects: [
        { name: 'Neu', email: 'neu@demo.test' },
        { name: 'Zweite', email: 'ADMIN@demo.test' },
      ],
    });
    expect(refused.body.errors?.[0]?.extensions).toMatchObject({
      problems: [{ field: 'objects.1.email', code: 'unique_violation' }],
    });
  });
});

interface Called {
  readonly id: number;
  readonly called: string;
}

describe('VAL-28 VAL-30 values unique without regard to case can be swapped in one save', () => {
  const tables = [
    {
      table: 'cost_center',
      field: 'number',
      rest: (n: number) => ({ name: `Tausch ${n}` }),
      words: 'Tausch',
    },
    { table: 'permission', field: 'name', rest: () => ({}), words: 'Tausch' },
    { table: 'task_group', field: 'name', rest: () => ({}), words: 'Tausch' },
    { table: 'lb_user', field: 'email', rest: (n: number) => ({ name: `Tausch ${n}` }), words: 'tausch' },
  ] as const;

  beforeAll(() =>
    demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
      [admin.context.tenantId],
    ),
  );

  test.each(tables)('$table $field', async ({ table, field, rest, words }) => {
    const value = (n: number) => (field === 'email' ? `${words}.${n}@example.test` : `${words} a${n}`);
    const send = (objects: readonly object[]) =>
      save(
        `mutation ($objects: [${table}_insert_input!]!) { insert_${table}(objects: $objects,
          on_conflict: { constraint: ${table}_pkey, update_columns: [${field}] }) { affected_rows } }`,
        { objects },
      );
    const stored = async (): Promise<readonly Called[]> => {
      const query = `query ($words: String!) {
        rows: ${table}(where: { ${field}: { _ilike: $words } }, order_by: [{ id: asc }]) { id called: ${field} } }`;
      const variables = { words: `${words}%` };
      return (await admin.get<{ rows: readonly Called[] }>(query, variables)).rows;
    };
    expect((await send([1, 2].map((n) => ({ ...rest(n), [field]: value(n) })))).body.errors).toBeUndefined();
    const [one, two] = await stored();
    const swap = (first: string, second: string) =>
      send([
        { id: one?.id, [field]: first },
        { id: two?.id, [field]: second },
      ]);
    expect((await swap(value(2), value(1))).body.errors).toBeUndefined();
    expect((await stored()).map(({ called }) => called)).toEqual([value(2), value(1)]);

    const upper = value(1).toUpperCase();
    const refused = await swap(upper, value(1));
    expect(refused.body.errors?.[0]?.extensions).toMatchObject({
      code: 'unique_violation',
      problems: [0, 1].map((place) => ({ field: `objects.${place}.${field}`, code: 'unique_violation' })),
    });
    const another = await send([{ ...rest(3), [field]: upper }]);
    expect(another.body.errors?.[0]?.extensions).toMatchObject({ code: 'unique_violation', field });
    expect((await stored()).map(({ called }) => called)).toEqual([value(2), value(1)]);
  });
});

test('ADM-18 SHEET-16 a save that deletes records in use names each row and its uses, and deletes nothing', async () => {
  const used = await demo.web.sql<{ id: string; requests: string }>(
    `select cost_center_id as id, count(distinct procurement_id) as requests from (
       select cost_center_id, id as procurement_id from procurement
       union all select cost_center_id, procurement_id from procurement_line) pointing
     where cost_center_id is not null group by 1 order by 1 limit 2`,
  );
  const number = 'V 1';
  await save(mutation, { objects: [{ number, name: 'unbenutzt' }] });
  const [free] = await stored(number);
  const ids = [...used.map(({ id }) => Number(id)), free?.id];
  const { body } = await save(
    `mutation ($ids: [bigint!]!) { delete_cost_center(where: { id: { _in: $ids } }) { affected_rows } }`,
    { ids },
  );
  expect(body.errors?.[0]?.extensions.code).toBe('foreign_key_violation');
  const problems = body.errors?.[0]?.extensions.problems ?? [];
  for (const { id, requests } of used) {
    expect(problems).toContainEqual({
      field: 'id',
      code: 'foreign_key_violation',
      values: { id: Number(id), used_by: 'procurement', count: Number(requests) },
    });
  }
  expect(problems.filter(({ values }) => values?.id === free?.id)).toEqual([]);
  expect(problems.filter(({ values }) => values?.used_by === 'document')).toEqual([]);
  expect(await stored(number)).toHaveLength(1);
});

test('API-05 only the table view may send that much', async () => {
  const objects = Array.from({ length: many }, (_, n) => ({ number: `N ${n}`, name: 'x'.repeat(250) }));
  const { status } = await save(
    `mutation ($objects: [cost_center_insert_input!]!) { ${insert} }`,
    { objects },
    'other',
  );
  expect(status).toBe(413);
});
