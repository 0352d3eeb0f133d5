import { IconBuildingStore } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findSuppliers } from '../../document/web/lookups.ts';
import type { PaletteTarget } from './palette-target.ts';

/** Maximum; the filter of the overview has more. */
const most = 3;

/** Active suppliers whose name or number contains the text; each leads to its documents, for everyone (ONB-10). */
export function useSupplierTargets(text: string): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const isEnabled = text !== '';
  const { data } = useQuery({
    queryKey: ['palette-suppliers', text],
    queryFn: ({ signal }) => findSuppliers(text, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return [];
  return (data ?? []).slice(0, most).map(({ id, name }) => ({
    key: `supplier-${id}`,
    label: name,
    detail: t('shell.palette.of_supplier'),
    icon: <IconBuildingStore size={16} stroke={1.6} aria-hidden />,
    leadsTo: { to: '/overview', search: { tab: 'all', supplier: id } },
  }));
}
