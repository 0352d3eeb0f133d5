import { IconDatabase } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../entity/entity.ts';
import { entityLabelKey } from '../../entity/labels.ts';
import { labelOf, labelSelection, type RowLabel } from '../../entity/record.ts';
import { addressesOf, equalities } from '../../entity/web/entity-data.ts';
import { entities } from '../../features/master-data/entities.ts';
import { searchedFor } from '../../graphql/search-where.ts';
import { gql } from '../../platform/web/api.ts';
import { optionLabel } from '../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../platform/web/profile.ts';
import { useAdminGroups } from './admin-pages.ts';
import type { PaletteTarget } from './palette-target.ts';

/** Maximum per entity; its list has more. */
const maxOfEach = 3;

interface FoundRecord {
  readonly entity: Entity;
  readonly row: RowLabel;
}

/**
 * Records of the administration whose number, name or other searched text contains the text, for people with access
 * (NAV-05).
 */
export function useRecordTargets(text: string): readonly PaletteTarget[] {
  const { t } = useTranslation();
  const isAdmin = useHasRole('user-admin');
  const shown = useAdminGroups().flatMap((group) => group.entities);
  const isEnabled = isAdmin && text !== '';
  const { data } = useQuery({
    queryKey: ['palette-records', text, shown.map(({ table }) => table)],
    queryFn: ({ signal }) => findRecords(shown, text, signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return [];
  return (data ?? []).map(({ entity, row }) => ({
    key: `record-${entity.table}-${row.id}`,
    label: optionLabel(row),
    detail: t(entityLabelKey(entity.table, 'one')),
    icon: recordIcon,
    leadsTo: { to: `/admin/${entity.route}/form`, search: { id: row.id } },
  }));
}

const recordIcon: ReactNode = <IconDatabase size={16} stroke={1.6} aria-hidden />;

type Answer = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The active matching records of these entities, in one request. */
async function findRecords(
  shown: readonly Entity[],
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  if (shown.length === 0) return [];
  const declared = shown.map(({ table }) => `$${table}: ${table}_bool_exp!`).join(', ');
  const parts = shown.map(
    ({ table }) =>
      `${table}(where: $${table}, order_by: [{ id: asc }], limit: ${maxOfEach}) { ${labelSelection(entities, table)} }`,
  );
  const variables = Object.fromEntries(
    shown.map(({ table, search, constants }) => [
      table,
      {
        _and: [
          { active: { _eq: true } },
          ...equalities(constants),
          ...searchedFor(text, addressesOf(search)),
        ],
      },
    ]),
  );
  const answer = await gql<Answer>(`query Records(${declared}) { ${parts.join(' ')} }`, variables, {
    signal,
  });
  return shown.flatMap((entity) =>
    (answer[entity.table] ?? []).map((row) => ({ entity, row: labelOf(entities, entity.table, row) })),
  );
}
