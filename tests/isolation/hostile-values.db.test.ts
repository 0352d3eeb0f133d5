import { type GraphQLField, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RefusalCode, refusalCodes } from '../../src/base/refusal.ts';
import { keyFields } from '../../src/features/configuration/settings.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { Context } from '../../src/platform/context.ts';
import { apiRole } from '../../src/platform/context.ts';
import { someOf } from '../support/depth.ts';
import type { Row } from '../support/tenants.ts';
import { ApiFixture } from './api-fixture.ts';
import { type ApiRequest, keyOf, mutationFields, request } from './api-requests.ts';
import { Findings } from './findings.ts';

type Field = GraphQLField<unknown, unknown>;

let api: ApiFixture;
let admin: Context;
let operator: Context;
let globalRow: Row;
const all = new Findings();

beforeAll(async () => {
  api = await ApiFixture.open();
  admin = api.people.administrator;
  operator = { ...admin, asOperator: true };
  const { rows } = await api.owner.query<{ id: string }>(
    "insert into global_configuration (key, type, value) values ('hostile', 'string', 'x') returning id",
  );
  globalRow = { id: rows[0]?.id ?? '' };
});
afterAll(async () => {
  console.info(`isolation: ${all.checks.toLocaleString('en')} checks of hostile values`);
  await api.close();
});

/** Values of the right type that a form would hardly allow. */
const hostile: Readonly<Record<string, readonly unknown[]>> = {
  Int: [-1, 0, 2_147_483_647],
  bigint: [-1, 0, '9223372036854775807'],
  numeric: [-50, '-0.001', '0.123456789', '99999999999999', '1e9'],
  Float: [-1, 1e30],
  String: [
    '',
    ' ',
    '\u200b',
    'demo\u200b',
    'd\u0435mo',
    'demo\u00ad',
    '\u202eomed',
    '\ud800',
    '\ufeff',
    'Mars/Olympus',
    'EUR ',
    'XYZ',
    'xx',
    'DE00 0000',
    '-1',
    'infinity',
    'x'.repeat(300),
    "'; drop table tenant; --",
    '{}',
    '2026-02-30',
  ],
  date: ['0001-01-01', '9999-12-31'],
  timestamptz: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  jsonb: [{}, [], 'x', 7, null, [null], { procurement: 1 }, [{ lang: 'xx', name: '' }], [{ lang: 7 }]],
};

/** Refusals that do not concern one of the values. */
const ofTheAct: readonly RefusalCode[] = [
  'permission_denied',
  'not_found',
  'record_changed',
  'last_administrator',
  'condition_empty',
  'module_off',
];

interface Reported {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly problems?: readonly { readonly field: string; readonly code: RefusalCode }[];
  /** A confirmation question about the effects of the change, such as a budget in use. */
  readonly confirm?: object;
}

async function expectRefusalOrSuccess(
  findings: Findings,
  context: Context,
  attempt: ApiRequest,
): Promise<void> {
  const { body } = await api.graphql.execute(context, attempt);
  const [error] = (JSON.parse(body) as { errors?: readonly { extensions: Reported }[] }).errors ?? [];
  const words = `${attempt.name} ${JSON.stringify(attempt.variables).slice(0, 160)}`;
  if (!error) {
    findings.expect(true, words);
    return;
  }
  const { code, field, problems = [], confirm } = error.extensions;
  const isTyped = [code, ...problems.map((problem) => problem.code)].every(
    (each) => each !== 'unexpected' && each !== 'duplicate_key_violation' && refusalCodes.includes(each),
  );
  const isOfTheAct = confirm !== undefined || ofTheAct.includes(code);
  const isPlaced = field !== undefined || problems.length > 0 || isOfTheAct;
  findings.expect(isTyped && isPlaced, `${words}: told ${JSON.stringify(error.extensions).slice(0, 200)}`);
}

/** The columns in `_set`, with their types. */
function settable(field: Field): readonly (readonly [string, GraphQLInputType])[] {
  const input = getNamedType(field.args.find(({ name }) => name === '_set')?.type);
  if (!isInputObjectType(input)) return [];
  return Object.values(input.getFields()).map(({ name, type }) => [name, type]);
}

function rowOf(table: string): Row {
  if (table === 'tenant') return { id: api.fixture.a.id };
  return table === 'global_configuration' ? globalRow : api.fixture.a.row(table);
}

/** A request for each column of each table that the person changes by key, with each hostile value of its type. */
function attemptsOf(context: Context): readonly ApiRequest[] {
  const schema = api.graphql.schema(apiRole(context));
  return mutationFields(schema).flatMap((field) => {
    const found = meaningOf(field);
    if (found?.kind !== 'update_by_pk') return [];
    const { table } = found;
    const row = rowOf(table.name);
    const key = keyOf(table, row);
    if (Object.values(key).includes(undefined) || key.id === admin.userId) return [];
    return settable(field).flatMap(([column, type]) =>
      (hostile[getNamedType(type).name] ?? []).map((value) => {
        const isList = String(type).startsWith('[');
        const set = { [column]: isList ? [value] : value };
        return request('mutation', field, { pk_columns: key, _set: set });
      }),
    );
  });
}

describe('API-04 ERR-06 VAL-39 PRICE-01 a hostile value is refused with its field, or accepted', () => {
  test.each(['administrator', 'operator'] as const)('in every column that an %s changes', async (who) => {
    const findings = new Findings();
    const context = who === 'operator' ? operator : admin;
    const attempts = attemptsOf(context);
    expect(attempts.length).toBeGreaterThan(100);
    for (const attempt of someOf(attempts, who === 'operator' ? 3 : 17))
      await expectRefusalOrSuccess(findings, context, attempt);
    all.add(findings);
    expect(findings.holes).toEqual([]);
  });

  test('in every setting: inserted, changed by condition and by its own constraint', async () => {
    const findings = new Findings();
    const values = (hostile.String ?? []).flatMap((value) => [value, null]);
    for (const [place, key] of Object.keys(keyFields).entries()) {
      for (const value of someOf(values, 17, place)) {
        const object = { key, value };
        const conflict =
          'on_conflict: { constraint: configuration_tenant_id_key_client_id_key, update_columns: [value] }';
        for (const query of [
          'mutation ($object: configuration_insert_input!) { insert_configuration_one(object: $object) { id } }',
          `mutation ($object: configuration_insert_input!) { insert_configuration_one(object: $object, ${conflict}) { id } }`,
          `mutation ($object: configuration_insert_input!) { insert_configuration(objects: [$object], ${conflict}) { affected_rows } }`,
        ])
          await expectRefusalOrSuccess(findings, admin, { name: key, query, variables: { object } });
        await expectRefusalOrSuccess(findings, admin, {
          name: key,
          query:
            'mutation ($key: String!, $value: String) { update_configuration(where: { key: { _eq: $key } }, _set: { value: $value }) { affected_rows } }',
          variables: { key, value },
        });
      }
    }
    all.add(findings);
    expect(findings.holes).toEqual([]);
  });

  test('no request above caused an unexpected error', () => {
    expect(api.unexpected).toEqual([]);
  });
});
