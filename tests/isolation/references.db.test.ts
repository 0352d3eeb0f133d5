import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access } from '../../src/app/server/access.ts';
import { rowNeeds, rowNormals, rowValidations } from '../../src/entity/server/validation.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { type Models, readModels } from '../../src/graphql/server/catalog.ts';
import { createGraphql, type Graphql } from '../../src/graphql/server/graphql.ts';
import type { Context } from '../../src/platform/context.ts';
import { refusalText } from '../../src/platform/server/texts.ts';
import { someOf } from '../support/depth.ts';
import { ApiFixture } from './api-fixture.ts';
import { Findings } from './findings.ts';
import { Pointing, type Writer, writtenReferences } from './pointing.ts';

/** ROLE-13: tables guarded by permission groups. */
const restricted = ['client', 'department', 'cost_center', 'supplier', 'product_group'];

const names = ['whoever writes all master data', 'whoever adds products', 'administrator'] as const;
type Name = (typeof names)[number];

/** Rows of records that only administrators see: anybody else is refused because of the record, first of all. */
const belowHidden = new Set(['sign_on_group', 'directory_group']);

let api: ApiFixture;
let pointing: Pointing;
let writers: Record<Name, Writer>;
const unexpected: unknown[] = [];
let checks = 0;

beforeAll(async () => {
  api = await ApiFixture.open();
  const { a } = api.fixture;
  const administrator = await person(['user-admin']);
  const writer = await person([
    'user-price',
    'user-see-client-addresses',
    'user-can-insert-product',
    'user-can-insert-supplier',
  ]);
  const lb_user_id = String(writer.userId);
  // The person sees all earlier rows of the tenant, and the own ones.
  await api.owner.query('update permission set active = true');
  await api.owner.query(
    'insert into permission_user (tenant_id, permission_id, lb_user_id) select tenant_id, id, $2 from permission where tenant_id = $1',
    [a.row('permission').tenant_id, lb_user_id],
  );
  for (const table of ['favourite_product', 'saved_filter', 'tour', 'user_address'])
    await a.add(table, { lb_user_id });
  await api.owner.query('update file set is_master_data = true');
  writers = {
    'whoever writes all master data': { graphql: openToAll(await models()), context: writer },
    'whoever adds products': { graphql: api.graphql, context: writer },
    administrator: { graphql: api.graphql, context: administrator },
  };
  pointing = await Pointing.open(api, restricted, referencesOf('whoever writes all master data'));
});
afterAll(async () => {
  console.info(`isolation: ${checks.toLocaleString('en')} checks of references`);
  await api.close();
});

async function person(roles: readonly string[]): Promise<Context> {
  const values = { email: `${roles[0]}@example.test`, roles: `{${roles.join(',')}}` };
  const id = Number((await api.fixture.a.add('lb_user', values)).id);
  return { ...api.people.administrator, userId: id, actorId: id, roles };
}

function referencesOf(name: Name) {
  return writtenReferences(api, writers[name]);
}

function models(): Promise<Models> {
  return readModels(api.db.database.pool);
}

/** The API for a writer without an administrator's additional visibility. */
function openToAll(from: Models): Graphql {
  return createGraphql({
    models: from,
    access: { ...access, user: access.admin },
    database: api.db.database,
    validate: rowValidations(entities.values()),
    normals: rowNormals(entities.values()),
    needs: rowNeeds(entities.values()),
    messageOf: (refusal, language) => refusalText(language, refusal),
    logger: { error: (...what) => void unexpected.push(what) },
  });
}

describe('TECH-03 ROLE-13 references of generic mutations', () => {
  test.each(names)('%s: invisible rows are refused like missing ones', async (name) => {
    const writer = writers[name];
    const all = referencesOf(name);
    const hiding = await Promise.all(all.map(({ parent }) => pointing.isHiding(writer, parent)));
    // References without hidden rows in the own tenant are tried once.
    const tried = all.filter(
      ({ table }, place) =>
        hiding[place] ||
        name === (belowHidden.has(table) ? 'administrator' : 'whoever writes all master data'),
    );
    const findings = await pointing.tryAll(writer, someOf(tried, 3));
    checks += findings.checks;
    expect(findings.holes).toEqual([]);
    expect(tried).not.toEqual([]);
  });

  test('references to hidden rows are tried, each with its own row', async () => {
    const writer = writers['whoever writes all master data'];
    const parents = new Set(referencesOf('whoever writes all master data').map(({ parent }) => parent));
    const hiding = await Promise.all([...parents].map((parent) => pointing.isHiding(writer, parent)));
    const open = [...parents].filter((_, place) => !hiding[place]);
    // These rows are visible to the whole tenant.
    expect(open.toSorted()).toEqual(
      ['ledger_account', 'lb_user', 'location', 'permission', 'posting_key', 'profit_center'].toSorted(),
    );
  });

  test('an existing reference may be sent again', async () => {
    const writer = writers['whoever writes all master data'];
    const findings = new Findings();
    const sent: string[] = [];
    for (const reference of referencesOf('whoever writes all master data')) {
      const found = await pointing.sendAgain(writer, reference);
      if (!found) continue;
      findings.add(found);
      sent.push(`${reference.table}.${reference.column}`);
    }
    checks += findings.checks;
    expect(findings.holes).toEqual([]);
    expect(sent).toEqual(
      expect.arrayContaining(['department.client_id', 'lb_user.cost_center_id', 'product.cost_center_id']),
    );
  });

  test('a planted fault is found: a reference unknown to the API', async () => {
    const { tenant, operator } = await models();
    const product = tenant.tables.get('product');
    if (!product) throw new Error('there are products');
    const relations = product.relations.filter(({ name }) => name !== 'cost_center');
    const tables = new Map([...tenant.tables, ['product', { ...product, relations }]]);
    const writer = {
      ...writers['whoever writes all master data'],
      graphql: openToAll({ operator, tenant: { tables } }),
    };
    const reference = { table: 'product', column: 'cost_center_id', parent: 'cost_center' };
    const { holes } = await pointing.tryAll(writer, [reference]);
    expect(holes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^insert_product_one with cost_center_id of a hidden row is told/),
        expect.stringMatching(/^update_product_by_pk with cost_center_id of a hidden row is told/),
        expect.stringMatching(/^something of that changes .*product of Anemone/),
      ]),
    );
  });
});

test('no request above caused an unexpected error', () => {
  expect([...unexpected, ...api.unexpected]).toEqual([]);
});
