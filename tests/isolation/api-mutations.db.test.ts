import type { GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access } from '../../src/app/server/access.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { Table } from '../../src/graphql/model.ts';
import { inDepth } from '../support/depth.ts';
import { type Answer, ApiFixture, type Asker, isNothing } from './api-fixture.ts';
import {
  type ApiRequest,
  argumentsOf,
  inputOf,
  keyOf,
  mutationFields,
  offeredBy,
  primaryKeyOf,
  referencesOf,
  request,
  smallestChange,
  tableOfId,
} from './api-requests.ts';
import { Findings } from './findings.ts';

type Field = GraphQLField<unknown, unknown>;

let api: ApiFixture;
let findings: Findings;
/** The rows of both tenants, which no test in this file may change. */
let before: Record<string, string>;
const all = new Findings();

beforeAll(async () => {
  api = await ApiFixture.open();
  before = await api.digest();
});
afterAll(async () => {
  console.info(`isolation: ${all.checks.toLocaleString('en')} checks of mutations of the API`);
  await api.close();
});

async function expectNoHole(): Promise<void> {
  await lookForChanges();
  all.add(findings);
  expect(findings.holes).toEqual([]);
  expect(findings.checks).toBeGreaterThan(0);
}

/** Attempts since the last comparison of all rows, which takes longer than an attempt. */
const tried: string[] = [];
const triedAtOnce = inDepth(50, 12);

/** Makes an attempt that must fail, and checks that it revealed and changed nothing. */
async function tryInVain(
  who: Asker,
  attempt: ApiRequest,
  isInVain: (answer: Answer) => boolean,
): Promise<void> {
  const body = await api.ask(who, attempt);
  const words = `${attempt.name}: ${body.slice(0, 300)}`;
  findings.expect(isInVain(JSON.parse(body) as Answer), `is not refused: ${words}`);
  findings.expect(!/basilisk/i.test(body), `reveals another tenant: ${words}`);
  tried.push(words);
  if (tried.length >= triedAtOnce) await lookForChanges();
}

async function lookForChanges(): Promise<void> {
  const after = await api.digest();
  const attempts = tried.splice(0).join('\n');
  // Attempts are logged in the person's own tenant (AUD-09, AUTH-35).
  const ownLogs = [`transaction of ${api.fixture.a.tag}`, ...api.notesOfRefusals];
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => after[name] !== before[name] && !ownLogs.includes(name),
  );
  findings.expect(changed.length === 0, `changes ${changed.join(', ')}, one of: ${attempts}`);
  before = after;
}

const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code;
const isRefused = ({ errors }: Answer) => errors !== undefined;
const isNotFound = (answer: Answer) => codeOf(answer) === 'not_found';
const findsNothing = (answer: Answer) =>
  answer.errors ? isNotFound(answer) : Object.values(answer.data ?? {}).every(isNothing);
/** Refused because of this column, not for another reason. */
const refusesReference = (column: string) => (answer: Answer) =>
  ['foreign_key_violation', 'not_found'].includes(codeOf(answer) ?? '') ||
  (codeOf(answer) === 'permission_denied' && answer.errors?.[0]?.extensions.field === column);

function numeric(id: string | null | undefined): unknown {
  return id && /^\d+$/.test(id) ? Number(id) : id;
}

