import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChildDraft, type Draft, newDraft, newValues } from '../../src/entity/draft.ts';
import type { Children, Entity, Row } from '../../src/entity/entity.ts';
import { fieldLabelKey, tabLabelKey } from '../../src/entity/labels.ts';
import { normalRow } from '../../src/entity/problems.ts';
import { readRecord, recordQuery } from '../../src/entity/record.ts';
import { saveRequest } from '../../src/entity/save.ts';
import { auditHistory } from '../../src/features/audit/server/history.ts';
import { readRecordCatalog } from '../../src/features/audit/server/record-catalog.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { mandatoryFields } from '../../src/features/master-data/mandatory-fields.ts';
import { text } from '../../src/platform/server/texts.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { validRows } from '../support/entity-cases.ts';
import { filledValues, together } from './filled-values.ts';
import { partsOf } from './forms-of.ts';

let demo: DemoApi;
let admin: Caller;
/** The id of any row of each table referenced by forms. */
const known = new Map<string, number>();
/** The id of the record created by each form. */
const made = new Map<string, number>();

beforeAll(async () => {
  demo = await demoApi();
  admin = await demo.person('admin@demo.test');
  await demo.db.sql(
    "insert into configuration (tenant_id, key, value) values ($1, 'module_permissions', 'true')",
    [admin.context.tenantId],
  );
  // An account would wait for a second person (INV-33).
  await demo.db.sql('update client set bank_change_second_person = false');
  await admin.get('mutation { insert_permission_one(object: { name: "Prüfgruppe" }) { id } }');
  const tables = [...entities.keys(), 'client_address'];
  const found = await admin.get<Record<string, { id: number }[]>>(
    `{ ${tables.map((table) => `${table}(limit: 1, order_by: { id: asc }) { id }`).join(' ')} }`,
  );
  for (const [table, [row]] of Object.entries(found)) if (row) known.set(table, row.id);
  // Not the administrator, because changed groups end sessions.
  known.set('lb_user', (await demo.person('requester@demo.test')).context.userId);
});
afterAll(() => demo.close());

function entityOf(table: string): Entity {
  const entity = entities.get(table);
  if (!entity) throw new Error(`no declaration of ${table}`);
  return entity;
}

function typedRow(fields: Entity['fields'], given: Row = {}): Row {
  return { ...newValues(fields), ...given, ...filledValues(fields, known) };
}

/** One new row; none where it would need a file. */
function childrenOf({ table, fields }: Children): readonly ChildDraft[] {
  const isOfFile = Object.values(fields).some(({ required, kind }) => required && kind.input === 'file');
  const values = { ...typedRow(fields), ...together[table] };
  return isOfFile ? [] : [{ key: 'new', id: null, stamp: null, values }];
}

/** All values of an entity's form, with one row of each table and one link of each kind. */
function filled(entity: Entity): Draft {
  const values = typedRow(entity.fields, validRows[entity.table]);
  return {
    ...newDraft(entity),
    values: { ...values, ...together[entity.table] },
    children: Object.fromEntries(
      Object.entries(entity.children).map(([name, each]) => [name, childrenOf(each)]),
    ),
    links: Object.fromEntries(
      Object.entries(entity.links).map(([name, { to }]) => [name, [known.get(to) ?? 0]]),
    ),
  };
}

/** The lines about forms, by the entity of the form. */
const lines: Readonly<Record<string, string>> = {
  client: 'ADM-02 ADM-08 ADM-09',
  department: 'ADM-03 ADM-09',
  cost_center: 'ADM-04',
  supplier: 'ADM-05',
  lb_user: 'ADM-06',
  product: 'ADM-14',
  product_group: 'ADM-14',
  ledger_account: 'ADM-15',
  posting_key: 'ADM-15',
  profit_center: 'ADM-15',
  tax_group: 'ADM-15',
  tax_item_group: 'ADM-15',
  financial_dimension: 'ADM-15',
  permission: 'ADM-16',
  task_group: 'ADM-16',
  location: 'ADM-17',
  buyer_reference: 'REC-11',
  d365_allowed_combination: 'VAL-20',
  mailbox: 'SET-07 VAL-44 MBX-01 DATA-39',
  marketplace: 'SET-06 VAL-44 PUN-01 DATA-40',
  role_template: 'ADM-21',
  sign_on_issuer: 'AUTH-32',
  webhook: 'API-47',
  export_destination: 'EXP-17',
};

