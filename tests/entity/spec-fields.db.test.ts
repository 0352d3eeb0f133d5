import { isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/base/language.ts';
import { keyFields } from '../../src/features/configuration/settings.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { decimalsThatAreNoAmounts } from '../isolation/reviewed-columns.ts';
import { masterDataLines } from '../structure/master-data-lines.ts';
import { storedValues } from '../structure/stored-values.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { editedIn, forms } from './forms-of.ts';

let demo: DemoApi;
let admin: Caller;
let operator: Pick<Caller, 'ask'>;

beforeAll(async () => {
  demo = await demoApi();
  await demo.db.sql("update lb_user set roles = roles || '{user-operator}' where email = 'admin@demo.test'");
  admin = await demo.person('admin@demo.test');
  await demo.db.sql(
    "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
    [admin.context.tenantId],
  );
  operator = {
    ask: async (query, variables = {}) => {
      const context = { ...admin.context, asOperator: true };
      return JSON.parse((await demo.graphql.execute(context, { query, variables })).body);
    },
  };
});
afterAll(() => demo.close());

/** The columns named in a line: `name text, price numeric(14,2)`. */
function columnsOf(words: string): readonly (readonly [table: string, type: string])[] {
  return words.split(/,(?!\d)/).map((each) => {
    const [name = '', ...type] = each.trim().split(' ');
    return [name, type.join(' ')] as const;
  });
}

/** Not readable through the API: stored as a hash or as bytes. */
const neverAnswered = ['lb_user.api_token_hash'];

/** Filled by the product, by separate actions, or by the row's parent; no form field. */
const notTyped: Readonly<Record<string, readonly string[]>> = {
  'the product': [
    '*.id',
    'tenant.created_at',
    'supplier_bank_change.*',
    'passkey.name',
    'passkey.last_login',
  ],
  'actions of the person form (ADM-10, ADM-12)': [
    'lb_user.blocked',
    'lb_user.token_issued_at',
    'lb_user.token_expires_at',
    'lb_user.api_token_hash',
  ],
  'what a row is or belongs to': [
    'lb_user.is_group',
    'passkey.lb_user_id',
    'user_address.lb_user_id',
    'client_address.client_id',
    'department_approver.department_id',
    'cost_center_approver.cost_center_id',
    'supplier_approver.supplier_id',
    'supplier_client.supplier_id',
    'budget.cost_center_id',
  ],
  'documents, when their approvers are found': [
    'procurement_approver.inserted_manually',
    'procurement_approver.inserted_by_group',
  ],
  // Keys of configuration are the fields of the settings page; `model` defines their storage.
  'the settings page, by key': ['configuration.*'],
};

/** Changes of a tenant by separate operator actions (OP-02). */
const waiting = ['tenant.status', 'tenant.restored_at', 'tenant.archived_at'];
const exceptions = new Set([...Object.values(notTyped).flat(), ...waiting]);

function isTyped(table: string, name: string): boolean {
  return ![`*.${name}`, `${table}.*`, `${table}.${name}`].some((path) => exceptions.has(path));
}

/** Reads the fields of one row as the person. */
function read(who: Pick<Caller, 'ask'>, table: string, names: readonly string[], limit = 1) {
  const type = demo.graphql.schema({ kind: 'admin', price: true }).getType(table);
  const fields = isObjectType(type) ? type.getFields() : {};
  const selected = names.map((name) => {
    const inner = fields[name]?.type;
    return inner === undefined || isLeafType(innermost(inner)) ? name : `${name} { __typename }`;
  });
  return who.ask<{ rows: readonly Readonly<Record<string, unknown>>[] }>(
    `{ rows: ${table}(limit: ${limit}) { ${selected.join(' ')} } }`,
  );
}

function innermost(type: unknown): never {
  let inner = type;
  while (typeof inner === 'object' && inner !== null && 'ofType' in inner) inner = inner.ofType;
  return inner as never;
}

describe('fields named in a line can be read', () => {
  test.each(masterDataLines)('$id through the API', async ({ tables, api = [] }) => {
    const further = Map.groupBy(api, (path) => path.split('.')[0] ?? '');
    for (const table of new Set([...Object.keys(tables), ...further.keys()])) {
      const names = [
        ...columnsOf(tables[table] ?? '').flatMap(([name]) => (name === '' ? [] : [name])),
        ...(further.get(table) ?? []).map((path) => path.split('.')[1] ?? ''),
      ].filter((name) => !neverAnswered.includes(`${table}.${name}`));
      // Administrators read of the tenant only their settings; the rest is for operators (TECH-04).
      const { errors } = await read(table.startsWith('tenant') ? operator : admin, table, names);
      expect([table, errors]).toEqual([table, undefined]);
    }
  });

  test.each(neverAnswered)('TECH-07 but not %s', async (path) => {
    const [table = '', name = ''] = path.split('.');
    expect((await read(admin, table, [name])).errors).toHaveLength(1);
  });
});

/** Exactly the amounts named in the lines of master data. */
const amounts = [
  'budget.value',
  'cost_center.free_budget',
  'lb_user.approval_limit',
  'product.price_brutto',
  'product.price_netto',
  'task_group.approval_limit',
  'tenant.base_price_document',
  'tenant.base_price_invoice',
  'tenant.base_price_procurement',
  'tenant.extra_price_document',
  'tenant.extra_price_invoice',
  'tenant.extra_price_procurement',
  'tenant.recognition_unit_price',
  'tenant_additional_item.net_amount',
  'tenant_tiered_price.base_price',
  'tenant_tiered_price.unit_price',
];

describe('ROLE-07 amounts are visible only with prices', () => {
  test('DATA-04 DATA-09 DATA-10 DATA-17 DATA-18 DATA-22 DATA-27 are the lines with amounts', () => {
    const named = masterDataLines.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([table, words]) =>
        columnsOf(words).flatMap(([name, type]) =>
          type.startsWith('numeric') && !decimalsThatAreNoAmounts.includes(name) ? [`${table}.${name}`] : [],
        ),
      ),
    );
    expect([...new Set([...named, 'cost_center.free_budget'])].toSorted()).toEqual(amounts);
  });

  test.each(amounts)('%s', async (path) => {
    const [table = '', name = ''] = path.split('.');
    const receiver = await demo.person('receiver@demo.test');
    const { data, errors } = await read(receiver, table, [name], 200);
    if (table.startsWith('tenant')) {
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'specific_field_not_found',
        field: table === 'tenant' ? name : table,
      });
      return;
    }
    expect(data?.rows.length).toBeGreaterThan(0);
    expect(data?.rows.filter((row) => row[name] !== null)).toEqual([]);
  });

  test('people with prices read stored figures', async () => {
    for (const path of [
      'budget.value',
      'cost_center.free_budget',
      'lb_user.approval_limit',
      'product.price_netto',
    ]) {
      const [table = '', name = ''] = path.split('.');
      const { data } = await read(admin, table, [name], 200);
      expect([path, data?.rows.some((row) => row[name] !== null)]).toEqual([path, true]);
    }
  });
});

