import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { writeBackup } from '../../src/platform/server/backup/backup.ts';
import { restoreBackup } from '../../src/platform/server/backup/restore.ts';
import { migrate, migrationsDirectory } from '../../src/platform/server/database/migrate.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type Catalogue, type Queryable, quoted, readCatalogue, tenantTables } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { fillTenant, type Row, type RowFactory, tenantA, tenantB } from '../support/tenants.ts';

/** The newest migration of the first version that people work with; what they entered has to survive all others. */
const firstVersion = '0008';

/** What later migrations took away on purpose. */
const removed = new Set([
  'procurement_supplier_order.version',
  'procurement.lines_text',
  'invoice.recognition_raw',
  'supplier.pending_bank',
]);
/** What later migrations work out anew. */
const derived = new Set([
  'procurement.open_value',
  // A document in the currency of its company has no rate (BUD-08).
  ...['exchange_rate', 'rate_date', 'rate_source', 'updated_at'].flatMap((column) => [
    `procurement.${column}`,
    `invoice.${column}`,
  ]),
]);

interface Documents {
  readonly ordered: string;
  readonly waiting: string;
  readonly sentOrder: string;
  readonly handedOverOrder: string;
  readonly suppliers: readonly string[];
  readonly person: string;
  readonly product: string;
  readonly department: string;
}

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

const name = `landed_${randomBytes(6).toString('hex')}`;
let admin: pg.Client;
let client: pg.Client;
let restored: TestDatabase;
let catalogue: Catalogue;
let before: Rows;
let documents: Documents;

beforeAll(async () => {
  const { adminUrl, webPassword } = inject('postgres');
  admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const directory = firstMigrations();
  await migrate({ ownerUrl, webPassword, directory });
  await prepareQueue(ownerUrl);

  client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  catalogue = await readCatalogue(client);
  documents = await addDocuments(await fillTenant(client, catalogue, tenantA));
  await fillTenant(client, catalogue, tenantB);
  before = await stored(client);
  const file = join(directory, 'landed.backup');
  await writeBackup(ownerUrl, file, '0.1.0');
  restored = await testDatabase();
  await restoreBackup({
    ownerUrl: restored.ownerUrl,
    webPassword,
    file,
    replace: false,
    // What stands in sealed columns here was made up.
    secrets: { unseal: () => '' },
    withoutSecrets: false,
  });
  rmSync(directory, { recursive: true });
  await migrate({ ownerUrl, webPassword });
});
afterAll(async () => {
  await client?.end();
  await restored?.drop();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

function firstMigrations(): string {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-landed-'));
  for (const file of readdirSync(migrationsDirectory)) {
    if (file.slice(0, 4) <= firstVersion) cpSync(join(migrationsDirectory, file), join(directory, file));
  }
  return directory;
}

/** An order that two suppliers have, one by mail and one by hand, and a request that waits for a person. */
async function addDocuments(factory: RowFactory): Promise<Documents> {
  const add = async (table: string, values: Record<string, string | null>): Promise<Row> =>
    factory.add(table, values, { sparse: true });
  const idOf = async (table: string, values: Record<string, string | null>): Promise<string> =>
    (await add(table, values)).id ?? '';
  const person = factory.newest('lb_user').id ?? '';
  const suppliers = [
    await idOf('supplier', { name: 'Nordwind' }),
    await idOf('supplier', { name: 'Westfalen' }),
  ];
  const [first = '', second = ''] = suppliers;

  const ordered = await idOf('procurement', {
    status: 'ordered',
    number: '8001',
    timeline_id: await idOf('timeline', {}),
    delivery_date: '2026-10-25',
    notes: 'Bitte bei Frau Ümit melden',
    show_notes_in_pdf: 'false',
    total_netto: '120.00',
    total_brutto: '120.00',
  });
  const line = (supplier_id: string, description: string, sort_no: string) =>
    add('procurement_line', {
      procurement_id: ordered,
      supplier_id,
      description,
      sort_no,
      quantity: '8',
      price_netto: '7.5',
      marketplace_id: null,
    });
  await line(first, 'Zweite Zeile', '2');
  await line(first, 'Erste Zeile', '1');
  await line(second, 'Anderswo', '3');
  const order = (supplier_id: string, values: Record<string, string | null>) =>
    idOf('procurement_supplier_order', {
      procurement_id: ordered,
      supplier_id,
      marketplace_id: null,
      version: '3',
      ...values,
    });
  const sentOrder = await order(first, {
    state: 'sent',
    channel: 'email',
    sent_at: '2026-10-20T08:00:00Z',
    sent_by_id: person,
  });
  const handedOverOrder = await order(second, { state: 'confirmed', created_at: '2026-10-21T08:00:00Z' });
  const mail = { kind: 'order', procurement_id: ordered, supplier_order_id: sentOrder };
  await add('mail', { ...mail, recipient: 'alt@nordwind.test', state: 'failed' });
  const told = await idOf('mail', { ...mail, recipient: 'neu@nordwind.test', state: 'sent' });
  await add('mail_attachment', { mail_id: told, file_id: factory.newest('file').id ?? '' });

  const timeline_id = await idOf('timeline', {});
  const waiting = await idOf('procurement', { status: 'approval', number: '8002', timeline_id });
  const entry = (entry_no: string, text_type: string, values: Record<string, string | null>) =>
    add('timeline_entry', {
      timeline_id,
      procurement_id: waiting,
      type: 'approval',
      entry_no,
      text_type,
      ...values,
    });
  const created_at = '2026-10-01T08:00:00Z';
  await entry('1', 'past', {
    status: 'approved',
    lb_user_id: person,
    created_at,
    completed_at: '2026-10-03T09:30:00Z',
  });
  await entry('2', 'present', { status: null, lb_user_id: person, created_at });
  await entry('3', 'future', { status: null, lb_user_id: null, created_at });

  return {
    ordered,
    waiting,
    sentOrder,
    handedOverOrder,
    suppliers,
    person,
    product: await idOf('product', { name: 'Kabelbinder', supplier_id: second }),
    department: await idOf('department', {
      name: 'Purchasing',
      translations: '[{"lang":"de","name":"Einkauf"},{"lang":"en","name":"Purchasing"}]',
    }),
  };
}

/** Every row of every table, with the columns that people or the product wrote. */
async function stored(connection: Queryable): Promise<Rows> {
  const tables = tenantTables(catalogue).filter(({ viewOf }) => viewOf === null);
  const all: [string, readonly Record<string, unknown>[]][] = [];
  for (const table of tables) {
    const columns = table.columns.filter(
      (column) => !column.isGenerated && !removed.has(`${table.name}.${column.name}`),
    );
    const { rows } = await connection.query<Record<string, unknown>>(
      `select ${columns.map((column) => `${quoted(column.name)}::text`).join(', ')} from ${quoted(table.name)}
       order by ${table.primaryKey.map(quoted).join(', ')}`,
    );
    all.push([table.name, rows]);
  }
  return new Map(all);
}

function expectKept(after: Rows): void {
  for (const [table, rows] of before) {
    const kept = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !derived.has(`${table}.${column}`)));
    const stillThere = after
      .get(table)
      ?.filter((row) => row.table !== 'procurement_order_letter')
      .filter((row) => row.affected_properties !== '{exchange_rate,rate_date,rate_source}');
    expect(rows.length, table).toBeGreaterThan(0);
    expect([table, stillThere?.map(kept)]).toEqual([table, rows.map(kept)]);
  }
}

