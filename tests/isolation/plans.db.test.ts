import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookedEntries } from '../../src/features/accounting-export/server/reconciling/compared.ts';
import { runsQuery } from '../../src/features/accounting-export/web/export-data.ts';
import { foundQuery } from '../../src/features/accounting-export/web/runs/compared-data.ts';
import { listedInvoice } from '../../src/features/invoice/listed-kind.ts';
import { earlierQuery } from '../../src/features/invoice/web/accounting/earlier-postings.ts';
import {
  noFilter,
  type OrderBy,
  type OverviewFilter,
  orderOf,
  sortKeys,
  whereOf,
} from '../../src/features/overview/filter.ts';
import { behind } from '../../src/features/overview/place-in-order.ts';
import { searchedFor } from '../../src/graphql/search-where.ts';
import { someOf } from '../support/depth.ts';
import { todayInSql } from '../support/today.ts';
import { Office, type Person } from './people.ts';
import { fillContracts, fillExports, fillPlans, tenants } from './plans-fill.ts';
import { facts, filters, references } from './plans-filters.ts';
import { askedWatching, scannedIn } from './scans.ts';
import { sqlOf } from './where-sql.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

let office: Office;
let client: string;
let department: string;
const person: Person = { id: '101', roles: [] };

beforeAll(async () => {
  office = await Office.open();
  client = (await office.add('client')).id ?? '';
  department = (await office.add('department', { client_id: client })).id ?? '';
  await fillPlans(office.owner, { client, department });
});
afterAll(() => office.close());

const scopes: Readonly<Record<string, readonly string[]>> = {
  none: [],
  involved: ['user-see-own-orders-and-involved'],
  department: ['user-see-all-orders-belonging-to-own-department'],
  company: ['user-see-all-orders-belonging-to-own-company'],
  all: ['user-see-all-orders'],
};

/** Tables that grow with the documents; small ones may be scanned sequentially. */
const large = ['document', 'procurement', 'timeline_entry', 'document_person'];

const big = [...large, 'procurement_line', 'invoice', 'invoice_line'];

const queries = {
  'list of the 50 newest documents':
    'select id, name, status from document order by created_at desc, timeline_id desc limit 50',
  'count of documents': 'select count(*) from document',
  'list of the 50 newest':
    'select id, name, status from procurement order by created_at desc, id desc limit 50',
  count: 'select count(*) from procurement',
  'list of the 50 newest of a status':
    "select id, name from procurement where status = 'open' order by created_at desc, id desc limit 50",
  'entries of the 50 newest':
    'select (select json_agg(e.type) from timeline_entry e where e.tenant_id = p.tenant_id and e.procurement_id = p.id) ' +
    'from (select tenant_id, id from procurement order by created_at desc, id desc limit 50) p',
};

/** An API order as SQL. */
function orderSql(order: OrderBy): string {
  const terms = order.flatMap((term) => Object.entries(term));
  return terms
    .map(([column, direction]) => `p.${column} ${direction.replace('_nulls_', ' nulls ')}`)
    .join(', ');
}

