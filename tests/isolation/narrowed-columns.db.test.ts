import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRole, Context } from '../../src/platform/context.ts';
import type { DatabaseRole } from '../../src/platform/server/database/entrance.ts';
import { type ApiWeb, openApiWeb } from './api-web.ts';

/**
 * Columns that look like control over colleagues or bank data but are public, with the reason. All other such columns
 * must be closed to ordinary readers.
 */
const open: Readonly<Record<string, string>> = {
  'accounting_connection.connected_by_id': 'administrators alone see the row',
  'role_template.roles': 'as it, and it says nothing about a person',
  'client.when_limit_exceeded': 'what a company does, which requesters are told',
  'client.substitute_limit': 'as it',
  'client.bank_change_second_person': 'as it',
  'invoice.iban': 'seen with the invoice, on which it stands',
  'invoice.bic': 'as it',
  'invoice.iban_by_id': 'as it',
};
const smell =
  /iban|\bbic\b|_bic|^bank|_bank|approval_limit|(^|_)limit(_|$)|^roles$|token_(issued|expires)|mail_interval/;

type Kind = 'user' | 'price' | 'bank' | 'admin';
const readersOf: Readonly<Record<Kind, DatabaseRole>> = {
  user: 'reader',
  price: 'reader_price',
  bank: 'reader_bank',
  admin: 'reader_admin',
};
const schemasOf: Readonly<Record<Kind, ApiRole>> = {
  user: { kind: 'user', price: false },
  price: { kind: 'user', price: true },
  bank: { kind: 'user', price: false, bank: true },
  admin: { kind: 'admin', price: true },
};
const controls = ['lb_user', 'task_group'];

let web: ApiWeb;
/** Every such column of a table or view. */
let smelling: readonly { table: string; column: string }[];

beforeAll(async () => {
  web = await openApiWeb();
  const { rows } = await web.api.owner.query<{ table: string; column: string }>(
    `select c.relname as table, attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and attnum > 0 and not attisdropped
       and has_column_privilege('reader_admin', c.oid, attnum, 'select') order by 1, 2`,
  );
  smelling = rows.filter(({ table, column }) => smell.test(column) && !(`${table}.${column}` in open));
});
afterAll(() => web.close());

const mayRead = async (role: DatabaseRole, { table, column }: { table: string; column: string }) => {
  const { rows } = await web.api.owner.query<{ may: boolean }>(
    'select has_column_privilege($1, $2::regclass, $3, $4) as may',
    [role, table, column, 'select'],
  );
  return rows[0]?.may === true;
};

describe("AUTH-31 readers of controls over colleagues and of suppliers' accounts", () => {
  test('columns are found, and every exception is an existing column', async () => {
    const names = smelling.map(({ table, column }) => `${table}.${column}`);
    for (const name of ['lb_user.roles', 'lb_user.approval_limit', 'supplier.iban', 'task_group.roles'])
      expect(names).toContain(name);
  });

  test.each(Object.keys(readersOf) as Kind[])(
    'the reader "%s" has grants only for own data',
    async (kind) => {
      const wrong: string[] = [];
      for (const one of smelling) {
        const isControl = controls.includes(one.table);
        const may = kind === 'admin' || (kind === 'bank' && !isControl);
        if ((await mayRead(readersOf[kind], one)) !== may) wrong.push(`${one.table}.${one.column}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(['user', 'price'] as const)(
    'the API answers "%s" null, and neither filters, sorts, counts nor groups by it',
    async (kind) => {
      const schema = web.api.graphql.schema(schemasOf[kind]);
      const used: string[] = [];
      for (const { table, column } of smelling) {
        const places = [
          `${table}_bool_exp`,
          `${table}_order_by`,
          `${table}_max_fields`,
          `${table}_min_order_by`,
        ];
        for (const place of places) {
          const type = schema.getType(place);
          if (type && 'getFields' in type && column in type.getFields()) used.push(`${place}.${column}`);
        }
      }
      expect(used).toEqual([]);
    },
  );

  test('nested, in lists, through the view of groups and in the audit the values are null or missing', async () => {
    const { a } = web.api.fixture;
    const limit = '4711.00';
    const iban = 'DE02120300000000202051';
    const { id: person } = await a.add('lb_user', {
      email: `limited@${a.tag}.test`,
      approval_limit: limit,
      roles: '{user-dashboard,user-price}',
    });
    const { id: supplier } = await a.add('supplier', { iban, bank: 'Geheimbank' });
    const reader = await a.add('lb_user', { email: `reader@${a.tag}.test`, roles: '{user-price}' });
    const context: Context = {
      tenantId: Number(a.id),
      userId: Number(reader.id),
      actorId: Number(reader.id),
      means: 'link',
      tokenVersion: null,
      roles: ['user-price'],
      asOperator: false,
      language: 'de',
      requestId: 'narrowed',
    };
    const admin: Context = { ...context, roles: ['user-admin'] };
    const query = `{ lb_user(where: { id: { _eq: ${person} } }) { id roles approval_limit notification_mail_interval_minutes }
      supplier(where: { id: { _eq: ${supplier} } }) { id iban bank supplier_bank_changes { iban } }
      task_group { roles approval_limit }
      audit_log(where: { table: { _in: ["lb_user", "supplier"] } }) { data_after amounts_after } }`;
    const { body } = await web.api.graphql.execute(context, { query });
    expect(body).toContain('"data"');
    for (const secret of ['4711', iban, 'Geheimbank', 'user-dashboard']) expect(body).not.toContain(secret);
    await web.api.owner.query("update lb_user set roles = '{user-admin}' where id = $1", [reader.id]);
    const { body: all } = await web.api.graphql.execute(admin, { query });
    for (const secret of ['4711', iban, 'Geheimbank', 'user-dashboard']) expect(all).toContain(secret);
  });

  test("people read their own mail interval, and no one else's", async () => {
    const { a } = web.api.fixture;
    const own = await a.add('lb_user', {
      email: `own@${a.tag}.test`,
      notification_mail_interval_minutes: '60',
    });
    const other = await a.add('lb_user', {
      email: `other@${a.tag}.test`,
      notification_mail_interval_minutes: '90',
    });
    const context: Context = {
      tenantId: Number(a.id),
      userId: Number(own.id),
      actorId: Number(own.id),
      means: 'link',
      tokenVersion: null,
      roles: [],
      asOperator: false,
      language: 'de',
      requestId: 'own',
    };
    const query = `{ lb_user(where: { id: { _in: [${own.id}, ${other.id}] } }, order_by: [{ id: asc }]) { own_mail_interval } }`;
    const { body } = await web.api.graphql.execute(context, { query });
    expect(JSON.parse(body).data.lb_user).toEqual([{ own_mail_interval: 60 }, { own_mail_interval: null }]);
  });
});
