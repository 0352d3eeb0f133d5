import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalCodes } from '../../src/base/refusal.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { Table } from '../../src/graphql/model.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { ApiFixture } from './api-fixture.ts';
import {
  type ApiRequest,
  argumentsOf,
  inputOf,
  keyOf,
  mutationFields,
  offeredBy,
  queryFields,
  request,
  smallestChange,
  tableOfId,
} from './api-requests.ts';
import { type BadValue, badValuesFor, type Spot, spotsOf, unknownField, withValue } from './bad-values.ts';
import { Findings } from './findings.ts';

type Field = GraphQLField<unknown, unknown>;

interface Reported {
  readonly code: string;
  readonly field?: string;
  readonly problems?: readonly { readonly field: string; readonly code: string }[];
}

let api: ApiFixture;
let before: Record<string, string>;
const all = new Findings();

beforeAll(async () => {
  api = await ApiFixture.open();
  before = await api.digest();
});
afterAll(async () => {
  console.info(`isolation: ${all.checks.toLocaleString('en')} checks of bad input`);
  await api.close();
});

/** The allowed codes per mistake; all their texts explain the mistake. */
const fittingCodes: Readonly<Record<BadValue['mistake'], readonly string[]>> = {
  missing: ['specific_field_required', 'unexpected_null_value_for_type'],
  'wrong type': [
    'invalid_type',
    'expected_type_but_found',
    'specific_field_not_found',
    // An empty list, or an object with an unknown field instead of a mandatory one.
    'unexpected_null_value_for_type',
    'specific_field_required',
  ],
  oversized: [
    'value_too_long',
    'number_out_of_range',
    'number_malformed',
    'invalid_type',
    'validation_failed',
    // Their length is checked by their table.
    'check_violation',
  ],
  unreadable: ['invalid_type'],
};

/** Fields that accept a value that is oversized elsewhere, with the reason. */
const withoutLimit: Readonly<Record<string, string>> = {
  'lb_user._inc.approval_limit': 'adding to no limit leaves no limit',
};

/** Sends a bad value and checks that the refusal names the mistake and its place. */
async function expectReported(
  findings: Findings,
  attempt: ApiRequest,
  { mistake, value }: BadValue,
  { steps }: Pick<Spot, 'steps'>,
): Promise<void> {
  const { errors, data } = JSON.parse(await api.ask('administrator', attempt)) as {
    data?: unknown;
    errors?: readonly { extensions: Reported }[];
  };
  const words = `${attempt.name} ${steps.join('.')} ${mistake} ${String(JSON.stringify(value)).slice(0, 40)}`;
  const [error] = errors ?? [];
  findings.expect(error !== undefined, `${words}: accepted: ${String(JSON.stringify(data)).slice(0, 100)}`);
  if (!error) return;
  const { code, field, problems = [] } = error.extensions;
  const reported = `${words}: told ${JSON.stringify({ code, field, problems }).slice(0, 300)}`;
  const codes = [code, ...problems.map((problem) => problem.code)];
  findings.expect(
    codes.every((each) => each !== 'unexpected' && refusalCodes.some((known) => known === each)),
    reported,
  );
  findings.expect(
    codes.some((each) => fittingCodes[mistake].includes(each)),
    reported,
  );
  const name = String(steps.findLast((step) => typeof step === 'string'));
  const places = [field, ...problems.map((problem) => problem.field)];
  findings.expect(
    places.some((place) => place && isAbout(place, name, code)),
    `does not name ${name}: ${reported}`,
  );
}

/** For an object as a whole, the unknown or missing field is named. */
function isAbout(place: string, name: string, code: string): boolean {
  const steps = place.split('.');
  return steps.includes(name) || steps.includes(unknownField) || code === 'specific_field_required';
}

/** The fields so far: each begins with another kind of bad value. */
let fields = 0;

