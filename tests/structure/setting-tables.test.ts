import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { access } from '../../src/app/server/access.ts';
import { settingColumns, settingTables, watchedColumns } from '../../src/features/audit/server/store.ts';
import { controls } from '../../src/features/control/register.ts';

const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8');
const audited = new Set(
  [...schema.matchAll(/create trigger audit [^;]*? on (?:public\.)?(\w+)/gi)].map(([, name]) => name),
);

/** Audited tables that are no settings, with what their rows are. */
const others: Readonly<Record<string, readonly string[]>> = {
  'documents and their parts': [
    ...['approval_record', 'document_file', 'document_question', 'file', 'timeline_entry'],
    ...[
      'procurement',
      'procurement_approver',
      'procurement_line',
      'procurement_order_letter',
      'procurement_supplier_order',
    ],
    ...['goods_receipt', 'order_confirmation', 'order_confirmation_line', 'punchout_cart'],
    ...[
      'invoice',
      'invoice_approver',
      'invoice_creditor_file',
      'invoice_line',
      'invoice_page',
      'invoice_recognition',
      'invoice_tax',
    ],
    ...['invoice_export_file', 'invoice_export_run'],
    ...[
      'contract',
      'contract_approver',
      'contract_due_reminder',
      'contract_letter',
      'contract_line',
      'contract_recognition',
    ],
    ...['contract_reminder', 'contract_term', 'contract_version'],
  ],
  'what people did once': [
    ...[
      'archive',
      'closed_month',
      'closed_month_file',
      'control_change',
      'deletion',
      'process_documentation',
    ],
    'supplier_bank_change',
  ],
  'master data': [
    ...[
      'budget',
      'buyer_reference',
      'client_address',
      'cost_center',
      'cost_center_address',
      'd365_allowed_combination',
    ],
    ...['client_ledger_account', 'client_posting_key', 'client_profit_center', 'department_cost_center'],
    ...[
      'financial_dimension',
      'ledger_account',
      'location',
      'marketplace_product_group',
      'posting_key',
      'product',
      'product_file',
    ],
    ...[
      'profit_center',
      'supplier',
      'supplier_client',
      'supplier_department',
      'supplier_hint',
      'tax_group',
      'tax_item_group',
    ],
  ],
  'what belongs to a person': ['contract_calendar', 'passkey', 'sign_on_identity', 'user_address'],
  'what the directory says': ['directory_member', 'directory_person'],
  'of the operator': ['global_configuration', 'tenant_additional_item', 'tenant_tiered_price'],
};

test('ARC-06 AUD-01 every audited table is a setting or reviewed as none', () => {
  expect([...settingTables, ...Object.values(others).flat()].toSorted()).toEqual([...audited].toSorted());
});

test('ARC-06 every table that administrators write is audited', () => {
  const views = ['task_group'];
  const own = ['favourite_product', 'record_lock', 'saved_filter', 'tour'];
  const written = Object.keys(access.admin).filter((table) => ![...views, ...own].includes(table));
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter((table) => !audited.has(table))).toEqual([]);
});

test('ARC-06 AUTH-37 what two administrators decide is a setting, except of suppliers and budgets', () => {
  const decided = new Set<string>([...Object.keys(controls.columns), ...controls.rows, ...controls.deletion]);
  for (const table of ['supplier', 'supplier_client', 'budget']) decided.delete(table);
  const known: readonly string[] = settingTables;
  expect([...decided].filter((table) => !known.includes(table))).toEqual([]);
});

test('ARC-06 AUTH-37 of tables that count in part, no column of the register of controls is left out', () => {
  const counted: Readonly<Record<string, readonly string[]>> = { ...watchedColumns, ...settingColumns };
  for (const [table, columns] of Object.entries(controls.columns))
    if (table in counted) expect(counted[table]).toEqual(expect.arrayContaining([...columns]));
});
