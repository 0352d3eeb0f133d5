import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filledValues } from '../../../../tests/entity/filled-values.ts';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';
import { configuration } from '../../configuration/settings.ts';
import { entities } from '../../master-data/entities.ts';
import { reach } from '../reach.ts';

let demo: DemoApi;
let admin: Caller;
let tenant: number;

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  tenant = admin.context.tenantId;
});
afterAll(() => demo.close());

/** The number of open documents that an answer reports. */
async function reported(
  mutation: string,
  variables: Record<string, unknown> = {},
): Promise<number | undefined> {
  const answer = await admin.ask(mutation, variables);
  expect(answer.errors).toBeUndefined();
  return (answer as { extensions?: { documents_waiting?: number } }).extensions?.documents_waiting;
}

async function count(sql: string): Promise<number> {
  const [row] = await demo.db.sql<{ count: string }>(`select count(*) from ${sql}`, [tenant]);
  return Number(row?.count);
}

async function firstOf(table: string): Promise<number> {
  const [row] = await demo.db.sql<{ id: string }>(
    `select min(id) as id from ${table} where tenant_id = $1 and active`,
    [tenant],
  );
  return Number(row?.id);
}

async function companies(): Promise<readonly number[]> {
  const rows = await demo.db.sql<{ id: string }>(
    'select id from client where tenant_id = $1 order by id limit 2',
    [tenant],
  );
  return rows.map(({ id }) => Number(id));
}

/** A minimal new row of each table. */
const ownRows: Readonly<Record<string, string>> = {
  client:
    "(tenant_id, name, billing_name, billing_address, billing_zipcode, billing_city, billing_country) values ($1, 'Eigen', 'E', 'E', '1', 'E', 'DE')",
  department: "(tenant_id, name) values ($1, 'Eigen')",
  cost_center: "(tenant_id, number, name) values ($1, 'E1', 'Eigen')",
  ledger_account: "(tenant_id, number, name) values ($1, '9876', 'Eigen')",
  posting_key: "(tenant_id, number, name) values ($1, '987', 'Eigen')",
  profit_center: "(tenant_id, number, name) values ($1, '9876', 'Eigen')",
  tax_group:
    "(tenant_id, code, name, client_id) select $1, 'E1', 'Eigen', min(id) from client where tenant_id = $1",
  tax_item_group:
    "(tenant_id, code, tax_code, name, client_id) select $1, 'E1', 'E1', 'Eigen', min(id) from client where tenant_id = $1",
  financial_dimension:
    "(tenant_id, code, name, dimension_type, client_id) select $1, 'E1', 'Eigen', 'project', min(id) from client where tenant_id = $1",
  product_group: "(tenant_id, name) values ($1, 'Eigen')",
  supplier: "(tenant_id, name, country) values ($1, 'Eigen', 'NL')",
  product:
    "(tenant_id, name, supplier_id, tax, currency, price_unit) select $1, 'Eigen', min(id), 19, 'EUR', 1 from supplier where tenant_id = $1",
  lb_user: "(tenant_id, name, email) values ($1, 'Eigen', 'eigen@demo.test')",
  task_group: "(tenant_id, name) values ($1, 'Eigene Gruppe')",
};

/** Further columns that a value requires. */
const requiredWith: Readonly<Record<string, object>> = {
  automatic: { automatic_tax: '7' },
  discount_1_percentage: { discount_1_days: 3 },
  discount_1_days: { discount_1_percentage: '2' },
  discount_2_percentage: { discount_2_days: 5 },
  discount_2_days: { discount_2_percentage: '1' },
};

interface Hold {
  readonly kind: string;
  readonly relation: string;
  readonly document_column: string;
  readonly held_column: string;
}

