import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedKinds } from '../../src/app/server/kinds.ts';
import { referencedTables } from '../../src/document/server/field-columns.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { Context } from '../../src/platform/context.ts';
import { ApiFixture } from './api-fixture.ts';
import { Findings } from './findings.ts';
import { Pointing, type Reference, type Target } from './pointing.ts';
import { administratorsOnly } from './reviewed-calls.ts';

/** ROLE-13: tables guarded by permission groups. */
const restricted = ['client', 'department', 'cost_center', 'supplier', 'product_group'];

/** A reference accepted when saving a kind, in its head or in a line. */
interface Taken extends Reference {
  readonly kind: string;
  readonly place: 'head' | 'lines';
}

const taken: readonly Taken[] = servedKinds.flatMap(({ kind: { name: kind }, filled }) =>
  Object.entries(filled).flatMap(([table, fields]) =>
    Object.entries(referencedTables(fields)).map(([column, parent]) => ({
      ...{ kind, table, column, parent },
      place: table === kind ? ('head' as const) : ('lines' as const),
    })),
  ),
);

let api: ApiFixture;
let pointing: Pointing;
let person: Context;

beforeAll(async () => {
  api = await ApiFixture.open();
  const { a } = api.fixture;
  const roles = ['user-price', 'user-see-all-orders', 'user-see-all-invoices', 'user-see-contracts'];
  const { id } = await a.add('lb_user', { email: 'namer@example.test', roles: `{${roles.join(',')}}` });
  await a.add('permission_user', { permission_id: a.row('permission').id, lb_user_id: id });
  person = { ...api.people.administrator, userId: Number(id), actorId: Number(id), roles };
  // Documents are hidden by other rules, which other tests check.
  const others = taken.filter(({ parent }) => !/^(contract|procurement|invoice)/.test(parent));
  pointing = await Pointing.open(api, restricted, others);
});
afterAll(() => api.close());

/** The command's answer, without request-specific parts. */
async function answerTo(
  name: string,
  argument: string,
  value: unknown,
  context: Context = person,
): Promise<string> {
  const type = {
    head: `${name}_head_input`,
    lines: `[${name}_lines_input!]`,
    approver_ids: '[bigint!]',
  }[argument];
  const query = `mutation ($key: uuid!, $value: ${type}) { ${name}(idempotency_key: $key, ${argument}: $value) { id } }`;
  const { body } = await api.graphql.execute(context, { query, variables: { key: randomUUID(), value } });
  return body;
}

async function expectSameAnswer(
  ask: (target: Target) => Promise<string>,
  words: string,
  findings: Findings,
  targets: readonly Target[],
): Promise<void> {
  const missing = await ask('missing');
  findings.expect(missing.includes('"errors"'), `${words} of nothing is not refused: ${missing}`);
  for (const target of targets) {
    const answer = await ask(target);
    findings.expect(answer === missing, `${words} of a ${target} row is told from a missing one: ${answer}`);
  }
}