async function tryAll(
  findings: Findings,
  operation: 'query' | 'mutation',
  field: Field,
  right: Readonly<Record<string, unknown>>,
  table = '',
): Promise<void> {
  // The columns of single-row mutations cover those of list mutations, which use the same code.
  const isPlural = /^(insert|update|update_many)$/.test(meaningOf(field)?.kind ?? '');
  const isEntered = (type: GraphQLNamedType, depth: number) =>
    !isPlural &&
    depth <= 2 &&
    !/_(bool_exp|order_by|obj_rel_insert_input|arr_rel_insert_input)$/.test(type.name);
  const all = spotsOf(field, isEntered).flatMap((spot) =>
    badValuesFor(spot)
      .filter((bad) => bad.mistake !== 'oversized' || !isWithoutLimit(field, table, spot, bad.value))
      .map((bad) => ({ spot, bad })),
  );
  fields += 1;
  for (const { spot, bad } of someOf(all, 13, fields)) {
    const variables = withValue(right, spot.steps, bad.value);
    await expectReported(findings, request(operation, field, variables), bad, spot);
  }
}

function isWithoutLimit(field: Field, table: string, { steps }: Spot, value: unknown): boolean {
  // A query with an overlong key finds no row, as with every other missing key.
  const isKey = /^(by_pk|delete_by_pk)$/.test(meaningOf(field)?.kind ?? '');
  const [argument, column] = steps.filter((step) => typeof step === 'string');
  const places = [`${table}.${column}`, `${table}.${argument}.${column}`];
  return (isKey && /^x+$/.test(String(value))) || places.some((place) => place in withoutLimit);
}

/** Fields since the last comparison of all rows, which takes longer than an attempt. */
const tried: string[] = [];
const triedAtOnce = inDepth(12, 1);

async function expectNothingWritten(findings: Findings, name: string): Promise<void> {
  tried.push(name);
  if (tried.length >= triedAtOnce) await lookForChanges(findings);
}

async function lookForChanges(findings: Findings): Promise<void> {
  const after = await api.digest();
  const changed = Object.keys({ ...before, ...after }).filter((table) => after[table] !== before[table]);
  const attempts = tried.splice(0).join(', ');
  findings.expect(changed.length === 0, `changes ${changed.join(', ')}, one of: ${attempts}`);
  before = after;
}

async function expectNoHole(findings: Findings): Promise<void> {
  await lookForChanges(findings);
  all.add(findings);
  expect(findings.holes).toEqual([]);
  expect(findings.checks).toBeGreaterThan(100);
}

const own = (table: string) => api.fixture.a.row(table);
const ownId = (result: string) => (path: string) => {
  const { id } = own(tableOfId(path, result));
  return id && /^\d+$/.test(id) ? Number(id) : id;
};

