import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Catalogue,
  type CatalogueColumn,
  type CatalogueTable,
  pointingColumn,
  quoted,
  readCatalogue,
  tenantTables,
} from '../support/catalogue.ts';
import { notAudited, ofOperator } from './not-audited.ts';
import { Office } from './people.ts';
import { applicationRoles } from './reviewed.ts';

interface AuditRow {
  id: string;
  type: string;
  table: string;
  foreign_key: string | null;
  lb_user_id: string | null;
  affected_properties: string[];
  data_before: Record<string, unknown> | null;
  data_after: Record<string, unknown> | null;
  amounts_before: Record<string, unknown> | null;
  amounts_after: Record<string, unknown> | null;
  info: string | null;
  random_id: string;
}

let office: Office;
let catalogue: Catalogue;
let audited: CatalogueTable[];
/** Each test runs in one transaction as this person, and is rolled back. */
let actor: string;

beforeAll(async () => {
  office = await Office.open();
  actor = office.factory.newest('lb_user').id ?? '';
  // Writes through a view are audited at its table.
  catalogue = new Map([...(await readCatalogue(office.owner))].filter(([, { viewOf }]) => viewOf === null));
  // The number of the generated row is far ahead of those of the trigger.
  await office.owner.query('delete from audit_log where id = $1', [office.factory.newest('audit_log').id]);
  audited = tenantTables(catalogue).filter(({ name }) => !notAudited.includes(name));
});
afterAll(() => office.close());

beforeEach(async () => {
  await office.owner.query('begin');
  await actAs(actor, actor);
});
afterEach(() => office.owner.query('rollback'));

/** A waiting account of a supplier stays unchanged while the supplier changes. */
async function keepRows(): Promise<void> {
  await office.owner.query(
    `alter table supplier disable trigger void_outgrown_accounts, disable trigger note_standing_account;
     alter table supplier_client disable trigger void_outgrown_accounts;
     alter table lb_user disable trigger acts_keep_person, disable trigger acts_keep_kind`,
  );
}

async function actAs(user: string, realActor: string): Promise<void> {
  await office.owner.query(
    "select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.actor_id', $3, true)",
    [office.factory.tenant.id, user, realActor],
  );
}

/** The audit rows written by `run`, oldest first. */
async function auditOf(run: () => Promise<unknown>): Promise<AuditRow[]> {
  const { rows: last } = await office.owner.query<{ id: string }>(
    'select coalesce(max(id), 0) as id from audit_log',
  );
  await office.owner.query("select set_config('app.audit_group', '', true)");
  await run();
  const { rows } = await office.owner.query<AuditRow>('select * from audit_log where id > $1 order by id', [
    last[0]?.id,
  ]);
  return rows;
}

/** Removes all foreign keys for the rest of the transaction, so that single rows can be deleted and recreated. */
async function liftReferences(): Promise<void> {
  await office.owner.query('alter table file disable trigger keep_original');
  for (const kind of ['procurement', 'invoice', 'contract'])
    await office.owner.query(`alter table ${kind} disable trigger keep_invoiced`);
  for (const { name, references } of catalogue.values()) {
    for (const reference of references) {
      await office.owner.query(`alter table ${quoted(name)} drop constraint ${quoted(reference.name)}`);
    }
  }
}

function keyOf(table: CatalogueTable): { condition: string; values: (string | null | undefined)[] } {
  const row = office.factory.newest(table.name);
  return {
    condition: table.primaryKey.map((column, place) => `${quoted(column)} = $${place + 1}`).join(' and '),
    values: table.primaryKey.map((column) => row[column]),
  };
}

function generated(table: CatalogueTable): string[] {
  return table.columns.filter((column) => column.isGenerated).map(({ name }) => name);
}

/** An SQL expression for another valid value of the column, where a simple change is possible. */
function changed(table: CatalogueTable, column: CatalogueColumn): string | undefined {
  const isKey =
    table.primaryKey.includes(column.name) ||
    table.references.some((reference) => pointingColumn(reference)?.column === column.name);
  if (isKey || column.isGenerated || ['created_at', 'updated_at'].includes(column.name)) return undefined;
  const name = quoted(column.name);
  if (column.type === 'boolean') return `not ${name}`;
  if (column.checks.length > 0) return undefined;
  if (column.type === 'text') return `coalesce(${name}, '') || ' changed'`;
  if (column.type === 'date') return `coalesce(${name}, current_date) + 1`;
  if (/^(integer|bigint|numeric)(\(.*\))?$/.test(column.type)) return `coalesce(${name}, 0) + 1`;
  return undefined;
}