describe('values typed into a form are there when it is reopened', () => {
  test('every form is among them', () =>
    expect(Object.keys(lines).toSorted()).toEqual([...entities.keys()].toSorted()));

  test.each(Object.entries(lines).map(([table, line]) => [line, table] as const))(
    '%s %s',
    async (_, table) => {
      const entity = entityOf(table);
      const draft = filled(entity);
      const { query, variables } = saveRequest(entity, null, draft);
      const { saved } = await admin.get<{ saved: { id: number } }>(query, variables);
      made.set(table, saved.id);
      const { record } = await admin.get<{ record: Record<string, unknown> }>(
        recordQuery(entity, entities),
        saved,
      );
      const { record: read, secrets } = readRecord(entity, entities, record);
      const typedSecrets = Object.keys(entity.fields).filter(
        (name) => entity.fields[name]?.kind.input === 'secret' && (draft.values[name] ?? null) !== null,
      );
      expect(secrets).toEqual(typedSecrets);
      // A secret is not read again (SET-09).
      const shown = Object.entries(entity.fields).flatMap(([name, { computed, kind }]) =>
        computed || kind.input === 'secret' ? [] : [name],
      );
      const only = (values: Row): Row =>
        normalRow(
          entity.fields,
          Object.fromEntries(shown.map((name) => [name, values[name] ?? null])) as Row,
        );
      const expected = only(draft.values);
      // The name in the main language is the name (I18N-07).
      if ('translations' in entity.fields) Object.assign(expected, { name: 'Prüfname' });
      expect(only(read.values)).toEqual(expected);
      for (const [name, { fields }] of Object.entries(entity.children)) {
        expect(read.children[name]?.map(({ values }) => values)).toEqual(
          draft.children[name]?.map(({ values }) => normalRow(fields, values)),
        );
      }
      expect(read.links).toEqual(draft.links);
    },
  );
});

test('SET-09 a form shows of a secret only whether it is set', async () => {
  const entity = entityOf('marketplace');
  const read = async (change: Row) => {
    const draft = filled(entity);
    const values = { ...draft.values, ...change };
    const { query, variables } = saveRequest(entity, null, { ...draft, values });
    const { saved } = await admin.get<{ saved: { id: number } }>(query, variables);
    const answer = await admin.get<{ record: Record<string, unknown> }>(recordQuery(entity, entities), saved);
    const { secrets, record } = readRecord(entity, entities, answer.record);
    return { secrets, secret: record.values.secret };
  };
  expect(await read({ name: 'Mit', secret: 'geheim' })).toEqual({ secrets: ['secret'], secret: null });
  expect(await read({ name: 'Ohne', secret: null, active: false })).toEqual({ secrets: [], secret: null });
});

/** The tabs as named in the lines; all texts call addresses delivery addresses. */
const tabs: readonly (readonly [line: string, table: string, names: string])[] = [
  [
    'ADM-02',
    'client',
    `General, Billing address, Delivery addresses, Default roles, Permission groups, Departments, Cost centers,
     Ledger accounts, Mandatory fields, DATEV CSV export`,
  ],
  [
    'ADM-03',
    'department',
    'General, Companies, Cost centers, Approvers, Permission groups, Employees, Role assignments',
  ],
  [
    'ADM-04',
    'cost_center',
    'General, Budgets, Delivery addresses, Approvers, Permission groups, Departments, Companies',
  ],
  [
    'ADM-05',
    'supplier',
    `General, Delivery information, Payment information, Permission groups, Departments, Approvers,
     Company-specific IDs, Recognition defaults`,
  ],
];

