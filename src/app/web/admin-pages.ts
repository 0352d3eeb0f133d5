import { useTranslation } from 'react-i18next';
import { useModules } from '../../entity/web/use-modules.ts';
import { useIsAuditor } from '../../platform/web/profile.ts';
import { type AdminGroup, adminGroups, type SettingsPage, settingsPages } from './admin-groups.ts';

/**
 * The side navigation of the administration area, without entities of switched-off modules (GEN-10), and for an auditor
 * without tables to edit (ARC-04).
 */
export function useAdminGroups(): readonly AdminGroup[] {
  const hasModule = useModules();
  const isAuditing = useIsAuditor();
  return adminGroups.map((group) => ({
    ...group,
    entities: group.entities.filter(({ module, editedIn }) => hasModule(module) && !(isAuditing && editedIn)),
  }));
}

interface SettingsPageLink {
  readonly page: SettingsPage['page'];
  readonly label: string;
}

/** The settings of active modules; none for an auditor (ARC-04). */
export function useSettingsPages(): readonly SettingsPageLink[] {
  const { t } = useTranslation();
  const hasModule = useModules();
  if (useIsAuditor()) return [];
  return settingsPages
    .filter(({ module }) => hasModule(module))
    .map(({ page, labelKey }) => ({ page, label: t(labelKey) }));
}