/** A row of the table that an open document uses. */
async function heldRow(table: string): Promise<number> {
  const [row] = await demo.db.sql<{ id: string }>(`insert into ${table} ${ownRows[table]} returning id`, [
    tenant,
  ]);
  if (table === 'lb_user' || table === 'task_group') {
    await demo.db.sql(
      "update document set status = 'approval', assignee_ids = array[$2::bigint] where tenant_id = $1 and kind = 'procurement' and id = (select max(id) from procurement where tenant_id = $1 and status <> 'draft')",
      [tenant, row?.id],
    );
    return Number(row?.id);
  }
  const [hold] = await demo.db.sql<Hold>(
    "select * from app.documents_hold($1) order by kind <> 'procurement', relation = 'procurement_line'",
    [table],
  );
  const kind = hold?.kind ?? '';
  if (kind === 'invoice')
    await demo.db.sql(
      `with t as (insert into timeline (tenant_id) values ($1) returning id)
       insert into invoice (tenant_id, timeline_id, creator_id, number_printed) select $1, t.id, $2, 'RE-' || t.id from t`,
      [tenant, admin.context.userId],
    );
  const [document] = await demo.db.sql<{ id: string }>(
    `select max(id) as id from ${kind} where tenant_id = $1 and (status <> 'draft' or $2 = 'invoice')`,
    [tenant, kind],
  );
  if (hold?.relation !== kind)
    await demo.db.sql(`insert into ${hold?.relation} (tenant_id, ${kind}_id) values ($1, $2)`, [
      tenant,
      document?.id,
    ]);
  await demo.db.sql(
    `update ${hold?.relation} set ${hold?.held_column} = $3 where tenant_id = $1 and ${hold?.document_column} = $2`,
    [tenant, document?.id, row?.id],
  );
  await demo.db.sql(
    "update document set status = 'clearing' where tenant_id = $1 and kind = $2 and id = $3",
    [tenant, kind, document?.id],
  );
  return Number(row?.id);
}

describe('PROC-43 BUD-08 the effect of a changed field on open documents', () => {
  test('is declared for every setting and master-data field that documents are decided, booked or counted by', () => {
    const forms = [...entities.values(), configuration].flatMap((entity) => [
      entity,
      ...Object.values(entity.children),
    ]);
    for (const [table, classes] of Object.entries(reach)) {
      const fields = forms.filter((each) => each.table === table).flatMap((each) => Object.keys(each.fields));
      const listed = Object.values(classes).flat();
      expect(new Set(listed).size, table).toBe(listed.length);
      expect(listed.toSorted(), table).toEqual(fields.toSorted());
    }
  });

  test('is declared for the same fields in the database', async () => {
    const rows = await demo.db.sql<{ field: string }>(
      "select table_name || '.' || field as field from app.steering()",
    );
    const expected = Object.entries(reach).flatMap(([table, { reported: fields = [] }]) =>
      fields.map((field) => `${table}.${field}`),
    );
    expect(rows.map(({ field }) => field).toSorted()).toEqual(expected.toSorted());
  });
});