describe('forms have the tabs of the specification', () => {
  test.each(tabs)('%s %s', (_, table, names) => {
    const labels = entityOf(table).tabs.map(({ name }) => text('en', tabLabelKey(table, name)));
    expect(labels).toEqual(names.split(',').map((name) => name.trim()));
  });

  test('every field of an entity is on its form once', () => {
    const byHand: Readonly<Record<string, readonly string[]>> = { client: ['required_fields'] };
    for (const entity of entities.values()) {
      const fields = partsOf(entity).flatMap((part) => ('field' in part ? [part.field] : []));
      const named = Object.keys(entity.fields).filter(
        (name) => name !== 'translations' && !byHand[entity.table]?.includes(name),
      );
      expect([entity.table, fields.toSorted()]).toEqual([entity.table, named.toSorted()]);
    }
  });

  test('ADM-15 ledger account, posting key, profit center, tax groups and dimensions have their fields under General', () => {
    for (const [table] of Object.entries(lines).filter(([, line]) => line === 'ADM-15')) {
      const entity = entityOf(table);
      const general = entity.tabs.find(({ name }) => name === 'general')?.parts ?? [];
      const fields = general.flatMap((part) => ('field' in part ? [part.field] : []));
      expect([table, fields.toSorted()]).toEqual([table, Object.keys(entity.fields).toSorted()]);
    }
  });

  test('ADM-08 a company defines mandatory fields per form, and the selection is kept', async () => {
    const client = entityOf('client');
    expect(client.tabs.find(({ name }) => name === 'mandatory_fields')?.parts).toEqual([
      { hand: 'mandatory-fields' },
    ]);
    expect(mandatoryFields.invoice).toEqual(expect.arrayContaining(['branch_id', 'department_id']));
    expect(mandatoryFields.procurement).toContain('cost_center_id');
    const ticked = Object.fromEntries(
      Object.entries(mandatoryFields).map(([form, fields]) => [
        form,
        Object.fromEntries(fields.map((field) => [field, true])),
      ]),
    );
    const draft = filled(client);
    const typed = { ...draft, values: { ...draft.values, name: 'Mit Pflichten', required_fields: ticked } };
    const { query, variables } = saveRequest(client, null, typed);
    const { saved } = await admin.get<{ saved: { id: number } }>(query, variables);
    const { record } = await admin.get<{ record: Record<string, unknown> }>(
      recordQuery(client, entities),
      saved,
    );
    expect(readRecord(client, entities, record).record.values.required_fields).toEqual(ticked);
  });

  test('ADM-09 default roles and role assignments list the persons of DATA-14 and DATA-12', () => {
    const persons = (table: string, tab: string) =>
      (entityOf(table).tabs.find(({ name }) => name === tab)?.parts ?? []).flatMap((part) =>
        'field' in part ? [part.field] : [],
      );
    const ofPurchasing = [
      'user_clearing_id',
      'user_consignee_id',
      'user_select_product_id',
      'user_send_order_id',
    ];
    const ofInvoices = ['user_invoice_clearing_id', 'user_invoice_manual_check_id'];
    expect(persons('department', 'role_assignments').toSorted()).toEqual(ofPurchasing);
    expect(persons('client', 'default_roles').toSorted()).toEqual(
      [...ofPurchasing, ...ofInvoices].toSorted(),
    );
  });
});

describe('ADM-19 every form has the history of its record', () => {
  test.each([...entities.keys()])('%s', async (table) => {
    const id = made.get(table) ?? 0;
    const query = `mutation ($id: bigint!, $active: Boolean!) {
      update_${table}_by_pk(pk_columns: { id: $id }, _set: { active: $active }) { id } }`;
    for (const active of [true, false]) await admin.get(query, { id, active });
    const { database } = demo.db;
    const parts = { database, readCatalog: () => readRecordCatalog(database) };
    const { items } = await auditHistory(parts, admin.context, {
      table,
      id,
      before: null,
    });
    const change = items[0]?.changes.find(({ field }) => field === 'active');
    expect(change?.label).toBe(text('de', fieldLabelKey(table, 'active')));
    expect(items.at(-1)?.type).toBe('insert');
  });
});
