import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../entity/labels.ts';
import { useHasRole } from '../../platform/web/profile.ts';
import { useAdminGroups, useSettingsPages } from './admin-pages.ts';
import type { PaletteTarget } from './palette-target.ts';

/** The pages of the administration area, for people with access (NAV-05). */
export function useAdminTargets(): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const isAdmin = useHasRole('user-admin');
  const groups = useAdminGroups();
  const settings = useSettingsPages();
  if (!isAdmin) return [];
  const entities = groups
    .flatMap((group) => group.entities)
    .map(({ table, route }) => ({ page: route, label: t(entityLabelKey(table, 'many')) }));
  return [...entities, ...settings].map(({ page, label }) => ({
    key: `admin-${page}`,
    label: `${t('admin.title')}: ${label}`,
    icon: <IconSettings size={16} stroke={1.6} aria-hidden />,
    leadsTo: { to: `/admin/${page}` },
  }));
}
