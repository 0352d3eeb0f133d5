import { useTranslation } from 'react-i18next';
import type { Entity } from '../../entity/entity.ts';
import { useModules } from '../../entity/web/use-modules.ts';
import { entities } from '../../features/master-data/entities.ts';

export interface AdminGroup {
  /** Its text is `admin.group.<name>`. */
  readonly name: 'structure' | 'people' | 'catalogue' | 'accounting';
  readonly entities: readonly Entity[];
}

/** The side navigation of the administration area; locations stand on the settings page (DATA-26). */
const adminGroups: readonly AdminGroup[] = [
  { name: 'structure', entities: named('client', 'department', 'cost_center') },
  { name: 'people', entities: named('lb_user', 'task_group', 'permission') },
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
    ),
  },
];

function named(...tables: readonly string[]): readonly Entity[] {
  return tables.flatMap((table) => entities.get(table) ?? []);
}

/** Entities of switched-off modules are missing (GEN-10). */
export function useAdminGroups(): readonly AdminGroup[] {
  const hasModule = useModules();
  return adminGroups.map((group) => ({
    ...group,
    entities: group.entities.filter(({ module }) => hasModule(module)),
  }));
}

interface SettingsPageLink {
  readonly page: 'configuration' | 'invoice';
  readonly label: string;
}

/** What is no entity: how the tenant works (NAV-05). */
export function useSettingsPages(): readonly SettingsPageLink[] {
  const { t } = useTranslation();
  const hasModule = useModules();
  return [
    { page: 'configuration', label: t('settings.title') },
    ...(hasModule('invoice') ? [{ page: 'invoice', label: t('settings.invoice_title') } as const] : []),
  ];
}