describe('API-04 ERR-06 ERR-15 bad input gets a code and a place, and writes nothing', () => {
  test('every argument of every command', async () => {
    const findings = new Findings();
    for (const field of mutationFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      if (found?.kind !== 'command') continue;
      await tryAll(findings, 'mutation', field, argumentsOf(field.args, ownId(found.table.name)));
      await expectNothingWritten(findings, field.name);
    }
    await expectNoHole(findings);
  });

  test('every column of every generic mutation', async () => {
    const findings = new Findings();
    for (const field of mutationFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      if (!found || found.kind === 'command' || !('table' in found)) continue;
      await tryAll(findings, 'mutation', field, await rightArguments(field, found.table), found.table.name);
      await expectNothingWritten(findings, field.name);
    }
    await expectNoHole(findings);
  });

  test('every argument of every query', async () => {
    const findings = new Findings();
    for (const field of queryFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      const right =
        found?.kind === 'by_pk' && found.table.hasTenant
          ? keyOf(found.table, own(found.table.name))
          : found?.kind === 'by_pk' || found?.kind === 'function'
            ? argumentsOf(field.args, ownId('procurement'))
            : {};
      await tryAll(findings, 'query', field, right);
    }
    await expectNothingWritten(findings, 'a query');
    await expectNoHole(findings);
  });

  test('every column of every filter', async () => {
    const findings = new Findings();
    const attempts = queryFields(api.schemaFor('administrator')).flatMap((field) => {
      const found = meaningOf(field);
      if (found?.kind !== 'list') return [];
      const offered = offeredBy(field, 'where');
      return found.table.columns
        .filter(({ name, type }) => offered.includes(name) && type !== 'jsonb')
        .flatMap(({ name }) =>
          ['x', { _eq: { a: 1 } }, { _eq: null }, { _near: 1 }].map((value) => ({ field, name, value })),
        );
    });
    for (const { field, name, value } of someOf(attempts, 5)) {
      const attempt = request('query', field, { where: { [name]: value } });
      const mistake = Object(value)._eq === null ? 'missing' : 'wrong type';
      await expectReported(findings, attempt, { mistake, value }, { steps: ['where', name] });
    }
    await expectNoHole(findings);
  });

  test('ERR-07 an existing row is not added again', async () => {
    const findings = new Findings();
    for (const field of mutationFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      if (found?.kind !== 'insert_one') continue;
      const offered = offeredBy(field, 'object');
      for (const { columns } of found.table.uniques.slice(1)) {
        if (!columns.every((column) => offered.includes(column))) continue;
        const { object } = (await rightArguments(field, found.table)) as { object: Record<string, unknown> };
        const known = inputOf(found.table, own(found.table.name));
        const same = Object.fromEntries(columns.map((column) => [column, known[column]]));
        const attempt = request('mutation', field, { object: { ...object, ...same } });
        const { errors } = JSON.parse(await api.ask('administrator', attempt)) as {
          errors?: readonly { extensions: Reported }[];
        };
        const { code, field: place = '' } = Object(errors?.[0]?.extensions) as Partial<Reported>;
        findings.expect(
          code === 'unique_violation' && columns.includes(place),
          `${field.name} ${columns.join(', ')}: ${code} ${place}`,
        );
      }
      await expectNothingWritten(findings, field.name);
    }
    await lookForChanges(findings);
    all.add(findings);
    expect(findings.holes).toEqual([]);
    expect(findings.checks).toBeGreaterThan(10);
  });

  test('no request above caused an unexpected error', () => {
    expect(api.unexpected).toEqual([]);
  });

  function primaryKey(field: Field): string | undefined {
    const conflict = getNamedType(field.args.find(({ name }) => name === 'on_conflict')?.type);
    const constraint = isInputObjectType(conflict) && getNamedType(conflict.getFields().constraint?.type);
    return isEnumType(constraint) ? constraint.getValues()[0]?.name : undefined;
  }

  /** Arguments with which the mutation would succeed. */
  async function rightArguments(field: Field, table: Table): Promise<Record<string, unknown>> {
    const key = keyOf(table, own(table.name));
    const argument = field.args.some(({ name }) => name === 'objects') ? 'objects' : 'object';
    const offered = offeredBy(field, argument);
    const row = inputOf(table, await api.fixture.a.draft(table.name));
    const object = Object.fromEntries(
      Object.entries({ ...row, lb_user_id: Number(api.fixture.a.person) }).filter(
        ([column]) => offered.includes(column) && column !== 'roles',
      ),
    );
    const values: Record<string, unknown> = {
      ...key,
      pk_columns: key,
      where: Object.fromEntries(Object.entries(key).map(([column, value]) => [column, { _eq: value }])),
      _set: smallestChange(field, inputOf(table, own(table.name))),
      object,
      objects: [object],
      updates: [],
      on_conflict: { constraint: primaryKey(field), update_columns: [] },
    };
    const taken = field.args.filter(({ name }) => name in values);
    return Object.fromEntries(taken.map(({ name }) => [name, values[name]]));
  }
});
