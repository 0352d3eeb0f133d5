import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';
import type { Language } from '../../../base/language.ts';
import type { HistoryItem, HistoryPage } from '../history.ts';
import { auditHistory } from './history.ts';
import { type RecordCatalog, readRecordCatalog } from './record-catalog.ts';

let api: DemoApi;
let catalog: RecordCatalog;
let admin: Caller;

beforeAll(async () => {
  api = await demoApi();
  catalog = await readRecordCatalog(api.db.database);
  admin = await api.person('admin@demo.test');
}, 60_000);
afterAll(() => api.close());

function history(table: string, id: number, who = admin, before: number | null = null): Promise<HistoryPage> {
  const parts = { database: api.db.database, readCatalog: async () => catalog };
  return auditHistory(parts, who.context, { table, id, before });
}

/** Runs statements as the administrator, in one save. */
async function save(statements: readonly string[], userId = admin.context.userId): Promise<void> {
  const { tenantId, actorId } = admin.context;
  await api.db.database.inTenant(
    { ...admin.context, tenantId, userId, actorId, tokenVersion: null },
    async (tx) => {
      for (const statement of statements) await tx.query(statement);
    },
    { role: 'writer' },
  );
}

async function idOf(table: string, condition = 'true'): Promise<number> {
  const [row] = await api.db.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and ${condition} order by id limit 1`,
    [admin.context.tenantId],
  );
  return Number(row?.id);
}

const changeOf = (item: HistoryItem | undefined, field: string) =>
  item?.changes.find((change) => change.field === field);

describe('AUD-08 the history of a record', () => {
  test('shows person, time, field, old and new value in the reader’s words', async () => {
    const id = await idOf('product');
    const group = await idOf(
      'product_group',
      `id <> (select product_group_id from product where id = ${id})`,
    );
    const started = new Date();
    await save([
      `update product set name = 'Bürostuhl „Löwe“', product_group_id = ${group}, active = not active, price_netto = 1234.50 where id = ${id}`,
    ]);
    const [newest] = (await history('product', id)).items;
    expect(newest).toMatchObject({
      type: 'update',
      person: expect.stringMatching(/\w+ \w+/),
      via: null,
      means: 'link',
      part: null,
    });
    expect(Date.parse(newest?.at ?? '')).toBeGreaterThan(started.getTime() - 60_000);
    expect(changeOf(newest, 'name')?.after).toEqual({ kind: 'text', text: 'Bürostuhl „Löwe“' });
    const [named] = await api.db.sql<{ name: string }>('select name from product_group where id = $1', [
      group,
    ]);
    expect(changeOf(newest, 'product_group_id')).toMatchObject({
      label: 'Produktgruppe',
      after: { kind: 'text', text: expect.stringContaining(named?.name ?? '?') },
    });
    expect(changeOf(newest, 'active')?.after).toMatchObject({ kind: 'flag' });
    expect(changeOf(newest, 'price_netto')).toMatchObject({ after: { kind: 'number', text: '1234.5000' } });
    expect(JSON.stringify(newest?.changes)).not.toContain(`"${group}"`);
  });

  test('I18N-07 references are named in the reader’s language', async () => {
    const id = await idOf('product');
    const group = await idOf('product_group', "name = 'Arbeitsschutz'");
    await save([`update product set product_group_id = ${group} where id = ${id}`]);
    const groupReadIn = async (language: Language) => {
      const reader = { ...admin, context: { ...admin.context, language } };
      return changeOf((await history('product', id, reader)).items[0], 'product_group_id')?.after;
    };
    expect(await groupReadIn('de')).toEqual({ kind: 'text', text: 'Arbeitsschutz' });
    expect(await groupReadIn('en')).toEqual({ kind: 'text', text: 'Occupational safety' });
  });

  test('ROLE-07 without the price role an amount change is shown without values', async () => {
    const id = await idOf('product');
    await save([`update product set price_netto = 99.95 where id = ${id}`]);
    const blind: Caller = { ...admin, context: { ...admin.context, roles: [] } };
    const [newest] = (await history('product', id, blind)).items;
    expect(changeOf(newest, 'price_netto')).toMatchObject({
      before: { kind: 'amount_hidden' },
      after: { kind: 'amount_hidden' },
    });
    expect(JSON.stringify(newest)).not.toContain('99.95');
  });

  test('ROLE-15 a removed or missing approval limit is shown as unlimited', async () => {
    const id = await idOf('lb_user', `id <> ${admin.context.userId} and not is_group`);
    await save([`update lb_user set approval_limit = 5000 where id = ${id}`]);
    await save([`update lb_user set approval_limit = null where id = ${id}`]);
    const [newest, before] = (await history('lb_user', id)).items;
    expect(changeOf(newest, 'approval_limit')?.after).toEqual({ kind: 'text', text: 'unbegrenzt' });
    expect(changeOf(before, 'approval_limit')?.after).toMatchObject({ kind: 'number' });
    // Both values are hidden without the price role.
    const blind: Caller = { ...admin, context: { ...admin.context, roles: [] } };
    const shown = changeOf((await history('lb_user', id, blind)).items[0], 'approval_limit');
    expect(shown?.after).toEqual({ kind: 'amount_hidden' });
  });

  test('AUD-04 acting as another user shows both people', async () => {
    const id = await idOf('supplier');
    const other = await idOf('lb_user', `id <> ${admin.context.userId} and not is_group`);
    const [person] = await api.db.sql<{ name: string }>('select name from lb_user where id = $1', [other]);
    await save([`update supplier set notes = 'von zweien gesehen' where id = ${id}`], other);
    const [newest] = (await history('supplier', id)).items;
    expect(newest).toMatchObject({ via: person?.name, info: null });
  });

  test('AUD-01 marks notes of people, who cannot write notes of the product', async () => {
    const id = await idOf('supplier');
    const note = (relation: string) =>
      admin.ask<object>(
        `mutation { insert_audit_log_one(object: { type: info, table: "supplier", relation_table: "${relation}", foreign_key: ${id},
          info: "Bankverbindung bestätigt durch Katrin Voss" }) { id } }`,
      );
    expect((await note('supplier')).errors).toBeUndefined();
    const [newest] = (await history('supplier', id)).items;
    expect(newest).toMatchObject({ info: 'Bankverbindung bestätigt durch Katrin Voss', isTyped: true });
    expect((await note('impersonation')).errors).toHaveLength(1);
    await api.db.sql(
      "insert into audit_log (tenant_id, type, \"table\", relation_table, foreign_key, info, random_id) values ($1, 'info', 'lb_user', 'impersonation', $2, 'x', 'y')",
      [admin.context.tenantId, admin.context.userId],
    );
    expect((await history('lb_user', admin.context.userId)).items[0]).toMatchObject({
      info: 'x',
      isTyped: false,
    });
  });

  test('AUD-03 shows only that a secret changed', async () => {
    const id = await idOf('lb_user', `id <> ${admin.context.userId} and not is_group`);
    await save([`update lb_user set api_token_hash = '\\\\xdeadbeef' where id = ${id}`]);
    const [newest] = (await history('lb_user', id)).items;
    expect(changeOf(newest, 'api_token_hash')?.after).toEqual({ kind: 'secret' });
  });

  test('parts of a record are in its history, even after deletion', async () => {
    const id = await idOf('cost_center');
    const account = await idOf('ledger_account');
    const [{ tenant_id } = { tenant_id: '' }] = await api.db.sql<{ tenant_id: string }>(
      'select tenant_id from cost_center where id = $1',
      [id],
    );
    await save([
      `insert into budget (tenant_id, cost_center_id, name, value, start, "end", ledger_account_id)
         values (${tenant_id}, ${id}, 'Messebudget', 5000, '2031-01-01', '2031-12-31', ${account})`,
    ]);
    await save(["update budget set value = 6000 where name = 'Messebudget'"]);
    await save(["delete from budget where name = 'Messebudget'"]);
    const { items } = await history('cost_center', id);
    expect(items.slice(0, 3).map(({ type }) => type)).toEqual(['delete', 'update', 'insert']);
    expect(items[0]?.part).toContain('Messebudget');
    expect(changeOf(items[1], 'value')).toMatchObject({
      before: { kind: 'number', text: '5000.00' },
      after: { kind: 'number', text: '6000.00' },
    });
    expect(changeOf(items[2], 'start')?.after).toEqual({ kind: 'day', text: '2031-01-01' });
    expect(changeOf(items[2], 'cost_center_id')).toBeUndefined();
  });

  test('the companies of a cost center are part of its history', async () => {
    const [link] = await api.db.sql<{ cost_center_id: string; client_id: string }>(
      'select cost_center_id, client_id from cost_center_client where tenant_id = $1 limit 1',
      [admin.context.tenantId],
    );
    await save([
      `delete from cost_center_client where cost_center_id = ${link?.cost_center_id} and client_id = ${link?.client_id}`,
    ]);
    const [newest] = (await history('cost_center', Number(link?.cost_center_id))).items;
    expect(newest).toMatchObject({ type: 'delete' });
    expect(newest?.part).not.toBeNull();
    expect(changeOf(newest, 'client_id')?.before).toMatchObject({ kind: 'text' });
  });

  test('the history of a document contains its lines and steps, with a label for every value', async () => {
    const id = await idOf('procurement', "status = 'ordered'");
    const seen: HistoryItem[] = [];
    for (let before: number | null = null; ; ) {
      const page: HistoryPage = await history('procurement', id, admin, before);
      seen.push(...page.items);
      if (page.next === null) break;
      before = page.next;
    }
    expect(new Set(seen.map(({ id: item }) => item)).size).toBe(seen.length);
    expect(seen.map(({ id: item }) => item)).toEqual(
      seen.map(({ id: item }) => item).toSorted((a, b) => b - a),
    );
    expect(seen.some(({ part }) => part?.startsWith('Position'))).toBe(true);
    const unlabelled = seen.flatMap(({ changes }) =>
      changes.filter(({ label, field }) => label.startsWith(field)),
    );
    expect(unlabelled).toEqual([]);
    const parts = seen.flatMap(({ part }) => (part && /^[a-z]/.test(part) ? [part] : []));
    expect(parts).toEqual([]);
  });

  test('ROLE-21 shows nothing of invisible records or other tenants', async () => {
    const id = await idOf('procurement', "status = 'ordered'");
    const stranger: Caller = {
      ...admin,
      context: {
        ...admin.context,
        tenantId: Number((await api.db.sql<{ id: string }>('select max(id) as id from tenant'))[0]?.id),
        tokenVersion: null,
        userId: 0,
        actorId: 0,
      },
    };
    expect(await history('procurement', id, stranger)).toEqual({ items: [], next: null });
    expect(await history('no_such_table', 1)).toEqual({ items: [], next: null });
  });
});

describe('AUD-08 the history of the settings', () => {
  const settings = async (who = admin) => (await history('configuration', admin.context.tenantId, who)).items;

  test('SET-04 AUD-01 changes of the tenant’s own columns are shown by name, with old and new value', async () => {
    await save([
      "update tenant set contact_email = 'einkauf@nordfeld.example', sepa_agreement = true where id = app.tenant_id()",
    ]);
    await save([
      `update tenant set contact_email = 'info@nordfeld.example', iban = 'DE89370400440532013000', main_language = 'en'
         where id = app.tenant_id()`,
    ]);
    const [newest, before] = await settings();
    expect(newest).toMatchObject({ type: 'update', person: expect.stringMatching(/\w+ \w+/), part: null });
    expect(changeOf(newest, 'contact_email')).toEqual({
      field: 'contact_email',
      label: 'E-Mail für Rückfragen',
      before: { kind: 'text', text: 'einkauf@nordfeld.example' },
      after: { kind: 'text', text: 'info@nordfeld.example' },
    });
    expect(changeOf(newest, 'iban')).toMatchObject({
      label: 'IBAN',
      after: { kind: 'text', text: 'DE89370400440532013000' },
    });
    expect(changeOf(newest, 'main_language')?.after).toEqual({ kind: 'text', text: 'Englisch' });
    expect(changeOf(before, 'sepa_agreement')?.after).toEqual({ kind: 'flag', isSet: true });
  });

  test('the value of a key is shown as its choice text', async () => {
    await save([
      "insert into configuration (tenant_id, key, value) values (app.tenant_id(), 'timeline_order', 'asc')",
    ]);
    await save(["update configuration set value = 'desc' where key = 'timeline_order'"]);
    const [newest] = await settings();
    expect(newest?.part).toBe('Reihenfolge im Verlauf');
    expect(changeOf(newest, 'value')).toMatchObject({
      before: { kind: 'text', text: 'Älteste zuerst' },
      after: { kind: 'text', text: 'Neueste zuerst' },
    });
    await save([
      "insert into configuration (tenant_id, key, value) values (app.tenant_id(), 'invoice_required_fields', 'branch_id,notes')",
    ]);
    expect(changeOf((await settings())[0], 'value')?.after).toEqual({
      kind: 'text',
      text: 'Niederlassung, Bemerkungen',
    });
  });

  test('ROLE-07 ROLE-21 only administrators read it, and never the prices of another tenant', async () => {
    await save(["update tenant set contact_email = 'nur.admin@nordfeld.example' where id = app.tenant_id()"]);
    const requester = await api.person('requester@demo.test');
    expect(JSON.stringify(await settings(requester))).not.toContain('nordfeld.example');
    const [row] = await api.db.sql<{ after: object; amounts: object }>(
      `with changed as (update tenant set base_price_document = 12.5, city = 'Kiel' where id = $1 returning id)
       select id from changed`,
      [admin.context.tenantId],
    );
    expect(row).toBeDefined();
    const blind: Caller = { ...admin, context: { ...admin.context, roles: [] } };
    const [newest] = await settings(blind);
    expect(changeOf(newest, 'city')?.after).toEqual({ kind: 'text', text: 'Kiel' });
    expect(changeOf(newest, 'base_price_document')?.after).toEqual({ kind: 'amount_hidden' });
  });
});

test('AUD-08 a contract, its lines, terms and reminders are shown by name', async () => {
  const id = await idOf('contract');
  await save([
    `update contract set renewal_type = null, notice_period = null, notice_period_unit_type = null, end_date = null,
       category = null, responsible_id = null, cost_center_id = null where id = ${id}`,
  ]);
  await save([
    `update contract set renewal_type = 'auto', notice_period = 3, notice_period_unit_type = 'month',
       end_date = '2031-12-31', category = 'leasing', responsible_id = ${admin.context.userId},
       cost_center_id = (select min(id) from cost_center) where id = ${id}`,
    `insert into contract_line (tenant_id, contract_id, name, type, quantity, usage_type)
       values (app.tenant_id(), ${id}, 'Wartung je Gerät', 'maintenance', 2, 'monthly')`,
    `insert into contract_reminder (tenant_id, contract_id, type, days_before, lb_user_id)
       values (app.tenant_id(), ${id}, 'cancellation_notice', 30, ${admin.context.userId})`,
    `insert into contract_term (tenant_id, contract_id, valid_from, lb_user_id, term_type)
       values (app.tenant_id(), ${id}, '2030-01-01', ${admin.context.userId}, 'fixed')`,
  ]);
  const [term, reminder, line, head] = (await history('contract', id)).items;
  expect([term?.part, reminder?.part, line?.part, head?.part]).toEqual([
    'Laufzeitregelung',
    'Erinnerung',
    'Vertragsposition: Wartung je Gerät',
    null,
  ]);
  const words = Object.fromEntries(
    [head, line, reminder, term].flatMap((item) =>
      (item?.changes ?? []).map(({ label, after }) => [label, 'text' in after ? after.text : after.kind]),
    ),
  );
  expect(words).toMatchObject({
    Verlängerung: 'Automatisch',
    Kündigungsfrist: '3',
    'Einheit der Kündigungsfrist': 'Monate',
    'Ende der laufenden Laufzeit': '2031-12-31',
    Vertragskategorie: 'Leasing',
    Art: 'Kündigungsfrist',
    Abrechnungsintervall: 'monatlich',
    Laufzeitart: 'Befristet',
    'Tage vorher': '30',
    'Gültig ab': '2030-01-01',
  });
  expect(words.Verantwortlich).toMatch(/\w+ \w+/);
  expect(words.Kostenstelle).toMatch(/\D/);
});
