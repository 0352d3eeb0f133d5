import { randomUUID } from 'node:crypto';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRole } from '../../src/platform/context.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { act, type Document, draftOf, refused, run } from './requests.ts';

/** Values that fit no argument, or only by type. */
const wrongValues: readonly unknown[] = [
  null,
  '',
  'x'.repeat(20_000),
  '\u0000',
  "'; drop table procurement; --",
  -1,
  0,
  1.5,
  9_007_199_254_740_991,
  1e308,
  true,
  [],
  {},
  [null],
  { id: 1 },
  '9999-99-99',
  '2025-02-30',
  '1.234,56',
  '-0.001',
  '99999999999999999999',
];

describe('bad input of commands', () => {
  let demo: DemoApi;
  let requester: Caller;
  let document: Document;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    const draft = await draftOf(requester, {}, 2);
    document = await act(requester, 'submit', draft);
  });
  afterAll(() => demo.close());

  it('API-04 ERR-15 refuses every wrong value of every command argument, and writes nothing', async () => {
    const commands = Object.values(
      demo.graphql.schema(apiRole(requester.context)).getMutationType()?.getFields() ?? {},
    );
    const before = await digest(demo);
    let calls = 0;
    for (const { name, args } of commands.filter((field) => field.name.startsWith('procurement_'))) {
      const all = args.flatMap((argument) =>
        wrongValues.filter((value) => !isPlausible(argument, value)).map((value) => ({ argument, value })),
      );
      const cases = someOf(all, 37);
      calls += cases.length;
      await Promise.all(
        cases.map(async ({ argument, value }) => {
          const variables = { ...plausibleInput(args, document), [argument.name]: value };
          const given = args.filter((one) => one.name in variables);
          const declared = given.map((one) => `$${one.name}: ${one.type}`);
          const passed = given.map((one) => `${one.name}: $${one.name}`);
          const query = `mutation (${declared.join(', ')}) { ${name}(${passed.join(', ')}) { id } }`;
          const code = (await requester.ask(query, variables)).errors?.[0]?.extensions.code;
          const call = `${name} ${argument.name} = ${JSON.stringify(value).slice(0, 60)}`;
          expect.soft(code, call).toBeDefined();
          expect.soft(code, call).not.toBe('unexpected');
        }),
      );
    }
    expect(calls).toBeGreaterThan(inDepth(35, 1_400));
    expect(await digest(demo)).toEqual(before);
  });

  it('API-39 reports all wrong lines by position, and saves nothing', async () => {
    const answer = await requester.refusal(
      `mutation ($key: uuid!, $lines: [procurement_save_lines_input!]) {
         procurement_save(idempotency_key: $key, head: { name: "Halb" }, lines: $lines) { id } }`,
      {
        key: randomUUID(),
        lines: [
          { description: 'gut', quantity: '1' },
          { description: 'zu genau', quantity: '1.23456' },
          { description: 'zu teuer', price_netto: '-5' },
        ],
      },
    );
    expect(answer.code).toBe('validation_failed');
    expect(answer.problems?.map((problem) => problem.field)).toEqual([
      'lines.1.quantity',
      'lines.2.price_netto',
    ]);
    const { procurement } = await requester.get<{ procurement: unknown[] }>(
      'query { procurement(where: { name: { _eq: "Halb" } }) { id } }',
    );
    expect(procurement).toEqual([]);
  });

  it('VAL-06 VAL-45 reports every missing field when an empty draft is submitted', async () => {
    const draft = await run(requester, 'save', { head: { name: 'Leer', client_id: null } });
    const answer = await requester.refusal(
      `mutation ($id: bigint!, $version: Int!, $key: uuid!) {
         procurement_submit(id: $id, expected_version: $version, idempotency_key: $key) { id } }`,
      { id: draft.id, version: draft.timeline.content_version, key: randomUUID() },
    );
    expect(answer.code).toBe('validation_failed');
    const fields = answer.problems?.map((problem) => problem.field) ?? [];
    for (const field of ['client_id', 'department_id', 'cost_center_id', 'delivery_date', 'lines']) {
      expect(fields).toContain(field);
    }
  });

  it('TECH-03 TECH-05 refuses references into another tenant like references to nothing', async () => {
    const [foreign] = await demo.db.sql<{ client: string; supplier: string }>(
      `select (select min(id) from client c where c.tenant_id = t.id) as client,
              (select min(id) from supplier s where s.tenant_id = t.id) as supplier
       from tenant t where t.name = 'other'`,
    );
    for (const id of [Number(foreign?.client), 999_999]) {
      const query = `mutation ($key: uuid!, $id: bigint!) {
        procurement_save(idempotency_key: $key, head: { client_id: $id }) { id } }`;
      const refusal = await requester.refusal(query, { key: randomUUID(), id });
      expect(refusal).toMatchObject({ code: 'foreign_key_violation', field: 'head.client_id' });
    }
    const refusal = await requester.refusal(
      `mutation ($key: uuid!, $id: bigint!) {
        procurement_save(idempotency_key: $key, lines: [{ description: "x", supplier_id: $id }]) { id } }`,
      { key: randomUUID(), id: Number(foreign?.supplier) },
    );
    expect(refusal).toMatchObject({ code: 'foreign_key_violation', field: 'lines.0.supplier_id' });
  });

  it('ROLE-01 TECH-03 right 18: offers and accepts another company’s address with the right only', async () => {
    const [place] = await demo.db.sql<{ client_id: string; delivery_address_id: string }>(
      `select a.client_id, a.id as delivery_address_id from client_address a
       join client c on c.tenant_id = a.tenant_id and c.id = a.client_id
       where a.tenant_id = $1 and c.name = 'Nordfeld Logistik GmbH' and a.is_default`,
      [requester.context.tenantId],
    );
    const head = {
      client_id: Number(place?.client_id),
      delivery_address_id: Number(place?.delivery_address_id),
    };
    const offered = async (caller: Caller) => {
      const query = 'query ($id: bigint!) { client_address(where: { client_id: { _eq: $id } }) { id } }';
      const { client_address } = await caller.get<{ client_address: readonly { id: number }[] }>(query, {
        id: head.client_id,
      });
      return client_address.some(({ id }) => id === head.delivery_address_id);
    };
    expect(await offered(requester)).toBe(false);
    expect(await refused(requester, 'save', { head })).toMatchObject({
      code: 'foreign_key_violation',
      field: 'head.delivery_address_id',
    });
    const buyer = await demo.person('buyer@demo.test');
    expect(await offered(buyer)).toBe(true);
    await run(buyer, 'save', { head });
  });
});

