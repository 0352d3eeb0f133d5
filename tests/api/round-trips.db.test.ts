import { randomUUID } from 'node:crypto';
import { type GraphQLInputType, isListType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countTrips } from '../../bench/trips.ts';
import { contractPage } from '../../src/features/contract/web/kind.ts';
import { invoicePage } from '../../src/features/invoice/web/kind.ts';
import { procurementPage } from '../../src/features/procurement/web/kind.tsx';
import { meaningOf } from '../../src/graphql/meaning.ts';
import { catalogueLines, completeForm, run } from '../procurement/requests.ts';
import type { Caller, DemoApi } from '../support/demo-api.ts';
import { listedTrips, type MeasuredTrips, measuredDemo } from '../support/round-trips.ts';
import { today } from '../support/today.ts';

/** The largest number of round trips unless the list gives a reason for more (TECH-21). */
const usual = 4;

/** Needs an order with a due letter, which the demo lacks; `every-command.db.test.ts` queries it. */
const unasked = 'procurement_order_mail';

let demo: DemoApi;
let admin: Caller;
let requester: Caller;
let accountant: Caller;
let trips: MeasuredTrips;

beforeAll(async () => {
  const measured = await measuredDemo();
  demo = measured;
  trips = measured.trips;
  admin = await demo.person('admin@demo.test');
  await demo.db.sql(
    "update configuration set value = 'true' where tenant_id = $1 and key like 'module!_%' escape '!'",
    [admin.context.tenantId],
  );
  requester = await demo.person('requester@demo.test');
  accountant = await demo.person('accountant@demo.test');
  // The demo has no invoice yet.
  await accountant.get(
    'mutation ($key: uuid!) { invoice_save(idempotency_key: $key, head: { notes: "Neu" }) { id } }',
    {
      key: randomUUID(),
    },
  );
});
afterAll(() => demo?.close());

const schema = () => demo.graphql.schema({ kind: 'admin', price: true });

/** Sends a request as the person, and records the round trips of the answer. */
async function measure(caller: Caller, name: string, query: string, variables = {}): Promise<void> {
  const counted = await countTrips(demo.db.database.pool, () => caller.ask(query, variables));
  expect([name, counted.answer.errors]).toEqual([name, undefined]);
  trips.keep(name, counted.trips);
}

