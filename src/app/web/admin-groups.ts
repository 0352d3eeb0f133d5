import type { Entity, EntityModule } from '../../entity/entity.ts';
import { sheets } from '../../features/master-data/entities.ts';

/** The groups of the administration area (NAV-05), for all modules. */

export interface AdminGroup {
  /** Its text is `admin.group.<name>`. */
  readonly name: 'structure' | 'people' | 'catalogue' | 'accounting';
  readonly entities: readonly Entity[];
}

/** Locations are on the settings page (DATA-26). */
export const adminGroups: readonly AdminGroup[] = [
  { name: 'structure', entities: named('client', 'department', 'cost_center', 'budget', 'buyer_reference') },
  { name: 'people', entities: named('lb_user', 'task_group', 'role_template', 'permission') },
  { name: 'catalogue', entities: named('supplier', 'product', 'product_group') },
  {
    name: 'accounting',
    entities: named(
      'ledger_account',
      'posting_key',
      'profit_center',
      'tax_group',
      'tax_item_group',
      'financial_dimension',
      'd365_allowed_combination',
    ),
  },
];

function named(...tables: readonly string[]): readonly Entity[] {
  return tables.flatMap((table) => sheets.get(table) ?? []);
}

export interface SettingsPage {
  readonly page:
    | 'waiting'
    | 'supplier-accounts'
    | 'supplier-twins'
    | 'configuration'
    | 'invoice'
    | 'billing'
    | 'archive'
    | 'process-documentation'
    | 'data-protection'
    | 'rights'
    | 'security-log';
  readonly labelKey: string;
  readonly module?: EntityModule;
}

/** Settings of the tenant that are no entities. */
export const settingsPages: readonly SettingsPage[] = [
  { page: 'waiting', labelKey: 'control_change.title' },
  { page: 'supplier-accounts', labelKey: 'entity.supplier.accounts.title' },
  { page: 'supplier-twins', labelKey: 'entity.supplier.twins.title' },
  { page: 'configuration', labelKey: 'settings.title' },
  { page: 'invoice', labelKey: 'settings.invoice_title', module: 'invoice' },
  { page: 'billing', labelKey: 'billing.title' },
  { page: 'archive', labelKey: 'archive.title' },
  { page: 'process-documentation', labelKey: 'process_documentation.title' },
  { page: 'rights', labelKey: 'rights_review.title' },
  { page: 'data-protection', labelKey: 'data_protection.title' },
  { page: 'security-log', labelKey: 'security_log.title' },
];