describe('fields named in a line and typed by people are on a form', () => {
  test.each(masterDataLines)('$id', ({ tables }) => {
    const missing = Object.entries(tables).flatMap(([table, words]) => {
      const found = forms.map((form) => editedIn(form, table)).filter((edited) => edited !== null);
      if (found.includes('links')) return [];
      return columnsOf(words)
        .map(([name]) => name)
        .filter((name) => isTyped(table, name) && !found.some((edited) => edited.includes(name)))
        .map((name) => `${table}.${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('DATA-09 no exception is outdated, and none is unknown to the lines', () => {
    const named = masterDataLines.flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([table, words]) =>
        columnsOf(words).map(([name]) => [table, name] as const),
      ),
    );
    const fits = (path: string) => {
      const [wantedTable, wantedName] = path.split('.');
      return named.filter(
        ([table, name]) =>
          (wantedTable === '*' || wantedTable === table) && (wantedName === '*' || wantedName === name),
      );
    };
    expect([...exceptions].filter((path) => fits(path).length === 0)).toEqual([]);
    const onForm = waiting.flatMap(fits).filter(([table, name]) =>
      forms.some((form) => {
        const edited = editedIn(form, table);
        return edited === 'links' || edited?.includes(name);
      }),
    );
    expect(onForm).toEqual([]);
  });
});

/** The declared choices of a column of an entity or of its child rows. */
function choicesOf(path: string): readonly string[] | undefined {
  const [table, name = ''] = path.split('.');
  const declared = [...entities.values()].flatMap((entity) => [entity, ...Object.values(entity.children)]);
  return declared.find((each) => each.table === table)?.fields[name]?.choices;
}

describe('forms offer exactly the values of the specification', () => {
  const offered = storedValues.flatMap(({ id, columns, values }) =>
    columns.flatMap((path) => {
      const choices = id === 'ROLE-01' ? undefined : choicesOf(path);
      return choices ? [{ id, path, values, choices }] : [];
    }),
  );

  test('ENUM-25 ENUM-30 ENUM-32 DATA-19 DATA-25 are the lines with values offered in master data', () => {
    expect(offered.map(({ id, path }) => `${id} ${path}`).toSorted()).toEqual([
      'DATA-19 supplier.state',
      'DATA-25 financial_dimension.dimension_type',
      'DATA-40 marketplace.protocol',
      'ENUM-25 supplier.payment_method',
      'ENUM-30 mailbox.import_mode',
      'ENUM-30 mailbox.protocol',
      'ENUM-32 marketplace.provider',
    ]);
  });

  test.each(offered)('$id $path', ({ values, choices }) =>
    expect(choices.toSorted()).toEqual(values.toSorted()),
  );

  test('ENUM-27 approval of invoices', () =>
    expect(keyFields.invoice_approval.choices).toEqual(['always', 'if-no-order', 'never']));

  test('ENUM-29 the export targets, DATEV first', () => {
    const { choices, initial } = keyFields.invoice_export_target;
    expect([choices, initial]).toEqual([['datev', 'datev-csv', 'ms365'], 'datev']);
  });

  test('ENUM-33 DATA-03 the languages of persons, suppliers and the tenant', () => {
    const form = forms.find(({ table }) => table === 'configuration');
    expect(form?.fields.main_language?.choices).toEqual(languages);
    expect(choicesOf('lb_user.lang')).toEqual(languages);
    expect(choicesOf('supplier.order_language')).toEqual(languages);
  });
});