/** The plan nodes of a person's query. */
async function planOf(who: Person, query: string, setting = 'select'): Promise<PlanNode[]> {
  const [row] = await office.as(who, async (tx) => {
    await tx.query(setting);
    return await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${query}`);
  });
  return row ? flattened(row['QUERY PLAN'][0].Plan) : [];
}

describe('TECH-12 visible rows are found through indexes', () => {
  test.each(Object.keys(scopes))(
    'scope %s: no sequential scan over documents of all tenants',
    async (scope) => {
      const roles = scopes[scope] ?? [];
      await office.owner.query(
        'update lb_user set roles = $1, client_id = $2, department_id = $3 where id = $4',
        [person.roles, client, department, person.id],
      );
      for (const [name, query] of Object.entries(queries)) {
        const nodes = await planOf({ ...person, roles }, query);
        const scanned = nodes
          .filter((node) => node['Node Type'] === 'Seq Scan')
          .map((node) => node['Relation Name'] ?? '')
          .filter((relation) => large.includes(relation));
        expect(scanned, name).toEqual([]);
        expect(nodes.some((node) => /^(procurement|document)_/.test(node['Index Name'] ?? ''))).toBe(true);
      }
    },
  );

  test("ARC-04 an auditor's query does not read all tenants' documents either", async () => {
    const [requestId, roles] = [randomUUID(), ['user-auditor']];
    const auditor = await office.person(roles, {
      auditor_client_id: client,
      auditor_from: '2020-01-01',
      auditor_until: '2090-12-31',
      auditor_ends_on: '2090-12-31',
    });
    await office.owner.query(
      `insert into auditor_access (tenant_id, lb_user_id, actor_id, kind, operation, request_id)
       select tenant_id, id, id, 'query', 'plans', $2 from lb_user where id = $1`,
      [auditor.id, requestId],
    );
    const context = { ...office.context(auditor), roles, tokenVersion: 1, requestId };
    for (const [name, query] of Object.entries(queries)) {
      const [row] = await office.db.database.inTenant(context, (tx) =>
        tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${query}`),
      );
      const nodes = row ? flattened(row['QUERY PLAN'][0].Plan) : [];
      const scanned = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name']);
      expect(
        scanned.filter((relation) => large.includes(relation ?? '')),
        name,
      ).toEqual([]);
    }
  });

  test.each(['4f', 'haendler 77', 'koeln 4f1'])(
    'LIST-02 the search for %s in a list of suppliers uses its index under row-level security',
    async (text) => {
      const where = searchedFor(text).map((condition) => sqlOf(condition, 's'));
      const nodes = await planOf(
        person,
        `select id from supplier s where ${where.join(' and ')} order by name limit 50`,
      );
      expect(nodes.map((node) => node['Index Name'])).toContain('supplier_search_text');
    },
  );

  test('the search uses its trigram index under row-level security', async () => {
    const seesAll = await office.person(['user-see-all-orders']);
    const nodes = await planOf(
      seesAll,
      "select id from document where search_text like '%request 77%' order by created_at desc limit 50",
    );
    expect(nodes.map((node) => node['Index Name'])).toContain('document_search');
  });
});

describe('OVW-05 every filter and every order of the overview is served by an index', () => {
  async function expectNoScan(
    where: Readonly<Record<string, unknown>>,
    order: string,
    roles: readonly string[] = ['user-see-all-orders', 'user-price'],
  ): Promise<PlanNode[]> {
    const holder = await office.person(roles);
    const nodes = await planOf(
      holder,
      `select p.id from document p where ${sqlOf(where, 'p')} order by ${order} limit 50`,
    );
    expect(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan' && big.includes(node['Relation Name'] ?? '')),
    ).toEqual([]);
    return nodes;
  }

  const sortedFilters = Object.entries(filters).flatMap(([name, filter]) =>
    sortKeys.map((key) => [name, key, filter] as const),
  );
  test.each(someOf(sortedFilters, 9))('filter %s, sorted by %s', async (_, key, filter) => {
    for (const isDescending of [true, false]) {
      const order = orderSql(orderOf('all', { key, isDescending }, true));
      await expectNoScan(whereOf('all', { ...noFilter, ...filter }, facts), order);
    }
  });

  test.each(sortKeys)('the first rows by %s come from an index, without sorting all', async (key) => {
    for (const isDescending of [true, false]) {
      const order = orderSql(orderOf('all', { key, isDescending }, true));
      const nodes = await expectNoScan(whereOf('all', noFilter, facts), order);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    }
  });

  describe.each([
    ['all invoices', ['user-see-all-invoices', 'user-price']],
    ['those of the own company', ['user-see-all-invoices-belonging-to-own-company', 'user-price']],
    ['documents that concern the person', ['user-see-own-invoices-and-involved', 'user-price']],
  ] as const)('the list of invoices, for a person who sees %s', (_, roles) => {
    const ofInvoices: Readonly<Record<string, Partial<OverviewFilter>>> = {
      none: {},
      text: { text: 'invoice 77' },
      status: { status: ['approval', 'accounting'] },
      'OVW-10 discounts that end': { words: { discount: ['7'] } },
      'OVW-08 cleared': { status: listedInvoice.clearedStatuses },
      supplier: references({ supplier: [101] }),
      amount: { amountFrom: '100', amountTo: '200' },
    };
    test.each(Object.entries(ofInvoices))('filter %s', async (_name, filter) => {
      const shown = { ...facts, modules: ['invoice'] as const };
      for (const key of someOf(sortKeys, 5)) {
        const order = orderSql(orderOf('invoice', { key, isDescending: true }, true));
        await expectNoScan(whereOf('invoice', { ...noFilter, ...filter }, shown), order, roles);
      }
    });
  });

  test.each(['tasks', 'drafts'] as const)('%s', async (tab) => {
    await expectNoScan(whereOf(tab, noFilter, facts), 'p.created_at desc, p.timeline_id desc');
  });
});

