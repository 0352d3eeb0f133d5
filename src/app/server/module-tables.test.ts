import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moduleOfTable, requireModules } from './module-tables.ts';

const schema = readFileSync(new URL('../../../db/schema.sql', import.meta.url), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name);

test('GEN-10 every table filled by one module only belongs to it, and shared ones to none', () => {
  const byModule = Map.groupBy(tables, (table) => moduleOfTable(table) ?? 'all');
  const { all, ...own } = Object.fromEntries(byModule);
  expect(own).toEqual({
    procurement: [
      'client_marketplace',
      'goods_receipt',
      'marketplace',
      'marketplace_product_group',
      'order_confirmation',
      'order_confirmation_line',
      'order_movement',
      'procurement',
      'procurement_approver',
      'procurement_line',
      'procurement_order_letter',
      'procurement_supplier_order',
      'punchout_cart',
      'punchout_log',
    ],
    invoice: [
      'accounting_connection',
      'accounting_sign_in',
      'buyer_reference',
      'client_automatic_export',
      'client_d365_dimension',
      'client_discount_code',
      'client_tax_key',
      'd365_allowed_combination',
      'invoice',
      'invoice_approver',
      'invoice_arrival',
      'invoice_creditor_file',
      'invoice_export_entry',
      'invoice_export_file',
      'invoice_export_run',
      'invoice_export_transfer',
      'invoice_known_creditor',
      'invoice_line',
      'invoice_page',
      'invoice_readiness',
      'invoice_readiness_look',
      'invoice_recognition',
      'invoice_state',
      'invoice_tax',
      'mailbox',
      'mailbox_mail',
      'supplier_hint',
    ],
    contract: [
      'contract',
      'contract_approver',
      'contract_calendar',
      'contract_due_reminder',
      'contract_letter',
      'contract_line',
      'contract_month',
      'contract_notice_day',
      'contract_recognition',
      'contract_reminder',
      'contract_state',
      'contract_term',
      'contract_version',
    ],
    permissions: [
      'permission',
      'permission_client',
      'permission_cost_center',
      'permission_department',
      'permission_product_group',
      'permission_supplier',
      'permission_user',
    ],
  });
  expect(all).toEqual(
    expect.arrayContaining(['client', 'document', 'supplier', 'timeline', 'timeline_entry', 'file']),
  );
});

test('GEN-11 an unset module has the default of a new tenant', () => {
  expect(requireModules(['supplier', 'timeline_entry'])).toBeUndefined();
  expect(requireModules(['contract_line', 'procurement', 'contract'])).toBe(
    `(select app.require_modules('{"contract":false,"procurement":true}'))`,
  );
});