describe('TECH-03 ROLE-13 references in commands', () => {
  test('references in head and lines: invisible rows are refused like missing ones', async () => {
    const findings = new Findings();
    const hidden = new Set<string>();
    for (const { kind, place, column, parent, ...reference } of taken) {
      const isHiding = await pointing.isHiding({ graphql: api.graphql, context: person }, parent);
      if (isHiding) hidden.add(parent);
      const ask = (target: Target): Promise<string> => {
        const row = { [column]: pointing.id({ ...reference, parent }, target) };
        return answerTo(`${kind}_save`, place, place === 'head' ? row : [row]);
      };
      await expectSameAnswer(
        ask,
        `${kind}_save with ${place}.${column}`,
        findings,
        isHiding ? ['hidden', 'foreign'] : ['foreign'],
      );
    }
    expect(findings.holes).toEqual([]);
    expect([...hidden]).toEqual(expect.arrayContaining(['client', 'department', 'cost_center', 'supplier']));
    expect(new Set(taken.map(({ kind }) => kind))).toEqual(new Set(servedKinds.map(({ kind }) => kind.name)));
  });

  test.each(servedKinds.map(({ kind }) => kind.name))('approvers of a %s', async (kind) => {
    const findings = new Findings();
    const ask = (target: Target): Promise<string> =>
      answerTo(`${kind}_save`, 'approver_ids', [pointing.id({ parent: 'lb_user' }, target)]);
    await expectSameAnswer(ask, `${kind}_save with approver_ids`, findings, ['foreign']);
    expect(findings.holes).toEqual([]);
  });

  test('PROC-08 a supplier with the name of an invisible one is created separately', async () => {
    expect(await pointing.isHiding({ graphql: api.graphql, context: person }, 'supplier')).toBe(true);
    const hidden = pointing.id({ parent: 'supplier' }, 'hidden');
    const name = `Verborgen ${randomUUID()}`;
    await api.owner.query('update supplier set name = $2 where id = $1', [hidden, name]);
    const line = { kind: 'item', description: 'Prüfstück', new_supplier: name };
    const buyer = { ...person, roles: [...person.roles, 'user-can-insert-supplier'] };
    const body = await answerTo('procurement_save', 'lines', [line], buyer);
    expect(body).not.toContain('"errors"');
    const answer = JSON.parse(body) as {
      data: { procurement_save: { id: number } } | null;
    };
    const { rows } = await api.owner.query<{ supplier_id: string }>(
      'select supplier_id from procurement_line where procurement_id = $1',
      [answer.data?.procurement_save.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.supplier_id).not.toBe(String(hidden));
  });

  test('ROLE-07 PROC-33 a copy by a person without prices has no prices', async () => {
    const { a } = api.fixture;
    const source = a.row('procurement').id;
    const roles: readonly string[] = [];
    const { id } = await a.add('lb_user', { email: 'copier@example.test', roles: `{${roles.join(',')}}` });
    await api.owner.query('update procurement set creator_id = $2 where id = $1', [source, id]);
    await api.owner.query(
      'update procurement_line set price_netto = 12.34, marketplace_id = null, punchout_cart_id = null where procurement_id = $1',
      [source],
    );
    const copier = { ...person, userId: Number(id), actorId: Number(id), roles };
    const { body } = await api.graphql.execute(copier, {
      query:
        'mutation ($key: uuid!, $id: bigint!) { procurement_copy(idempotency_key: $key, id: $id) { id } }',
      variables: { key: randomUUID(), id: Number(source) },
    });
    const copy = (JSON.parse(body) as { data?: { procurement_copy: { id: number } } }).data?.procurement_copy
      .id;
    const { rows } = await api.owner.query<{ price_netto: string | null }>(
      'select price_netto from procurement_line where procurement_id = $1',
      [copy],
    );
    expect(rows.length, body).toBeGreaterThan(0);
    expect(rows.filter(({ price_netto }) => Number(price_netto) === 12.34)).toEqual([]);
  });

  test('AUD-01 remarks on invisible records are refused', async () => {
    const findings = new Findings();
    const { rows } = await api.owner.query<{ count: number }>('select count(*)::int as count from audit_log');
    for (const table of restricted) {
      const ask = async (target: Target): Promise<string> => {
        const foreign_key = pointing.id({ parent: table }, target);
        const { body } = await api.graphql.execute(person, {
          query:
            'mutation ($object: insert_audit_log_one_object_input!) { insert_audit_log_one(object: $object) { id } }',
          variables: { object: { type: 'info', table, foreign_key, info: 'Gesehen' } },
        });
        return body;
      };
      await expectSameAnswer(ask, `a remark on ${table}`, findings, ['hidden', 'foreign']);
    }
    expect(findings.holes).toEqual([]);
    const after = await api.owner.query<{ count: number }>('select count(*)::int as count from audit_log');
    expect(after.rows).toEqual(rows);
  });
});

test('ROLE-04 commands and functions for administrators are missing from other schemas', () => {
  const offered = (kind: 'user' | 'admin' | 'operator'): readonly string[] => {
    const schema = api.graphql.schema({ kind, price: true });
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    return fields.flatMap((field) => {
      const { kind: sort } = meaningOf(field) ?? {};
      return sort === 'command' || sort === 'function' ? [field.name] : [];
    });
  };
  const ofUsers = offered('user');
  expect(
    offered('admin')
      .filter((name) => !ofUsers.includes(name))
      .toSorted(),
  ).toEqual(administratorsOnly);
  expect(ofUsers.filter((name) => administratorsOnly.includes(name))).toEqual([]);
  expect(offered('operator').filter((name) => administratorsOnly.includes(name))).toEqual([]);
});

test('no request above caused an unexpected error', () => {
  expect(api.unexpected).toEqual([]);
});