describe('OVW-10 the tasks of a person with many tasks', () => {
  const approver = 110;

  // The same in every tenant: the planner does not know the tenant of a person.
  beforeAll(async () => {
    await office.owner.query(
      `begin;
       set local session_replication_role = replica;
       update document set assignee_ids = '{}', waiting_since = null, urgent_on = created_at::date - 100 where running_number > 10900;
       update document set assignee_ids = '{${approver}}', waiting_since = created_at, urgent_on = ${todayInSql} + (id % 30)::int
         where running_number between 10001 and 10900;
       commit;`,
    );
    await office.owner.query('analyze document');
  });

  test.each([
    ['urgency', 'document_tasks_by_urgency', { urgent_on: '2020-01-01', waiting_since: '2020-01-01' }],
    ['age', 'document_tasks_by_age', { waiting_since: '2020-01-01' }],
  ] as const)(
    'by %s come from an index of tasks, the first ones and those after any other',
    async (key, index, place) => {
      const holder: Person = { id: String(approver), roles: ['user-see-all-orders', 'user-price'] };
      const where = whereOf('tasks', noFilter, { ...facts, userId: approver, persons: [approver] });
      const order = orderOf('tasks', { key, isDescending: false }, true);
      const further = behind(order, { ...place, timeline_id: 1 }).find(
        (part) => '_gt' in (Object.values(part)[0] as object),
      );
      for (const part of [{}, further ?? {}]) {
        const nodes = await planOf(
          holder,
          `select p.id from document p
           where ${sqlOf({ _and: [where, part] }, 'p')} order by ${orderSql(order)} limit 50`,
        );
        expect(nodes.map((node) => node['Index Name'])).toContain(index);
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      }
    },
  );
});

test('TECH-12 new versions of an approved request and its steps write no index', async () => {
  const [request] = (
    await office.owner.query<{ id: string }>(
      'select id from procurement where tenant_id = $1 and number = 10007',
      [tenants],
    )
  ).rows;
  await office.owner.query('begin; set local session_replication_role = replica');
  await office.owner.query(
    `update timeline_entry set status = 'approved', text_type = 'past', completed_at = now()
     where procurement_id = $1 and text_type <> 'past'`,
    [request?.id],
  );
  await office.owner.query(
    "update procurement set status = 'approved', approved_netto = total_netto, approved_supplier_ids = '{1}' where id = $1",
    [request?.id],
  );
  const { rows } = await office.owner.query(
    `select relname as name, n_tup_upd::integer as updated, n_tup_hot_upd::integer as beside_indexes
     from pg_stat_xact_user_tables where relname in ('timeline_entry', 'procurement') order by 1`,
  );
  await office.owner.query('rollback');
  expect(rows).toEqual([
    { name: 'procurement', updated: 1, beside_indexes: 1 },
    { name: 'timeline_entry', updated: 2, beside_indexes: 2 },
  ]);
});