/** Whether the value may be valid, so that the command may succeed with it. */
function isPlausible({ type, name }: GraphQLArgument, value: unknown): boolean {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (value === null) return !isNonNullType(type);
  if (name === 'comment' || name === 'confirmations')
    return typeof value !== 'number' && typeof value !== 'boolean';
  if (isListType(inner) || isInputObjectType(inner)) return Array.isArray(value) || typeof value === 'object';
  if (typeof value === 'string') return String(inner) === 'String';
  return typeof value === 'boolean' && String(inner) === 'Boolean';
}

/** Values for all mandatory arguments; the person has no task on the document, so that nothing happens. */
function plausibleInput(args: readonly GraphQLArgument[], document: Document): Record<string, unknown> {
  const known: Record<string, unknown> = {
    idempotency_key: randomUUID(),
    id: document.id,
    expected_version: document.timeline.content_version + 1_000,
  };
  return Object.fromEntries(
    args.flatMap((argument) => {
      const needsValue = isNonNullType(argument.type) || argument.name in known;
      return needsValue ? [[argument.name, known[argument.name] ?? sample(argument.type)]] : [];
    }),
  );
}

function sample(type: GraphQLInputType): unknown {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return [sample(inner.ofType)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, sample(field.type)]));
  }
  return String(inner) === 'String' ? 'x' : 1;
}

/** What the tenant's documents look like, to see that nothing has changed. */
async function digest(demo: DemoApi): Promise<unknown> {
  return await demo.db.sql(
    `select (select md5(string_agg(p::text, '' order by id)) from procurement p) as heads,
            (select md5(string_agg(l::text, '' order by id)) from procurement_line l) as lines,
            (select md5(string_agg(e::text, '' order by id)) from timeline_entry e) as entries,
            (select count(*) from command_log) as commands`,
  );
}
