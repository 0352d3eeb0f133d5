import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { apiOfPerson } from '../../src/app/server/graphql.ts';
import type { Entity, Row } from '../../src/entity/entity.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { formOf } from '../support/demo-web.ts';
import { type ImportSetup, openImports } from './imports.ts';
import { distinct, insertedRows, namedRow, wholeRows } from './named-rows.ts';

let setup: ImportSetup;
/** A row of each referenced table. */
const known = new Map<string, number>();
let place = 500;

beforeAll(async () => {
  setup = await openImports();
  await setup.demo.web.sql(
    "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
    [setup.admin.context.tenantId],
  );
  for (const entity of entities.values()) {
    const [id] = await insertedRows(setup.admin, entity.table, [fresh(entity)]);
    known.set(entity.table, id ?? 0);
  }
});
afterAll(() => setup.close());

function fresh(entity: Entity): Row {
  place += 1;
  return namedRow(entity, `Neu ${place}`, place, (table) => known.get(table) ?? null);
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly field?: string } }[];
}

/** Sends a mutation like a client, with or without a key. */
async function save(query: string, variables: object, key?: string): Promise<Answer> {
  const answer = await setup.admin.send({
    method: 'POST',
    url: '/v1/graphql',
    headers: key === undefined ? {} : { 'idempotency-key': key },
    payload: { query, variables },
  });
  return answer.json<Answer>();
}

const insertOne = (table: string) =>
  `mutation ($object: ${table}_insert_input!) { insert_${table}_one(object: $object) { id } }`;
const insertMany = (table: string) =>
  `mutation ($objects: [${table}_insert_input!]!) { insert_${table}(objects: $objects) { affected_rows returning { id } } }`;
const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code ?? null;
const all = [...entities.values()].map((entity) => [entity.table, entity] as const);

describe('SHEET-21 requests sent twice with one key take effect once', () => {
  test.each(all)('new rows of %s, at the same time and again', async (table, entity) => {
    const count = async () => (await setup.demo.web.sql(`select id from ${table}`)).length;
    const [one, ...two] = wholeRows(table, [fresh(entity), fresh(entity), fresh(entity)]);
    const sent: [string, object][] = [
      [insertOne(table), { object: one }],
      [insertMany(table), { objects: two }],
    ];
    for (const [query, variables] of sent) {
      const key = randomUUID();
      const before = await count();
      const answers: Answer[] = await Promise.all([save(query, variables, key), save(query, variables, key)]);
      const after = await count();
      answers.push(await save(query, variables, key));
      expect(answers.map(codeOf)).toEqual([null, null, null]);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      expect(after - before).toBe(query === insertOne(table) ? 1 : two.length);
      expect(await count()).toBe(after);
      expect(codeOf(await save(insertOne(table), { object: fresh(entity) }, key))).toBe(
        'idempotency_key_reused',
      );
    }
  });

  test('a refused request is tried again with the same key', async () => {
    const key = randomUUID();
    const row = { number: 'Z 1', name: 'Zweimal' };
    const [id] = await insertedRows(setup.admin, 'cost_center', [row]);
    expect(codeOf(await save(insertOne('cost_center'), { object: row }, key))).toBe('unique_violation');
    await setup.admin.get('mutation ($id: bigint!) { delete_cost_center_by_pk(id: $id) { id } }', { id });
    expect(codeOf(await save(insertOne('cost_center'), { object: row }, key))).toBeNull();
  });

  test('a key is a UUID, and is refused for a batch', async () => {
    expect(codeOf(await save('mutation { __typename }', {}, 'once'))).toBe('invalid_type');
    const headers = { 'idempotency-key': randomUUID() };
    const batch = {
      method: 'POST',
      url: '/v1/graphql',
      headers,
      payload: [{ query: '{ __typename }' }],
    } as const;
    expect(codeOf((await setup.admin.send(batch)).json())).toBe('malformed_request');
  });

  test('an import is one job', async () => {
    const key = randomUUID();
    const send = (text: string, how: 'form' | 'header' = 'form') => {
      const { headers, ...form } = formOf(how === 'form' ? { idempotency_key: key } : {}, [
        { name: 'a.csv', bytes: Buffer.from(text) },
      ]);
      const sent = how === 'form' ? headers : { ...headers, 'idempotency-key': key };
      return setup.admin.send({ ...form, headers: sent ?? {}, url: '/api/import/supplier' });
    };
    const file = 'Name\nEinmal\n';
    const [first, second] = await Promise.all([send(file), send(file)]);
    const third = await send(file, 'header');
    expect([first?.status, second?.json(), third.json()]).toEqual([200, first?.json(), first?.json()]);
    expect((await send('Name\nAnders\n')).json()).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('every command takes a key, except those that a state allows only once', async () => {
    const schema = await apiOfPerson(setup.demo.web.database);
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    const keyless = fields.filter(
      ({ name, args }) =>
        !/^(insert|update|delete)_/.test(name) &&
        !args.some((argument) => argument.name === 'idempotency_key' && String(argument.type) === 'uuid!'),
    );
    expect(keyless.map(({ name }) => name).toSorted()).toEqual([
      'claim_record_lock',
      'supplier_bank_change_confirm',
      'supplier_bank_change_reject',
    ]);
  });
});

test('SHEET-21 imports and saves of many rows wait for each other, people only briefly', async () => {
  const { tenantId } = setup.admin.context;
  const holder = new pg.Client({ connectionString: setup.demo.web.ownerUrl });
  await holder.connect();
  await holder.query("select pg_advisory_lock(hashtextextended('bulk write of cost_center', $1))", [
    tenantId,
  ]);
  onTestFinished(() => holder.end());
  const rows = ['W 1', 'W 2'].map((number) => ({ number, name: 'Wartet' }));
  const { json } = await setup.send('cost_center', Buffer.from('Nummer;Name\nW 3;Wartet\n'));
  const job = () =>
    setup.demo.web.sql<{ state: string; attempts: number }>('select state, attempts from job where id = $1', [
      json<{ id: number }>().id,
    ]);
  // A single row, and another table, do not wait.
  expect(codeOf(await save(insertOne('cost_center'), { object: { number: 'W 4', name: 'x' } }))).toBeNull();
  expect(codeOf(await save(insertMany('location'), { objects: [{ name: 'a' }, { name: 'b' }] }))).toBeNull();
  expect(codeOf(await save(insertMany('cost_center'), { objects: rows }))).toBe('lock_timeout');
  await expect.poll(job).toMatchObject([{ state: 'queued', attempts: 1 }]);
  await holder.query('select pg_advisory_unlock_all()');
  expect(codeOf(await save(insertMany('cost_center'), { objects: rows }))).toBeNull();
});

/** The identifying fields of master data, with their scope. */
const naming = [...entities.values()].flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]) =>
    field.unique || field.identifies ? [[`${entity.table}.${name}`, entity, name] as const] : [],
  ),
);

