import { controls } from '../../src/features/control/register.ts';

type Ids = Readonly<Record<string, number>>;

/** A value that differs from the demo's, in GraphQL syntax. */
export function otherValue(ids: Ids, column: string): string {
  if (column === 'merged_into_id') return String(ids.other_supplier);
  if (column === 'client_id') return String(ids.client);
  if (column === 'task_group_id') return String(ids.group);
  return others[column] ?? String(ids.other);
}
const others: Readonly<Record<string, string>> = {
  bank_change_second_person: 'false',
  separate_check: 'false',
  min_approval: '0',
  self_approval: '"allowed"',
  amount_basis: '"gross"',
  when_limit_exceeded: '"block"',
  when_budget_exceeded: '"block"',
  contracts_in_budgets: 'true',
  substitute_limit: '"represented"',
  price_tolerance_percent: '"50"',
  price_tolerance_amount: '"900"',
  over_delivery_percent: '"10"',
  tax_tolerance: '"9"',
  match_price_tolerance: '"9"',
  match_price_tolerance_amount: '"900"',
  match_quantity_tolerance: '"9"',
  match_quantity_tolerance_amount: '"900"',
  match_freight_tolerance_amount: '"900"',
  touchless_invoices: 'true',
  automatic_export: '"daily"',
  separate_signature: 'false',
  can_delete_document_directly: 'true',
  active: 'false',
  currency: '"CHF"',
  issuer: '"https://anders.example.test"',
  trusts_addresses: 'true',
  place: '"anders@example.test"',
  email: '"anders@demo.test"',
  roles: '["user-price", "user-export-invoice"]',
  approval_limit: '"99999.00"',
  priority_approval_limit: '77',
  is_group: 'true',
  value: '"1"',
  name: '"Anders"',
  external_id: '"79999"',
  vat_number: '"DE136695976"',
};

/** Two distinct values of a setting, neither of them its initial one. */
export const otherSettings: Readonly<Record<string, readonly [string, string]>> = {
  approval_limit_priority: ['true', ''],
  procurement_or_contract_required: ['true', ''],
  insolvency_law_fields: ['true', ''],
  module_permissions: ['true', ''],
  invoice_approval: ['never', 'always'],
  approve_from_mail: ['false', ''],
  session_idle_minutes: ['30', '60'],
  passkey_administrators: ['true', ''],
  sign_on_only: ['true', ''],
  passkey_approval_amount: ['1000', '500.50'],
  mail_redirect_to: ['eins@demo.test', 'zwei@demo.test'],
};

/** A new row of another table with the row nested in it. */
const nestedIn: Readonly<Record<string, (row: string) => string>> = {
  client: (row) => `insert_department_one(object: { name: "Daneben", client: ${row} }) { id }`,
  lb_user: (row) => `insert_department_one(object: { name: "Daneben", responsible: ${row} }) { id }`,
  department: (row) => `insert_supplier_one(object: { name: "Daneben", department: ${row} }) { id }`,
  product_group: (row) =>
    `insert_product_one(object: { name: "Daneben", supplier: { data: { name: "Daneben" } }, product_group: ${row} }) { id }`,
  supplier: (row) => `insert_product_one(object: { name: "Daneben", supplier: ${row} }) { id }`,
  budget: (row) =>
    `insert_ledger_account_one(object: { number: "98765", name: "Daneben", budgets: ${row} }) { id }`,
};

/** A way to update a row through the API. */
type Way = (table: string, id: number, set: string, column: string) => string;
export const waysOfUpdate: Readonly<Record<string, Way>> = {
  'by key': (table, id, set) =>
    `mutation { update_${table}_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`,
  'by where': (table, id, set) =>
    `mutation { update_${table}(where: { id: { _eq: ${id} } }, _set: { ${set} }) { affected_rows } }`,
  'by many': (table, id, set) =>
    `mutation { update_${table}_many(updates: [{ where: { id: { _eq: ${id} } }, _set: { ${set} } }]) { affected_rows } }`,
  'by the table view': (table, id, set, column) =>
    `mutation { insert_${table}(objects: [{ id: ${id}, ${set} }], on_conflict: { constraint: ${table}_pkey, update_columns: [${column}] }) { affected_rows } }`,
  'nested in another record': (table, id, set, column) => {
    const data = table === 'budget' ? `[{ id: ${id}, ${set} }]` : `{ id: ${id}, ${set} }`;
    const row = `{ data: ${data}, on_conflict: { constraint: ${table}_pkey, update_columns: [${column}] } }`;
    return `mutation { ${nestedIn[table]?.(row)} }`;
  },
};

/** The ways for a table; some are nested in no other record, and groups of the directory are only updated. */
export function waysFor(table: string): readonly string[] {
  return Object.keys(waysOfUpdate).filter(
    (way) =>
      (way !== 'nested in another record' || table in nestedIn) &&
      (way !== 'by the table view' || table !== 'directory_group'),
  );
}

/** The row in which a column of the register is changed. */
export function rowOfControl(ids: Ids, table: string, column: string): number | undefined {
  if (table !== 'lb_user') return ids[table];
  return { active: ids.group, is_group: ids.plain }[column] ?? ids.person;
}

/** The tables of rows that refer to a person and are written row by row. */
export const rowsOfPeople = controls.rows.filter(
  (table) => !['sign_on_group', 'service_token'].includes(table) && !table.endsWith('_client'),
);

/** The owner of the rows of a register table: the key in `ids`, and the column. */
export function ownerOfRows(table: string): { readonly owner: string; readonly column: string } {
  if (table === 'task_group_user') return { owner: 'group', column: 'task_group_id' };
  const owner = table.replace('_approver', '');
  return { owner, column: `${owner}_id` };
}