describe('PROC-43 the answer reports documents that run under a setting', () => {
  test('for every field that the next step of an open document depends on, and for no other', async () => {
    const clients = await demo.db.sql<{ id: string }>(
      'select id from client where tenant_id = $1 order by id',
      [tenant],
    );
    const known = new Map([
      ['client', Number(clients.at(-1)?.id)],
      ['lb_user', admin.context.userId],
      ['cost_center', await firstOf('cost_center')],
    ]);
    for (const [table, { reported: steering = [], kept = [], read = [] }] of Object.entries(reach)) {
      const entity = entities.get(table);
      if (!entity || !('active' in entity.fields)) continue;
      const id = await heldRow(table);
      const values = filledValues(entity.fields, known);
      for (const field of [...steering, ...kept, ...read].filter((name) => values[name] !== undefined)) {
        const count = await reported(
          `mutation ($id: bigint!, $set: ${table}_set_input!) {
            update_${table}_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`,
          { id, set: { ...requiredWith[field], [field]: values[field] } },
        );
        expect(count, `${table}.${field}`).toBe(steering.includes(field) ? 1 : undefined);
      }
    }
  });

  test('for the booking rows of a company when they are changed, added or removed', async () => {
    const [client] = await demo.db.sql<{ id: string }>(
      'select client_id as id from document where tenant_id = $1 and client_id is not null group by 1 order by count(*) desc limit 1',
      [tenant],
    );
    const id = Number(client?.id);
    const ofCompany = await reported(
      `mutation ($id: bigint!) { update_client_by_pk(pk_columns: { id: $id }, _set: { match_quantity_tolerance: "7" }) { id } }`,
      { id },
    );
    expect(ofCompany).toBeGreaterThan(1);
    const [postingKey] = await demo.db.sql<{ id: string }>(
      "insert into posting_key (tenant_id, number, name, tax) values ($1, '47', 'Teile', 19) returning id",
      [tenant],
    );
    const parts = {
      client_tax_key: [
        { tax_category: 'L', tax_percentage: '3' },
        { posting_key_id: Number(postingKey?.id) },
      ],
      client_discount_code: [{ percentage: '2.5', days: 13, code: 'X1' }, { code: 'X2' }],
      client_d365_dimension: [{ dimension: 'vehicle', name: 'Wagen' }, { name: 'Fahrzeug' }],
    };
    for (const [table, [row, set]] of Object.entries(parts)) {
      const insert = `mutation ($row: ${table}_insert_input!) { made: insert_${table}_one(object: $row) { id } }`;
      const variables = { row: { ...row, client_id: id } };
      expect(await reported(insert, variables), table).toBe(ofCompany);
      const [made] = await demo.db.sql<{ id: string }>(
        `select max(id) as id from ${table} where tenant_id = $1`,
        [tenant],
      );
      const update = `mutation ($id: bigint!, $set: ${table}_set_input!) { update_${table}_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`;
      expect(await reported(update, { id: Number(made?.id), set }), table).toBe(ofCompany);
      expect(await reported(update, { id: Number(made?.id), set }), table).toBeUndefined();
      const remove = `mutation ($id: bigint!) { delete_${table}_by_pk(id: $id) { id } }`;
      expect(await reported(remove, { id: Number(made?.id) }), table).toBe(ofCompany);
    }
  });

  test('for the number of a supplier in a company, counting the documents of that company alone', async () => {
    const supplier = await heldRow('supplier');
    const [own, other] = await companies();
    const waits = async (clients: string) => {
      const { waiting } = await admin.get<{
        waiting: readonly { documents: readonly { id: number }[] }[];
      }>(
        `{ waiting: documents_waiting_on(rows: [{ table: "supplier", ids: [${supplier}]${clients} }]) { documents { id } } }`,
      );
      return waiting.flatMap(({ documents }) => documents.map(({ id }) => id));
    };
    const documents = await waits('');
    expect(documents).toHaveLength(1);
    await demo.db.sql('update document set client_id = $2 where tenant_id = $1 and id = any ($3)', [
      tenant,
      own,
      documents,
    ]);
    const insert = `mutation ($row: supplier_client_insert_input!) { insert_supplier_client_one(object: $row) { id } }`;
    const where = (client: number | undefined) =>
      `where: { supplier_id: { _eq: ${supplier} }, client_id: { _eq: ${client} } }`;
    for (const [client, count] of [
      [other, undefined],
      [own, 1],
    ]) {
      const row = { supplier_id: supplier, client_id: client, external_id: '79871' };
      expect(await reported(insert, { row })).toBe(count);
      const update = (set: string) =>
        reported(`mutation { update_supplier_client(${where(client)}, _set: { ${set} }) { affected_rows } }`);
      expect(await update('vendor_account: "V-7"')).toBe(count);
      expect(await update('client_number: "K-7"')).toBeUndefined();
      expect(await update(`client_id: ${client === own ? other : own}`)).toBe(1);
      expect(await reported(`mutation { delete_supplier_client(${where(own)}) { affected_rows } }`)).toBe(
        client === own ? undefined : 1,
      );
      await demo.db.sql('delete from supplier_client where supplier_id = $1', [supplier]);
    }
    expect(await waits(`, clients: [${other}]`)).toEqual([]);
    expect(await waits(`, clients: [${own}]`)).toEqual(documents);
  });

  test('for the general number of a supplier, counting only documents of companies without a number of their own', async () => {
    const supplier = await heldRow('supplier');
    const [own, other] = await companies();
    const asked = async (columns: string) => {
      const { waiting } = await admin.get<{
        waiting: readonly { clients: readonly number[]; documents: readonly { id: number }[] }[];
      }>(
        `{ waiting: documents_waiting_on(rows: [{ table: "supplier", ids: [${supplier}], columns: [${columns}] }]) {
          clients documents { id } } }`,
      );
      return waiting;
    };
    const [{ documents: [document] = [] } = {}] = await asked('');
    await demo.db.sql('update document set client_id = $2 where tenant_id = $1 and id = $3', [
      tenant,
      own,
      document?.id,
    ]);
    let number = 79_100;
    const changed = async (also = '') => {
      number += 1;
      return await reported(
        `mutation { update_supplier_by_pk(pk_columns: { id: ${supplier} }, _set: { external_id: "${number}" ${also} }) { id } }`,
      );
    };
    const give = async (client: number | undefined) =>
      await demo.db.sql(
        "insert into supplier_client (tenant_id, supplier_id, client_id, external_id) values ($1, $2, $3, '79881')",
        [tenant, supplier, client],
      );
    await give(other);
    expect(await changed()).toBe(1);
    const [{ clients = [] } = {}] = await asked('"external_id", "name"');
    expect([clients.includes(own ?? 0), clients.includes(other ?? 0)]).toEqual([true, false]);
    await give(own);
    expect(await changed()).toBeUndefined();
    expect(await asked('"external_id"')).toEqual([]);
    expect(await changed(', country: "AT"')).toBe(1);
    expect(await asked('"external_id", "country"')).toMatchObject([{ clients: [], documents: [document] }]);
  });

  test('once per document, even if several changes of a mutation affect it', async () => {
    const id = await firstOf('client');
    const change = (changes: string) => reported(`mutation { ${changes} }`);
    const company = `company: update_client_by_pk(pk_columns: { id: ${id} }, _set: { match_quantity_tolerance: "3" }) { id }`;
    const code = `code: insert_client_discount_code_one(object: { client_id: ${id}, percentage: "4", days: 9, code: "Y1" }) { id }`;
    const setting = `setting: insert_configuration_one(object: { key: "approve_from_mail", model: "string", value: "false" }) { id }`;
    const { waiting } = await admin.get<{ waiting: readonly { count: number }[] }>(
      `{ waiting: documents_waiting_on(rows: [{ table: "client", ids: [${id}] }]) { count } }`,
    );
    const ofCompany = waiting.reduce((sum, each) => sum + each.count, 0);
    expect(ofCompany).toBeGreaterThan(1);
    expect(await change(`${company} ${code}`)).toBe(ofCompany);
    const all = await change(`${company.replace('"3"', '"4"')} ${setting}`);
    expect(all).toBe(await count('document where tenant_id = $1 and status = any (app.open_statuses(kind))'));
  });

  test('for settings, with the number of open documents of the kinds that depend on them', async () => {
    const open = await count(
      "document where tenant_id = $1 and kind = 'procurement' and status = any (app.open_statuses('procurement'))",
    );
    expect(open).toBeGreaterThan(0);
    const set = (key: string, value: string) =>
      reported(
        `mutation ($row: configuration_insert_input!) { insert_configuration_one(object: $row,
          on_conflict: { constraint: configuration_tenant_id_key_client_id_key, update_columns: [value] }) { id } }`,
        { row: { key, value } },
      );
    expect(await set('product_group_required', 'true')).toBe(open);
    expect(await set('product_group_required', 'true')).toBeUndefined();
    expect(await set('timeline_order', 'desc')).toBeUndefined();
    const { waiting } = await admin.get<{ waiting: readonly { kind: string; count: number }[] }>(
      `{ waiting: documents_waiting_on(rows: [], settings: ["product_group_required"]) { kind count } }`,
    );
    expect(waiting).toEqual([{ kind: 'procurement', count: open }]);
  });
});

describe('PRICE-04 BUD-08 the currency of a company', () => {
  const to = (client: number | undefined, currency: string) => ({
    mutation:
      'mutation ($id: bigint!, $currency: String!) { update_client_by_pk(pk_columns: { id: $id }, _set: { currency: $currency }) { id } }',
    variables: { id: client, currency },
  });

  test('cannot change while documents or budgets are counted in it, and the refusal has their numbers', async () => {
    const [client] = await demo.db.sql<{ id: string }>(
      "select client_id as id from document where tenant_id = $1 and status <> 'draft' and client_id is not null limit 1",
      [tenant],
    );
    const id = Number(client?.id);
    const { mutation, variables } = to(id, 'JPY');
    const documents = await count(
      `document where tenant_id = $1 and client_id = ${id} and status <> 'draft'`,
    );
    expect(await admin.refusal(mutation, variables)).toMatchObject({
      code: 'currency_in_use',
      problems: [{ field: 'currency', code: 'currency_in_use', values: { documents } }],
    });
    expect(await count(`client where tenant_id = $1 and id = ${id} and currency = 'EUR'`)).toBe(1);
  });
});
