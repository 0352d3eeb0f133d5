import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Figure, maxProducts, type ProductFigure } from '../../src/features/dashboard/model.ts';
import { documentsOf } from '../../src/features/dashboard/server/filter.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import { wrongSums } from '../support/document-sums.ts';

let demo: DemoApi;
let admin: Caller;
let tenantId: number;

beforeAll(async () => {
  demo = await demoApi();
  await demo.db.sql(
    `update lb_user set roles = '{user-price,user-dashboard,user-see-all-orders,user-see-own-invoices-and-involved}'
     where email = 'buyer@demo.test'`,
  );
  await demo.db.sql(
    `update lb_user set roles = '{user-price,user-dashboard,user-see-own-orders-and-involved}'
     where email = 'approver1@demo.test'`,
  );
  admin = await demo.person('admin@demo.test');
  tenantId = admin.context.tenantId;
  await addDocuments();
});
afterAll(() => demo.close());

/** Orders, invoices and contracts over three years, also around the change of months. */
async function addDocuments(): Promise<void> {
  for (const [table, columns, values] of [
    ['invoice', 'running_number, total_tax', '900000 + n, 0'],
    ['procurement', 'number, total_tax', '900000 + n, 0'],
  ] as const)
    await demo.db.sql(
      `with n as (select n from generate_series(1, 150) n),
       t as (insert into timeline (tenant_id) select $1 from n returning id),
       pairs as (select id as timeline_id, row_number() over (order by id)::int as n from t)
       insert into ${table} (tenant_id, timeline_id, creator_id, ${columns}, status, client_id, currency, total_netto, total_brutto,
           created_at)
         select $1, timeline_id, $2, ${values}, 'approval', (select min(id) from client where tenant_id = $1), 'EUR',
           n * 7.13, n * 7.13, timestamptz '2024-01-01' + n * interval '7 days 5 hours' from pairs`,
      [tenantId, admin.context.userId],
    );
  await demo.db.sql(
    `with n as (select n from generate_series(1, 150) n),
     t as (insert into timeline (tenant_id) select $1 from n returning id),
     pairs as (select id as timeline_id, row_number() over (order by id)::int as n from t),
     made as (
       insert into contract (tenant_id, timeline_id, creator_id, contract_number, status, client_id, usage_type, created_at)
         select $1, timeline_id, $2, 900000 + n, 'active', (select min(id) from client where tenant_id = $1), 'quarterly',
           timestamptz '2024-01-01' + n * interval '7 days 5 hours' from pairs returning id
     )
     insert into contract_line (tenant_id, contract_id, sort_no, name, total, usage_type)
       select $1, made.id, n, 'Leistung ' || n, n * 7.13, (array['monthly', 'usage_based', null])[n]
       from made cross join generate_series(1, 3) n where made.id % 4 > 0`,
    [tenantId, admin.context.userId],
  );
  // Lines with a product, with a supplier's item number, and with neither.
  await demo.db.sql(
    `insert into procurement_line (tenant_id, procurement_id, sort_no, description, product_id, item_number, supplier_id, unit, quantity,
         total_netto)
       select $1, p.id, n, 'Position ' || n, case when n = 1 then (select id from product where tenant_id = $1 order by id offset p.id % 3 limit 1) end,
         case when n = 2 then 'X-' || p.id % 4 end, (select min(id) from supplier where tenant_id = $1),
         (array['Stk', 'Pack', null])[1 + p.id % 3], n * 1.5, n * 3.21
       from procurement p cross join generate_series(1, 3) n where p.tenant_id = $1 and p.number >= 900000`,
    [tenantId],
  );
}

const changesOfLines = [
  `quantity = case when $2::int % 5 > 0 then $2::int % 100 + 0.125 end`,
  `total_netto = $2::int % 1000 - 100.07`,
  `product_id = (select id from product where tenant_id = $1 order by md5(id::text || $2::text) limit 1)`,
  `product_id = null, item_number = 'Y-' || $2::int % 3`,
  `unit = (array['Stk', 'Pack', null])[1 + $2::int % 3]`,
  `kind = case when $2::int % 2 = 0 then 'item' else 'freight' end`,
];