test('DATA-17 BUD-05 remaining budgets of a list are summed through indexes', async () => {
  const { rows: centers } = await office.owner.query<{ id: string }>(
    `insert into cost_center (tenant_id, number, name) select 1, 'F ' || n, 'center ' || n from generate_series(1, 50) n
     returning id`,
  );
  const [first] = centers;
  await office.owner.query(
    `insert into budget (tenant_id, cost_center_id, name, value, start, "end")
     select 1, id, 'year', 5000, ${todayInSql} - 200, ${todayInSql} + 200 from unnest($1::bigint[]) id`,
    [centers.map(({ id }) => id)],
  );
  await office.owner.query(
    `update procurement set cost_center_id = $1::bigint + number % 50, status = 'approved', submitted_at = created_at
     where tenant_id = 1 and number > 10000`,
    [first?.id],
  );
  await office.owner.query('analyze');
  const seesPrices = await office.person(['user-price']);
  const scans = await office.as(seesPrices, async (tx) => {
    const left = await tx.query<{ left: string | null }>(
      `select app.free_budget(c.id) as left
       from (select id from cost_center where number like 'F %' order by number limit 50) c`,
    );
    expect(left.filter((row) => row.left !== null)).toHaveLength(50);
    return await scannedIn(tx);
  });
  expect(scans.filter((name) => big.includes(name))).toEqual([]);
});

function flattened(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattened)];
}

describe('CON-39 a list of many contracts', () => {
  const where = sqlOf(whereOf('contract', noFilter, { ...facts, modules: ['contract'] }), 'p');
  const holder: Person = { id: '101', roles: ['user-see-contracts', 'user-price'] };

  beforeAll(async () => {
    await fillContracts(office.owner);
  });

  test.each([true, false])('sorted by amount comes from an index, descending: %s', async (isDescending) => {
    const order = orderSql(orderOf('contract', { key: 'amount', isDescending }, true));
    const nodes = await planOf(
      holder,
      `select p.id from document p where ${where} order by ${order} limit 50`,
    );
    expect(nodes.map((node) => node['Index Name'])).toContain('document_commitments');
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  test('is summed from an index alone, without reading its rows', async () => {
    // With few rows, a bitmap scan is as good.
    const nodes = await planOf(
      holder,
      `select sum(p.company_netto), sum(p.committed_netto), min(p.company_currency), max(p.company_currency)
       from document p where ${where}`,
      'set local enable_bitmapscan = off',
    );
    const reading = nodes.filter((node) => node['Relation Name'] === 'document');
    expect(reading.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Only Scan', 'document_commitments'],
    ]);
  });
});

describe('EXP-29 INV-16 with many invoices and exports', () => {
  const read = [...big, 'invoice_export_entry', 'timeline'];
  let exporter: Person;

  beforeAll(async () => {
    exporter = await office.person(['user-see-all-invoices', 'user-price', 'user-export-invoice']);
    await fillExports(office.owner, client);
  });

  test.each([
    ['the bookings of earlier invoices of a supplier', earlierQuery, 'invoice'],
    ['the list of export runs', runsQuery, 'invoice_export_run'],
    ['the findings of a run', foundQuery, 'others'],
  ])('%s comes from indexes', async (_, query, field) => {
    const variables = { supplier: 100_003, client: Number(client), self: 0, limit: 24, where: {}, run: 1001 };
    const declared = Object.entries(variables).filter(([name]) => query.includes(`$${name}:`));
    const { body, scans } = await askedWatching(office, exporter, {
      query,
      variables: Object.fromEntries(declared),
    });
    expect(body).toMatchObject({ data: { [field]: expect.arrayContaining([expect.anything()]) } });
    expect(scans.filter((name) => read.includes(name))).toEqual([]);
  });

  test('the reconciliation of a run, and the targets due for a query, come from indexes', async () => {
    const looked = await office.as(exporter, async (tx) => {
      expect(await lookedEntries(tx, 1001)).toHaveLength(25);
      return await scannedIn(tx);
    });
    expect(looked.filter((name) => read.includes(name))).toEqual([]);
    await office.owner.query('begin');
    await office.owner.query('select app.enqueue_export_looks()');
    const { rows } = await office.owner.query(`select from job where kind = 'export_look'`);
    const due = await scannedIn({ query: async (text: string) => (await office.owner.query(text)).rows });
    await office.owner.query('rollback');
    expect(rows).not.toEqual([]);
    expect(due.filter((name) => [...read, 'invoice_export_run'].includes(name))).toEqual([]);
  });
});
