import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import type { Database } from '../../src/platform/server/database.ts';
import { type Caller, callerOf, type DemoApi, demoApi } from '../support/demo-api.ts';

let demo: DemoApi;
let admin: Caller;
let stranger: Caller;
/** The product with a planted fault: its functions read with the rights of the writer. */
let careless: Graphql;
let order: { readonly id: number; readonly supplier: number };

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  const { tenantId } = admin.context;
  await demo.db.sql(
    "insert into lb_user (tenant_id, name, email) values ($1, 'Fremd', 'stranger@demo.test')",
    [tenantId],
  );
  stranger = await demo.person('stranger@demo.test');
  const [sent] = await demo.db.sql<{ id: string; supplier: string }>(
    `select procurement_id as id, supplier_id as supplier from procurement_supplier_order
     where tenant_id = $1 and supplier_id is not null order by id limit 1`,
    [tenantId],
  );
  order = { id: Number(sent?.id), supplier: Number(sent?.supplier) };
  const { database } = demo.db;
  const asWriter: Database = {
    ...database,
    inTenant: (context, run, options) => database.inTenant(context, run, { ...options, role: 'writer' }),
  };
  careless = await openGraphql(asWriter, { error: () => {} });
});
afterAll(() => demo.close());

const mail =
  'query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }';

test('ROLE-04 API-33 the mail of an order is shown only to people who see the order', async () => {
  expect(await admin.get(mail, { ...order })).toMatchObject({ procurement_order_mail: { language: 'de' } });
  expect(await stranger.refusal(mail, { ...order })).toMatchObject({ code: 'not_found' });
  expect(await stranger.refusal(mail, { ...order, id: 999_999 })).toMatchObject({ code: 'not_found' });
});

test('ROLE-04 a function without the visibility check would be detected above', async () => {
  const curious = await callerOf(demo.db, careless, 'stranger@demo.test');
  expect(await curious.get(mail, { ...order })).toMatchObject({ procurement_order_mail: { language: 'de' } });
});