describe('GEN-02 TECH-06 generic mutations', () => {
  test.each(['administrator', 'stranger'] as const)(
    '%s: rows of another tenant are not updated or deleted',
    async (who) => {
      findings = new Findings();
      for (const field of mutationFields(api.schemaFor(who))) {
        const found = meaningOf(field);
        if (!found || !('table' in found) || !/^(update|delete)/.test(found.kind)) continue;
        await tryInVain(who, changeOfTheirs(who, field, found.table), findsNothing);
      }
      await expectNoHole();
    },
  );

  test('does not insert rows that refer to another tenant, nor take over its row by id', async () => {
    findings = new Findings();
    for (const field of mutationFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      if (found?.kind !== 'insert_one') continue;
      const { table } = found;
      for (const { column, parent } of referencesOf(table)) {
        if (!offeredBy(field, 'object').includes(column)) continue;
        const object = {
          ...(await validObject(field, table)),
          [column]: numeric(api.fixture.b.row(parent).id),
        };
        const attempt = request('mutation', field, { object }, '', `${field.name} with ${column}`);
        await tryInVain('administrator', attempt, refusesReference(column));
      }
      if (!table.primaryKey.includes('id')) continue;
      const object = { ...(await validObject(field, table)), id: numeric(api.fixture.b.row(table.name).id) };
      await tryInVain(
        'administrator',
        request('mutation', field, { object }, '', `${field.name} with id`),
        isRefused,
      );
    }
    await expectNoHole();
  });

  test('API-03 does not take over rows of another tenant by naming them through a relation', async () => {
    findings = new Findings();
    for (const field of mutationFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      if (found?.kind !== 'insert_one') continue;
      const offered = offeredBy(field, 'object');
      const whole = await validObject(field, found.table);
      for (const { name, table, pairs } of found.table.relations.filter(({ holdsKey }) => holdsKey)) {
        if (!offered.includes(name)) continue;
        const linked = pairs.map(([mine]) => mine);
        const object = Object.fromEntries(
          Object.entries(whole).filter(([column]) => !linked.includes(column)),
        );
        const theirs = {
          data: { id: numeric(api.fixture.b.row(table).id) },
          on_conflict: { constraint: primaryKeyOf(field, name), update_columns: [] },
        };
        const attempt = request(
          'mutation',
          field,
          { object: { ...object, [name]: theirs } },
          '',
          `${field.name} with ${name}`,
        );
        await tryInVain('administrator', attempt, isNotFound);
      }
    }
    await expectNoHole();
  });

  test('own rows cannot refer to another tenant', async () => {
    findings = new Findings();
    for (const field of mutationFields(api.schemaFor('administrator'))) {
      const found = meaningOf(field);
      if (found?.kind !== 'update_by_pk') continue;
      const { table } = found;
      for (const { column, parent } of referencesOf(table)) {
        if (table.primaryKey.includes(column) || !offeredBy(field, '_set').includes(column)) continue;
        const variables = {
          pk_columns: keyOf(table, api.fixture.a.row(table.name)),
          _set: { [column]: numeric(api.fixture.b.row(parent).id) },
        };
        const attempt = request('mutation', field, variables, '', `${field.name} with ${column}`);
        await tryInVain('administrator', attempt, refusesReference(column));
      }
    }
    await expectNoHole();
  });

  test('ROLE-02 an administrator cannot grant the operator role', async () => {
    findings = new Findings();
    const field = mutationFields(api.schemaFor('administrator')).find(
      ({ name }) => name === 'update_lb_user_by_pk',
    );
    if (!field) throw new Error('administrators write people');
    const variables = { pk_columns: { id: api.people.stranger.userId }, _set: { roles: ['user-operator'] } };
    await tryInVain('administrator', request('mutation', field, variables), isRefused);
    await expectNoHole();
  });

  function changeOfTheirs(who: Asker, field: Field, table: Table): ApiRequest {
    const row = api.fixture.b.row(table.name);
    const key = keyOf(table, row);
    const where = Object.fromEntries(Object.entries(key).map(([column, value]) => [column, { _eq: value }]));
    const single = mutationFields(api.schemaFor(who)).find(({ name }) => name === `update_${table.name}`);
    const _set = smallestChange(single ?? field, inputOf(table, row));
    const values: Record<string, unknown> = {
      ...key,
      pk_columns: key,
      where,
      _set,
      updates: [{ where, _set }],
    };
    const offered = field.args.filter(({ name }) => name in values);
    return request('mutation', field, Object.fromEntries(offered.map(({ name }) => [name, values[name]])));
  }

  /** Without the roles of the generated people; granting the operator role has its own test. */
  async function validObject(field: Field, table: Table): Promise<Record<string, unknown>> {
    const row = inputOf(table, await api.fixture.a.draft(table.name));
    const offered = offeredBy(field, 'object');
    const object = Object.fromEntries(Object.entries(row).filter(([column]) => offered.includes(column)));
    const { own } = access.admin[table.name]?.insert ?? {};
    const ofPerson = own !== undefined && own in object ? { [own]: Number(api.fixture.a.person) } : {};
    return { ...object, ...ofPerson, ...('roles' in object && { roles: [] }) };
  }
});