async function procurement(id: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query(
    `select d.supplier_ids, d.assignee_ids, d.waiting_since, d.asked_ids, p.open_value, p.total_netto
     from procurement p join document d on d.tenant_id = p.tenant_id and d.procurement_id = p.id where p.id = $1`,
    [id],
  );
  return rows[0];
}

describe('TECH a database of the first version becomes one of this version', () => {
  test('nothing is lost, nothing else is touched, and the audit tells of nothing but the letters and of rates in the own currency', async () => {
    expectKept(await stored(client));
  });

  test('nor is anything of a backup of the first version', async () => {
    const other = new pg.Client({ connectionString: restored.ownerUrl });
    await other.connect();
    expectKept(await stored(other));
    const { rows } = await other.query('select count(*)::int as letters from procurement_order_letter');
    expect(rows[0].letters).toBeGreaterThan(1);
    await other.end();
  });

  test('PROC-37 what suppliers have already been told is their first letter', async () => {
    const { rows } = await client.query(
      `select supplier_order_id, kind, version, state, channel, recipient, file_id is not null as has_file, created_by_id,
              to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, content
       from procurement_order_letter where procurement_id = $1 order by id`,
      [documents.ordered],
    );
    expect(rows.map(({ content: _, ...letter }) => letter)).toEqual([
      {
        supplier_order_id: documents.sentOrder,
        kind: 'order',
        version: 3,
        state: 'sent',
        channel: 'email',
        recipient: 'neu@nordwind.test',
        has_file: true,
        created_by_id: documents.person,
        day: '2026-10-20',
      },
      {
        supplier_order_id: documents.handedOverOrder,
        kind: 'order',
        version: 3,
        state: 'sent',
        channel: 'manual',
        recipient: null,
        has_file: false,
        created_by_id: documents.person,
        day: '2026-10-21',
      },
    ]);
    expect(rows[0].content.head).toMatchObject({ delivery_date: '2026-10-25', notes: null, currency: 'EUR' });
    expect(rows[0].content.lines).toMatchObject([
      { description: 'Erste Zeile', quantity: '8.000', price_netto: '7.50000000', delivery_date: null },
      { description: 'Zweite Zeile' },
    ]);
    expect(rows[1].content.lines).toMatchObject([{ description: 'Anderswo' }]);
  });

  test('OVW-05 a request knows its suppliers, whom it waits for and since when', async () => {
    const { ordered, waiting, suppliers, person } = documents;
    expect(await procurement(ordered)).toMatchObject({
      supplier_ids: suppliers,
      assignee_ids: [],
      waiting_since: null,
      asked_ids: [],
    });
    expect(await procurement(waiting)).toMatchObject({
      supplier_ids: [],
      assignee_ids: [person],
      waiting_since: new Date('2026-10-03T09:30:00Z'),
    });
  });

  test('PROC-21 what no invoice has taken of an order is open', async () => {
    expect(await procurement(documents.ordered)).toMatchObject({
      open_value: '120.00',
      total_netto: '120.00',
    });
  });

  test('PROC-07 a product is found by its supplier, at once', async () => {
    const { rows } = await client.query('select search_text from product where id = $1', [documents.product]);
    expect(rows[0].search_text).toBe('\n kabelbinder \n westfalen \n');
  });

  test('I18N-07 names and translations stay, and become one thing from now on', async () => {
    const { rows } = await client.query(
      'update department set name = $2 where id = $1 returning name, translations',
      [documents.department, 'Supply'],
    );
    expect(rows[0].translations).toContainEqual({ lang: 'de', name: 'Einkauf' });
    expect(rows[0].translations).toContainEqual({ lang: 'en', name: 'Supply' });
  });
});