/** The id of an existing row, for arguments that name one. */
async function idOf(table: string): Promise<number> {
  const [row] = await demo.db.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 order by id limit 1`,
    [admin.context.tenantId],
  );
  return Number(row?.id);
}

async function argumentOf(question: string, type: GraphQLInputType): Promise<unknown> {
  if (isNonNullType(type)) return argumentOf(question, type.ofType);
  if (isListType(type)) {
    const value = await argumentOf(question, type.ofType);
    return value === undefined ? undefined : [value];
  }
  const known: Readonly<Record<string, () => unknown>> = {
    bigint: () => idOf(question.startsWith('procurement') ? 'procurement' : 'lb_user'),
    date: () => today(),
    numeric: () => '100',
    String: () => 'x',
    Int: () => 1,
    Boolean: () => true,
    uuid: () => randomUUID(),
    documents_waiting_on_rows_input: async () => ({ table: 'supplier', ids: [await idOf('supplier')] }),
  };
  return known['name' in type ? type.name : '']?.();
}

describe('API-39 TECH-21 database round trips of an answer', () => {
  test('API-03 every query function', async () => {
    const fields = Object.values(schema().getQueryType()?.getFields() ?? {});
    const questions = fields.filter(
      (field) => meaningOf(field)?.kind === 'function' && field.name !== unasked,
    );
    expect(questions.length).toBeGreaterThan(10);
    for (const { name, args, type } of questions) {
      const given = args.filter((one) => isNonNullType(one.type));
      const values = await Promise.all(given.map((one) => argumentOf(name, one.type)));
      const declared = given.map((one) => `$${one.name}: ${one.type}`).join(', ');
      const passed = given.map((one) => `${one.name}: $${one.name}`).join(', ');
      let inner: unknown = type;
      while (isNonNullType(inner) || isListType(inner)) inner = inner.ofType;
      const selected = isObjectType(inner) ? ' { __typename }' : '';
      await measure(
        admin,
        `question ${name}`,
        `query ${declared ? `(${declared})` : ''} { ${name}${passed ? `(${passed})` : ''}${selected} }`,
        Object.fromEntries(given.map((one, place) => [one.name, values[place]])),
      );
    }
  });

  test('API-40 every computed field, of existing documents', async () => {
    const types = Object.values(schema().getTypeMap()).filter(isObjectType);
    const computed = types.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => meaningOf(field)?.kind === 'computed')
        .map((field) => ({ table: type.name, field })),
    );
    expect(computed.length).toBeGreaterThan(6);
    for (const { table, field } of computed) {
      let inner: unknown = field.type;
      while (isNonNullType(inner) || isListType(inner)) inner = inner.ofType;
      const selected = isObjectType(inner) ? ' { __typename }' : '';
      await measure(
        admin,
        `field ${table}.${field.name}`,
        `{ ${table}(limit: 20) { ${field.name}${selected} } }`,
      );
    }
  });

  test.each([procurementPage, invoicePage, contractPage])(
    'API-01 the page of a document, with all its content: $name',
    async ({ name, fields }) => {
      const rows = await demo.db.sql<{ id: string }>(
        `select id from ${name} where tenant_id = $1 order by id`,
        [admin.context.tenantId],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { id } of rows)
        await measure(
          admin,
          `page ${name}`,
          `query ($id: bigint!) { ${name}_by_pk(id: $id) { ${fields} } }`,
          {
            id: Number(id),
          },
        );
    },
  );

  test('API-01 every other query of pages is a single statement', async () => {
    await measure(admin, 'query', '{ supplier(limit: 5) { id name } tenant { name } }');
  });

  test('every command and query is listed, more than four has a reason, and none exceeds its listed number', () => {
    trips.check();
    const listed = listedTrips();
    const commands = Object.values(schema().getMutationType()?.getFields() ?? {})
      .filter((field) => meaningOf(field)?.kind === 'command')
      .map(({ name }) => `command ${name}`);
    const isCommand = (name: string) => name.startsWith('command ');
    expect([...listed.keys()].filter(isCommand)).toEqual(commands.toSorted());
    const isElsewhere = (name: string) => name.startsWith('route ') || name === `question ${unasked}`;
    const others = [...listed.keys()].filter((name) => !isCommand(name) && !isElsewhere(name));
    expect(others).toEqual(trips.names.filter((name) => !isCommand(name)).toSorted());
    expect(listed.get('query')?.max).toBe(1);
    for (const [name, { max, reason }] of listed)
      expect([name, reason !== null]).toEqual([name, max > usual]);
  });
});

test('API-03 API-39 several commands in one request, where the second uses the result of the first', async () => {
  const [line] = await catalogueLines(requester, 1, '1');
  const { id } = await run(requester, 'save', { head: await completeForm(requester), lines: [line] });
  const answer = await requester.get<Record<string, { notes?: string; status?: string }>>(
    `mutation ($one: uuid!, $two: uuid!, $id: bigint!) {
      saved: procurement_save(idempotency_key: $one, id: $id, expected_version: 2, head: { notes: "Eilt" }) { notes }
      submitted: procurement_submit(idempotency_key: $two, id: $id, expected_version: 3) { status }
    }`,
    { one: randomUUID(), two: randomUUID(), id },
  );
  expect(answer).toEqual({ saved: { notes: 'Eilt' }, submitted: { status: 'approval' } });
  const listed = await demo.db.sql('select status from document where kind = $1 and id = $2', [
    'procurement',
    id,
  ]);
  expect(listed).toEqual([{ status: 'approval' }]);
});