describe('SHEET-21 an identifying value is in one row only', () => {
  test.each(naming)('%s, sent twice at the same time without a key', async (_, entity, name) => {
    const { table, fields } = entity;
    const field = fields[name];
    if (!field) throw new Error(name);
    place += 1;
    const value = name === 'name' ? `Neu ${place}` : distinct(field, place);
    const [one, other] = wholeRows(table, [
      { ...fresh(entity), [name]: value },
      { ...fresh(entity), [name]: value.toLowerCase() },
    ]);
    const answers = await Promise.all([
      save(insertOne(table), { object: one }),
      save(insertOne(table), { object: other }),
    ]);
    const reported = answers.map(codeOf).filter((code) => code !== null);
    expect(reported).toEqual([field.identifies ? 'number_taken' : 'unique_violation']);
  });

  test('older duplicates stay and can be saved, only a change is refused', async () => {
    const { tenantId } = setup.admin.context;
    const rows = await setup.demo.web.sql<{ id: string }>(
      `insert into location (tenant_id, number, name) values ($1, 'ALT 1', 'a'), ($1, 'ALT 1', 'b'), ($1, 'ALT 2', 'c') returning id`,
      [tenantId],
    );
    const [first = 0, , third = 0] = rows.map(({ id }) => Number(id));
    const change = (id: number, set: string) =>
      save(`mutation { update_location_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`, {});
    expect(codeOf(await change(first, 'number: "ALT 1", name: "anders"'))).toBeNull();
    const refused = await change(third, 'number: " alt 1"');
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'number_taken',
      values: { name: 'anders', value: 'alt 1' },
      problems: [{ field: 'number' }],
    });
    // An inactive one frees it, and takes it back only while it is unused.
    expect(codeOf(await change(third, 'number: "ALT 1", active: false'))).toBeNull();
    expect(codeOf(await change(third, 'active: true'))).toBe('number_taken');
  });
});