/** A deterministic generator, so that failures can be reproduced. */
function drawing(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const anyOf = (table: string) =>
  `(select id from ${table} where tenant_id = $1 order by md5(id::text || $2::text) limit 1)`;

const changes = [
  `status = (array['open', 'approval', 'clearing', 'completed', 'declined'])[1 + $2::int % 5]`,
  `department_id = case when $2::int % 4 > 0 then ${anyOf('department')} end`,
  `cost_center_id = case when $2::int % 3 > 0 then ${anyOf('cost_center')} end`,
  `ledger_account_id = case when $2::int % 4 > 0 then ${anyOf('ledger_account')} end`,
  `client_id = case when $2::int % 4 > 0 then ${anyOf('client')} end`,
  "currency = 'USD', exchange_rate = 0.9 + $2::int % 10 * 0.01",
  "currency = 'EUR', exchange_rate = null",
  'total_netto = $2::int % 1000 - 100.07, total_brutto = $2::int % 1000 - 100.07',
  "created_at = timestamptz '2024-01-01' + $2::int % 1000 * interval '1 day 1 hour 7 minutes'",
  // Hours around the change of months.
  "created_at = timestamptz '2024-02-01' + $2::int % 30 * interval '1 month' + ($2::int % 40 - 20) * interval '1 hour'",
];

const changesOfContracts = [
  ...changes.slice(1).filter((change) => !change.includes('total_brutto')),
  `status = (array['active', 'clearing', 'completed', 'cancelled'])[1 + $2::int % 4]`,
  `usage_type = (array['monthly', 'quarterly', 'semiannually', 'yearly', 'usage_based', null])[1 + $2::int % 6]`,
  'total_netto = $2::int % 1000',
];

async function changeContractAtRandom(draw: (below: number) => number): Promise<void> {
  const chosen = `tenant_id = $1 and contract_number between 900000 + $2::int % 140 and 900000 + $2::int % 140 + ${draw(4)}`;
  const change = changesOfContracts[draw(changesOfContracts.length)];
  await demo.db.sql(`update contract set ${change} where ${chosen}`, [tenantId, draw(100_000)]);
}

async function changeAtRandom(draw: (below: number) => number): Promise<void> {
  const table = draw(2) === 0 ? 'invoice' : 'procurement';
  const number = table === 'invoice' ? 'running_number' : 'number';
  const drawn = draw(100_000);
  const chosen = `tenant_id = $1 and ${number} between 900000 + $2::int % 140 and 900000 + $2::int % 140 + ${draw(4)}`;
  if (draw(12) === 0) {
    await demo.db.sql(`delete from ${table} where ${chosen}`, [tenantId, drawn]);
    return;
  }
  if (table === 'procurement' && draw(2) === 0) {
    const lines = `tenant_id = $1 and sort_no % 3 = $2::int % 3 and procurement_id in (select id from procurement where ${chosen})`;
    const change = changesOfLines[draw(changesOfLines.length + 1)];
    await demo.db.sql(
      change === undefined
        ? `delete from procurement_line where ${lines}`
        : `update procurement_line set ${change} where ${lines}`,
      [tenantId, drawn],
    );
    return;
  }
  await demo.db.sql(`update ${table} set ${changes[draw(changes.length)]} where ${chosen}`, [
    tenantId,
    drawn,
  ]);
}

type Part = Pick<Figure, 'kind' | 'currency' | 'dimension' | 'key' | 'count' | 'net'>;

/** Figures computed directly from documents. */
const plain = `
  select d.kind, d.company_currency as currency,
      case grouping(d.status, d.department_id, d.cost_center_id, d.ledger_account_id)
        when 7 then 'status' when 11 then 'department' when 13 then 'cost_center' when 14 then 'ledger_account' end as dimension,
      coalesce(d.status, d.department_id::text, d.cost_center_id::text, d.ledger_account_id::text) as key,
      count(*)::int as count, sum(d.company_netto)::text as net
    from document d where ${documentsOf}
    group by d.kind, d.company_currency,
      grouping sets ((), (d.status), (d.department_id), (d.cost_center_id), (d.ledger_account_id))`;

const reported = ({ kind, currency, dimension, key, count, net }: Part) =>
  `${kind} ${currency} ${dimension} ${key}: ${count} for ${net}`;

interface Days {
  readonly from: string;
  readonly to: string;
}

async function answered({ get }: Caller, { from, to }: Days, client?: number): Promise<readonly string[]> {
  const { dashboard_figures: figures } = await get<{ dashboard_figures: readonly Figure[] }>(
    'query ($from: date!, $to: date!, $client: [bigint!]) { dashboard_figures(from: $from, to: $to, client: $client) }',
    { from, to, client: client === undefined ? [] : [client] },
  );
  expect(figures.some(({ is_rest }) => is_rest)).toBe(false);
  return figures.map(reported).toSorted();
}

async function added({ context }: Caller, { from, to }: Days, client?: number): Promise<readonly string[]> {
  const rows = await demo.db.database.inTenant(context, (tx) =>
    tx.query<Part>(plain, [from, to, client === undefined ? null : [client], null, null]),
  );
  return rows.map(reported).toSorted();
}

/** Products computed directly from lines. */
const plainProducts = `
  with o as (
    select array_agg(d.id) as ids, array_agg(d.company_currency) as currencies
      from document d where d.kind = 'procurement' and ${documentsOf}
  ), ranked as (
    select l.*, row_number() over (partition by l.currency order by l.net desc, product_id, item_number) as by_value,
        row_number() over (partition by l.currency order by l.quantity desc, product_id, item_number) as by_quantity
      from o cross join lateral app.ordered_products(o.ids, o.currencies) l
  )
  select unit, currency, quantity::float8::text as quantity, round(net, 2)::text as net from ranked
    where by_value <= ${maxProducts} or by_quantity <= ${maxProducts}`;

type Product = Pick<ProductFigure, 'unit' | 'currency' | 'quantity' | 'net'>;

const reportedProduct = ({ unit, currency, quantity, net }: Product) =>
  `${Number(quantity)} ${unit} for ${net} ${currency}`;

async function answeredProducts({ get }: Caller, days: Days): Promise<readonly string[]> {
  const { dashboard_products: products } = await get<{ dashboard_products: readonly Product[] }>(
    'query ($from: date!, $to: date!) { dashboard_products(from: $from, to: $to) }',
    { ...days },
  );
  return products.map(reportedProduct).toSorted();
}

async function addedProducts({ context }: Caller, { from, to }: Days): Promise<readonly string[]> {
  const rows = await demo.db.database.inTenant(context, (tx) =>
    tx.query<Product>(plainProducts, [from, to, null, null, null]),
  );
  return rows.map(reportedProduct).toSorted();
}

const people = ['admin', 'buyer', 'approver1'];

const ranges: readonly Days[] = [
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2023-11-27', to: '2026-11-26' },
  { from: '2024-03-02', to: '2024-03-30' },
  { from: '2024-03-31', to: '2024-05-01' },
  { from: '2025-07-14', to: '2025-07-14' },
  { from: '2000-01-01', to: '2099-12-31' },
];

async function requireSame(): Promise<void> {
  for (const login of people) {
    const caller = await demo.person(`${login}@demo.test`);
    for (const days of ranges) {
      const shown = `${login} ${days.from} ${days.to}`;
      expect(await answered(caller, days), shown).toEqual(await added(caller, days));
      expect(await answeredProducts(caller, days), shown).toEqual(await addedProducts(caller, days));
    }
  }
}

const wrong = () => wrongSums(demo.db.sql, tenantId);

const turn = (key: string, value: string) =>
  demo.db.sql(
    `insert into configuration (tenant_id, key, value) values ($1, $2, $3)
     on conflict (tenant_id, client_id, key) do update set value = excluded.value`,
    [tenantId, key, value],
  );

describe('DASH-03 DASH-04 kept sums of documents and order lines', () => {
  test('equal the documents to the cent after any change, for every person and range', async () => {
    const draw = drawing(183);
    const drawOfContracts = drawing(37);
    await requireSame();
    for (let round = 0; round < inDepth(2, 4); round += 1) {
      for (let change = 0; change < 60; change += 1) await changeAtRandom(draw);
      for (let change = 0; change < 30; change += 1) await changeContractAtRandom(drawOfContracts);
      expect(await wrong()).toEqual([]);
      await requireSame();
    }
  });

  test('GEN-14 stay correct when the tenant changes its time zone', async () => {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Berlin']) {
      await turn('timezone', zone);
      await requireSame();
    }
  });

  test('PRICE-04 follow a company’s currency', async () => {
    await demo.db.sql(
      "update client set currency = 'CHF' where id = (select max(id) from client where tenant_id = $1)",
      [tenantId],
    );
    expect(await wrong()).toEqual([]);
    await requireSame();
  });

  test('DASH-02 are not used where a filter applies', async () => {
    const [client] = await demo.db.sql<{ id: string }>(
      'select min(id) as id from client where tenant_id = $1',
      [tenantId],
    );
    for (const days of ranges)
      expect(await answered(admin, days, Number(client?.id))).toEqual(
        await added(admin, days, Number(client?.id)),
      );
  });

  test('count drafts once they are submitted', async () => {
    const { procurement_save: draft } = await admin.get<{ procurement_save: { id: number } }>(
      `mutation { procurement_save(idempotency_key: "${randomUUID()}", head: { name: "Entwurf" }, lines: []) { id } }`,
    );
    expect(await wrong()).toEqual([]);
    await demo.db.sql("update procurement set status = 'approval', number = 990001 where id = $1", [
      draft.id,
    ]);
    expect(await wrong()).toEqual([]);
    await requireSame();
  });

  test('can be rebuilt', async () => {
    await demo.db.sql('update document_total set net = net + 1 where tenant_id = $1 and id % 7 = 0', [
      tenantId,
    ]);
    expect((await wrong()).length).toBeGreaterThan(0);
    await demo.db.sql('select app.rebuild_document_totals($1)', [tenantId]);
    expect(await wrong()).toEqual([]);
    await requireSame();
  });
});