describe('API-39 TECH-03 commands', () => {
  /** The commands in the person's schema, with the table of their answer. */
  const commands = (who: Asker) =>
    mutationFields(api.schemaFor(who)).flatMap((field) => {
      const found = meaningOf(field);
      return found?.kind === 'command' ? [{ field, result: found.table.name }] : [];
    });

  test.each(['administrator', 'stranger'] as const)('%s: no command reaches another tenant', async (who) => {
    findings = new Findings();
    for (const { field, result } of commands(who)) {
      const theirs = (path: string) => numeric(api.fixture.b.row(tableOfId(path, result)).id);
      await tryInVain(who, request('mutation', field, argumentsOf(field.args, theirs)), isRefused);
    }
    await expectNoHole();
  });

  test('no command on an own document accepts a reference into another tenant', async () => {
    findings = new Findings();
    for (const { field, result } of commands('administrator')) {
      const paths = new Set<string>();
      argumentsOf(field.args, (path) => paths.add(path));
      for (const foreign of [...paths].filter((path) => path !== 'id')) {
        const idFor = (path: string) =>
          numeric((path === foreign ? api.fixture.b : api.fixture.a).row(tableOfId(path, result)).id);
        const variables = argumentsOf(field.args, idFor);
        await tryInVain(
          'administrator',
          request('mutation', field, variables, '', `${field.name} with ${foreign}`),
          isRefused,
        );
      }
    }
    await expectNoHole();
  });

  test('ROLE-19 a stranger reaches no document of the own tenant', async () => {
    findings = new Findings();
    for (const { field, result } of commands('stranger')) {
      if (!field.args.some(({ name }) => name === 'id')) continue;
      const own = (path: string) => numeric(api.fixture.a.row(tableOfId(path, result)).id);
      await tryInVain('stranger', request('mutation', field, argumentsOf(field.args, own)), isNotFound);
    }
    await expectNoHole();
  });

  test('saving a draft refuses each reference into another tenant by name', async () => {
    findings = new Findings();
    const save = commands('administrator').find(({ field }) => field.name === 'procurement_save');
    if (!save) throw new Error('requests are saved by procurement_save');
    const draft = (head: object, line: object) => ({
      idempotency_key: crypto.randomUUID(),
      head: { name: 'Stühle', ...head },
      lines: [{ description: 'Stuhl', quantity: '2', price_netto: '99.50', tax: '19', ...line }],
    });
    const saved = (variables: Record<string, unknown>, name: string) =>
      request('mutation', save.field, variables, '', `procurement_save with ${name}`);
    for (const column of [
      'client_id',
      'department_id',
      'cost_center_id',
      'ledger_account_id',
      'consignee_id',
      'delivery_address_id',
    ]) {
      const id = numeric(api.fixture.b.row(tableOfId(column, 'procurement')).id);
      await tryInVain('administrator', saved(draft({ [column]: id }, {}), column), isAbout(column));
    }
    for (const column of [
      'product_id',
      'product_group_id',
      'supplier_id',
      'cost_center_id',
      'ledger_account_id',
    ]) {
      const id = numeric(api.fixture.b.row(tableOfId(column, 'procurement')).id);
      await tryInVain(
        'administrator',
        saved(draft({}, { [column]: id }), `lines.${column}`),
        isAbout(column),
      );
    }
    await expectNoHole();
    // The same draft without the reference is saved, so the reference caused the refusal.
    const { data } = JSON.parse(
      await api.ask('administrator', saved(draft({}, {}), 'nothing foreign')),
    ) as Answer;
    expect(data?.procurement_save).toMatchObject({ name: 'Stühle' });
    before = await api.digest();
  });

  const isAbout = (column: string) => (answer: Answer) => {
    const { code, field, problems } = Object(answer.errors?.[0]?.extensions);
    return (
      ['not_found', 'foreign_key_violation', 'validation_failed'].includes(code) &&
      JSON.stringify([field, problems]).includes(column)
    );
  };
});

test('no attempt above caused an unexpected error', () => {
  expect(api.unexpected).toEqual([]);
});
