import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts';
import { entities } from '../features/master-data/entities.ts';
import type { Field, Fields } from './field.ts';
import { uniquesOf } from './unique.ts';

let database: TestDatabase;
const columns = new Map<string, Map<string, { type: string; notNull: boolean; hasDefault: boolean }>>();

beforeAll(async () => {
  database = await testDatabase();
  const rows = await database.sql<{
    table: string;
    name: string;
    type: string;
    required: boolean;
    filled: boolean;
  }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull as required, a.atthasdef as filled
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  );
  for (const { table, name, type, required, filled } of rows) {
    const known = columns.get(table) ?? new Map();
    columns.set(table, known.set(name, { type, notNull: required, hasDefault: filled }));
  }
});
afterAll(() => database.drop());

const declarations: readonly (readonly [string, Fields])[] = [...entities.values()].flatMap((entity) => [
  [entity.table, entity.fields] as const,
  ...Object.values(entity.children).map(({ table, fields }) => [table, fields] as const),
]);
const declaredFields = declarations.flatMap(([table, fields]) =>
  // Computed fields have no column; the API answers them (DATA-17).
  Object.entries(fields).flatMap(([name, field]) => (field.computed ? [] : [[table, name, field] as const])),
);

/** Fields that the product requires although the column is nullable (VAL-26, VAL-30, VAL-35). */
const requiredByRule = [
  'client.billing_name',
  'client.billing_address',
  'client.billing_zipcode',
  'client.billing_city',
  'client.billing_country',
  'lb_user.email',
  'product.supplier_id',
];

const typesOf: Readonly<Record<string, RegExp>> = {
  text: /^text$/,
  'long-text': /^text$/,
  number: /^(integer|numeric)/,
  day: /^date$/,
  flag: /^boolean$/,
  choice: /^text$/,
  choices: /^text\[\]$/,
  roles: /^text\[\]$/,
  reference: /^bigint$/,
  translated: /^jsonb$/,
  secret: /^bytea$/,
  file: /^uuid$/,
  'form-flags': /^jsonb$/,
};

describe('ADM-01 the declarations match the tables', () => {
  test.each(declaredFields.map(([table, name, field]) => [`${table}.${name}`, table, name, field] as const))(
    '%s',
    (path, table, name, field: Field) => {
      const column = columns.get(table)?.get(name);
      expect(column, 'the column exists').toBeDefined();
      if (!column || table === 'task_group') return;
      expect(column.type).toMatch(typesOf[field.kind.input] ?? /never/);
      const isEmptyAllowed =
        !column.notNull || ['flag', 'translated', 'roles', 'form-flags'].includes(field.kind.input);
      if (requiredByRule.includes(path)) expect(isEmptyAllowed, 'the column is nullable').toBe(true);
      else expect(field.required ?? false).toBe(!isEmptyAllowed);
    },
  );

  test('names of tables, owners, links and labels exist', () => {
    const missing = [...entities.values()].flatMap((entity) => {
      const paths = [
        ...entity.label.map((name) => `${entity.table}.${name}`),
        ...Object.values(entity.children).flatMap((each) => [
          `${each.table}.${each.owner}`,
          ...(each.unstamped ? [] : [`${each.table}.updated_at`]),
          ...each.order.map((name) => `${each.table}.${name}`),
        ]),
        ...Object.values(entity.links).flatMap((link) => [
          `${link.table}.${link.own}`,
          `${link.table}.${link.other}`,
          `${link.to}.id`,
        ]),
      ];
      return paths.filter((path) => {
        const [table = '', column = ''] = path.split('.');
        return !columns.get(table)?.has(column);
      });
    });
    expect(missing).toEqual([]);
  });

  test('every column of an entity is declared or listed as not editable', () => {
    const undeclared = [...entities.values()].flatMap((entity) => {
      return [...(columns.get(entity.table)?.keys() ?? [])]
        .filter((name) => !(name in entity.fields) && !(name in entity.constants) && !notEdited.has(name))
        .map((name) => `${entity.table}.${name}`);
    });
    expect(undeclared).toEqual([]);
  });
});

/** Tables whose unique numbers consist of digits and therefore have no case. */
const ofDigits = ['ledger_account', 'posting_key', 'profit_center'];

describe('SHEET-05 VAL-28 VAL-30 VAL-31 VAL-32 the database enforces what is declared unique', () => {
  const rules = [...entities.values()].flatMap((entity) =>
    uniquesOf(entity).map(({ field, names }) => [`${entity.table}.${field}`, entity.table, names] as const),
  );

  test.each(rules)('%s, without regard to case', async (_, table, names) => {
    const keys = await database.sql<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = $1::regclass and contype in ('u', 'x') and condeferrable`,
      [table === 'task_group' ? 'lb_user' : table],
    );
    const columns = keys.map(({ definition }) =>
      /\((.+?)\)(?: WHERE| DEFERRABLE)/.exec(definition)?.[1]?.replaceAll(' WITH =', '').split(', '),
    );
    const folded = ofDigits.includes(table) ? names : names.with(-1, `lower(${names.at(-1)})`);
    expect(columns).toContainEqual(['tenant_id', ...folded]);
  });
});

/** Columns written by the product, by handwritten parts of the form, or by the person. */
const notEdited = new Set([
  'tenant_id',
  'id',
  'created_at',
  'updated_at',
  'is_group',
  'is_directory',
  'has_password',
  'has_oauth_secret',
  'has_oauth_refresh_token',
  'access_token',
  'access_until',
  'sign_in_attempt',
  'oauth_until',
  'oauth_warned_at',
  'has_application_secret',
  'has_secret_access_key',
  // Of a webhook: its secrets and the state of its receiver.
  'is_gone',
  'secret',
  'former_secret',
  'former_until',
  'signed_since',
  'failures',
  'paused_until',
  'told_at',
  'has_secret',
  'last_run_at',
  'last_error',
  'failed_runs',
  'search_text',
  'supplier_text',
  'starts_text',
  'blocked',
  // Set by its own button.
  'merged_into_id',
  'token_version',
  'api_token_hash',
  'token_issued_at',
  'token_maker_id',
  'made_by_id',
  'made_at',
  'put_out_at',
  'token_expires_at',
  'timeline_order',
  'notification_mail_interval_minutes',
]);