describe('AUD-01 AUD-02 every change leaves a row', () => {
  test('every tenant-owned table is audited or listed as not audited', async () => {
    const { rows } = await office.owner.query<{ name: string }>(
      `select c.relname as name from pg_trigger join pg_class c on c.oid = tgrelid
       where tgfoid = 'app.write_audit'::regproc and tgenabled = 'O' and tgtype = 29
         and exists (select from pg_attribute where attrelid = tgrelid and attname = 'tenant_id')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(audited.map(({ name }) => name).sort());
  });

  test('insert and delete: every table, with all columns of the row', async () => {
    await liftReferences();
    await office.owner.query('alter table process_documentation disable trigger keep_version');
    await keepRows();
    for (const table of audited) {
      const { condition, values } = keyOf(table);
      const row = office.factory.newest(table.name);
      const key = /^\d+$/.test(row.id ?? '') ? row.id : null;
      const [deleted] = await auditOf(() =>
        office.owner.query(`delete from ${quoted(table.name)} where ${condition}`, values),
      );
      expect(deleted, table.name).toMatchObject({
        type: 'delete',
        table: table.name,
        foreign_key: key,
        lb_user_id: actor,
      });
      expect(deleted?.data_after ?? deleted?.amounts_after).toBeNull();

      const [inserted] = await auditOf(() => office.factory.add(table.name, row));
      expect(inserted, table.name).toMatchObject({
        type: 'insert',
        table: table.name,
        foreign_key: key,
        lb_user_id: actor,
      });
      expect(inserted?.data_before ?? inserted?.amounts_before).toBeNull();
      expect(Object.keys({ ...inserted?.data_after, ...inserted?.amounts_after }).sort()).toEqual(
        inserted?.affected_properties,
      );
      const known = table.columns.map(({ name }) => name);
      expect(known).toEqual(expect.arrayContaining(inserted?.affected_properties ?? []));
    }
  });

  test('update: writes before and after of each changed column, and of no other', async () => {
    let count = 0;
    await office.owner.query('alter table procurement drop constraint procurement_total');
    await office.owner.query(
      'alter table procurement disable trigger user; alter table procurement enable trigger audit',
    );
    for (const table of ['invoice', 'contract'])
      await office.owner.query(
        `alter table ${table} disable trigger user; alter table ${table} enable trigger audit`,
      );
    await office.owner.query('alter table file disable trigger keep_original');
    await office.owner.query('alter table process_documentation disable trigger keep_version');
    await office.owner.query('alter table mailbox disable trigger forget_moved_password');
    await keepRows();
    const { rows: silent } = await office.owner.query<{ name: string }>(
      `select c.relname || '.' || ignored as name from pg_trigger join pg_class c on c.oid = tgrelid,
         lateral unnest((string_to_array(encode(tgargs, 'escape'), '\\000'))[3]::text[]) as ignored
       where tgfoid = 'app.write_audit'::regproc`,
    );
    const ignored = new Set(silent.map(({ name }) => name));
    for (const table of audited) {
      for (const column of table.columns) {
        const value = changed(table, column);
        if (!value || ignored.has(`${table.name}.${column.name}`)) continue;
        const { condition, values } = keyOf(table);
        await office.owner.query('savepoint change');
        const rows = await auditOf(() =>
          office.owner.query(
            `update ${quoted(table.name)} set ${quoted(column.name)} = ${value} where ${condition}`,
            values,
          ),
        ).catch((error) => {
          // A rule over several columns may refuse the value; that does not concern the audit.
          if (Reflect.get(Object(error), 'code') === '23514') return undefined;
          throw error;
        });
        await office.owner.query('rollback to savepoint change');
        if (!rows) continue;
        count += 1;
        const name = `${table.name}.${column.name}`;
        expect(rows[0], name).toMatchObject({ type: 'update', table: table.name, lb_user_id: actor });
        const written = (properties: object | undefined) =>
          Object.keys(properties ?? {}).filter((property) => !generated(table).includes(property));
        const { data_before, data_after, amounts_before, amounts_after } = rows[0] ?? {};
        expect(written({ ...data_before, ...amounts_before }), name).toEqual([column.name]);
        expect(written({ ...data_after, ...amounts_after }), name).toEqual([column.name]);
        expect(rows[0]?.affected_properties, name).toContain(column.name);
      }
    }
    expect(count).toBeGreaterThan(150);
  });

  test('writes nothing when nothing changes', async () => {
    const rows = await auditOf(async () => {
      await office.owner.query('update supplier set name = name');
      await office.owner.query('update procurement set status = status');
    });
    expect(rows).toEqual([]);
  });

  test('AUD-07 a change fails when its audit row cannot be written', async () => {
    await office.owner.query('alter table audit_log add constraint never check (false) not valid');
    await expect(office.owner.query("update supplier set name = 'x'")).rejects.toThrow('never');
  });
});

describe('AUD-03 AUD-04 AUD-06 content of an audit row', () => {
  test('AUD-03 TECH-07 masks secrets, ROLE-07 keeps amounts in separate columns', async () => {
    await liftReferences();
    await keepRows();
    const { rows: grants } = await office.owner.query<{ name: string; is_amount: boolean }>(
      `select c.relname || '.' || attname as name, has_column_privilege('reader_price', c.oid, attnum, 'select')
         or has_column_privilege('reader_admin', c.oid, attnum, 'select') as is_amount
       from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
         and not has_column_privilege('reader', c.oid, attnum, 'select')
         -- Columns of administrators and bank data are not masked: their rows are narrowed (AUTH-31).
         and (atttypid = 'numeric'::regtype or has_column_privilege('reader_price', c.oid, attnum, 'select')
           or not has_column_privilege('reader_admin', c.oid, attnum, 'select'))`,
    );
    const closed = new Map(grants.map(({ name, is_amount }) => [name, is_amount]));
    const seen = { secrets: 0, amounts: 0 };
    for (const table of audited.filter(({ name }) => !ofOperator.includes(name))) {
      const { condition, values } = keyOf(table);
      const [row] = await auditOf(() =>
        office.owner.query(`delete from ${quoted(table.name)} where ${condition}`, values),
      );
      for (const [column, value] of Object.entries(row?.data_before ?? {})) {
        const isAmount = closed.get(`${table.name}.${column}`);
        expect(isAmount, `${table.name}.${column} is an amount`).not.toBe(true);
        if (isAmount === false && value !== null) {
          seen.secrets += 1;
          expect(value, `${table.name}.${column}`).toBe('********');
        }
      }
      for (const column of Object.keys(row?.amounts_before ?? {})) {
        seen.amounts += 1;
        expect(closed.get(`${table.name}.${column}`), `${table.name}.${column}`).toBe(true);
      }
    }
    expect(seen.secrets).toBeGreaterThan(2);
    expect(seen.amounts).toBeGreaterThan(20);
  });

  test('AUD-03 masks the value of a password setting, also when the type changes', async () => {
    const add = (values: object) => office.add('configuration', { client_id: null, ...values });
    const rows = await auditOf(async () => {
      await add({ key: 'mail.password', model: 'password', value: 'swordfish' });
      await office.owner.query("update configuration set value = 'marlin' where key = 'mail.password'");
      await office.owner.query(
        "update configuration set model = 'string', value = 'tuna' where key = 'mail.password'",
      );
      await office.owner.query(
        "update configuration set model = 'password', value = 'cod' where key = 'mail.password'",
      );
      await office.owner.query("delete from configuration where key = 'mail.password'");
    });
    expect(rows.map(({ type }) => type)).toEqual(['insert', 'update', 'update', 'update', 'delete']);
    expect(JSON.stringify(rows)).not.toMatch(/swordfish|marlin|tuna|cod"/);
  });

  test('AUD-04 acting as another user: names the logged-in person, "via" the other', async () => {
    const other = await office.person([], { name: 'Petra Vertretung' });
    await actAs(other.id, actor);
    const rows = await auditOf(() => office.owner.query("update supplier set notes = 'seen by two'"));
    expect(rows[0]).toMatchObject({ lb_user_id: actor, info: 'via Petra Vertretung' });

    await actAs(actor, actor);
    const own = await auditOf(() => office.owner.query("update supplier set notes = 'seen by one'"));
    expect(own[0]).toMatchObject({ lb_user_id: actor, info: null });
  });

  test('AUD-06 ten letters group the rows of one transaction', async () => {
    const save = async () => {
      await office.owner.query("update supplier set notes = notes || '.'");
      await office.owner.query("update product set description = description || '.'");
    };
    const groups = async () => new Set((await auditOf(save)).map(({ random_id }) => random_id));
    const [first, second] = [await groups(), await groups()];
    expect([...first]).toEqual([expect.stringMatching(/^[a-z]{10}$/)]);
    expect(second).not.toEqual(first);
  });

  test('a transaction does not inherit the group of the previous one on its connection', async () => {
    const group = async () => {
      const { rows } = await office.owner.query<{ letters: string }>('select app.audit_group() as letters');
      return rows[0]?.letters;
    };
    const first = await group();
    expect(await group()).toBe(first);
    await office.owner.query('commit; begin');
    expect(await group()).not.toBe(first);
  });
});

describe('AUD-09 the audit is unchangeable', () => {
  test.each(applicationRoles)('for %s', async (role) => {
    await office.owner.query(
      "select set_config('app.is_admin', 'on', true), set_config('app.is_operator', 'on', true)",
    );
    for (const text of [
      "insert into audit_log (tenant_id, type, \"table\", random_id) values (1, 'info', 'supplier', 'x')",
      "update audit_log set info = 'nothing happened'",
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await office.owner.query('savepoint attempt');
      await office.owner.query("select set_config('role', $1, true)", [role]);
      await expect(office.owner.query(text), text).rejects.toThrow('permission denied');
      await office.owner.query('rollback to savepoint attempt');
    }
  });
});
