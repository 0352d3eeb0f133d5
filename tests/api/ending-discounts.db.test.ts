import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '../../src/app/kinds.ts';
import { fieldsOfList } from '../../src/features/overview/documents-query.ts';
import { noFilter, whereOf } from '../../src/features/overview/filter.ts';
import type { ListedRow } from '../../src/features/overview/web/list/listed-document.ts';
import { modules } from '../../src/platform/modules.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { today, todayInSql } from '../support/today.ts';

let demo: DemoApi;
let accountant: Caller;

/** Invoices by their distinguishing feature, with their discounts in that many days. */
const invoices = {
  'ends today': { first: 0, second: 10 },
  'ends in seven days': { first: 7, second: null },
  'its second tier ends soon': { first: -3, second: 4 },
  'ends in eight days': { first: 8, second: 12 },
  'is over': { first: -9, second: -1 },
  'has none': { first: null, second: null },
  'is paid': { first: 2, second: null, paid: true },
  'is declined': { first: 2, second: null, status: 'declined' },
} as const;

beforeAll(async () => {
  demo = await demoApi();
  accountant = await demo.person('accountant@demo.test');
  for (const [name, given] of Object.entries(invoices)) {
    const { first, second, paid, status } = { paid: false, status: 'approval', ...given };
    await demo.db.sql(
      `with t as (insert into timeline (tenant_id) values ($1) returning id)
       insert into invoice (tenant_id, timeline_id, creator_id, name, status, client_id, currency, total_netto, total_brutto,
           amount_due, paid, due_date, discount_1_date, discount_1_amount, discount_2_date, discount_2_amount)
         select $1, id, $2, $3, $4, (select min(id) from client where tenant_id = $1), 'EUR', 100, 119, 119, $5,
           ${todayInSql} + 30, ${todayInSql} + $6::int, case when $6::int is null then null else 3.57 end,
           ${todayInSql} + $7::int, case when $7::int is null then null else 2.38 end from t`,
      [accountant.context.tenantId, accountant.context.userId, name, status, paid, first, second],
    );
  }
});
afterAll(() => demo.close());

async function ending(asking: Caller): Promise<readonly ListedRow[]> {
  const facts = {
    ...{ userId: asking.context.userId, persons: [], timeZone: 'Europe/Berlin', seesPrices: true },
    ...{ today: today(), modules, listed },
  };
  const { document } = await asking.get<{ document: readonly ListedRow[] }>(
    `query ($where: document_bool_exp!) { document(where: $where) { ${fieldsOfList('tasks')} } }`,
    { where: whereOf('invoice', { ...noFilter, words: { discount: ['7'] } }, facts) },
  );
  return document.filter(({ name }) => name !== null && name in invoices);
}

test('OVW-10 the list of ending discounts has unpaid invoices whose price rises within seven days', async () => {
  const found = await ending(accountant);
  expect(found.map(({ name }) => name).toSorted()).toEqual([
    'ends in seven days',
    'ends today',
    'its second tier ends soon',
  ]);
  expect(found.find(({ name }) => name === 'ends today')?.payment).toMatchObject({
    paid: false,
    amount_due: 119,
    discount_1_amount: 3.57,
    discount_2_amount: 2.38,
  });
});

test('ROLE-07 people without prices see only the days', async () => {
  await demo.db.sql(
    "update lb_user set roles = array_remove(array_remove(roles, 'user-dashboard'), 'user-price') where id = $1",
    [accountant.context.userId],
  );
  const found = await ending(await demo.person('accountant@demo.test'));
  expect(found).toHaveLength(3);
  for (const { payment } of found) {
    expect(payment?.discount_1_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([payment?.amount_due, payment?.discount_1_amount]).toEqual([null, null]);
  }
});