describe('ROLE-06 who may read the sums', () => {
  const kindsShown = async (login: string) => {
    const { context } = await demo.person(`${login}@demo.test`);
    const rows = await demo.db.database.inTenant(context, (tx) =>
      tx.query<{ kind: string }>('select distinct kind from document_total order by kind'),
    );
    return rows.map(({ kind }) => kind);
  };

  test('people see only sums of kinds of which they see all documents', async () => {
    expect(await kindsShown('admin')).toEqual(['contract', 'invoice', 'procurement']);
    expect(await kindsShown('buyer')).toEqual(['procurement']);
    expect(await kindsShown('approver1')).toEqual([]);
  });

  test('GEN-10 not of a switched-off module', async () => {
    await turn('module_contract', 'false');
    expect(await kindsShown('admin')).toEqual(['invoice', 'procurement']);
    await requireSame();
    await turn('module_contract', 'true');
  });

  test('ROLE-07 no amounts without the price role', async () => {
    await expect(
      demo.db.database.inTenant(admin.context, (tx) => tx.query('select net from document_total'), {
        role: 'reader',
      }),
    ).rejects.toThrow('permission denied');
  });
});

describe('TECH-12 sums with concurrent writers', () => {
  const opened = async () => {
    const client = new pg.Client({ connectionString: demo.db.ownerUrl });
    await client.connect();
    await client.query("begin; set local lock_timeout = '2s'");
    return client;
  };
  const invoices = async (): Promise<readonly string[]> =>
    (
      await demo.db.sql<{ id: string }>(
        "select id from invoice where tenant_id = $1 and running_number >= 900000 and status <> 'export' order by id limit 2",
        [tenantId],
      )
    ).map(({ id }) => id);

  test('changes of the same part do not block each other', async () => {
    const [first, second] = await invoices();
    const [one, other] = [await opened(), await opened()];
    const change = "update invoice set created_at = '2025-05-15', status = 'export' where id = $1";
    await one.query(change, [first]);
    await one.query('set constraints all immediate');
    await other.query(change, [second]);
    await other.query('set constraints all immediate; commit');
    await one.query('commit');
    await Promise.all([one.end(), other.end()]);
    expect(await wrong()).toEqual([]);
  });

  test('rows of a part are merged from time to time, also concurrently', async () => {
    const [id] = await invoices();
    const rows = async () =>
      (await demo.db.sql('select from document_total where tenant_id = $1', [tenantId])).length;
    const before = await rows();
    for (let change = 0; change < 200; change += 1)
      await demo.db.sql('update invoice set status = $2 where id = $1', [
        id,
        change % 2 === 0 ? 'clearing' : 'accounting',
      ]);
    expect(await rows()).toBeLessThan(before + 150);
    const fold = `select app.fold_document_totals(tenant_id, span, is_product)
       from (select distinct tenant_id, span, dimension = 'product' as is_product from document_total) s`;
    const [one, other] = [await opened(), await opened()];
    await one.query(fold);
    await demo.db.sql("update invoice set status = 'completed' where id = $1", [id]);
    await other.query(fold);
    await other.query('commit');
    await one.query('commit');
    await Promise.all([one.end(), other.end()]);
    expect(await wrong()).toEqual([]);
    await requireSame();
  });
});
