import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaveQuestion, SaveQuestionProps } from '../../../entity/web/entity-catalog.tsx';
import { gql } from '../../../platform/web/api.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';

/** Records in groups stay restricted without the module (ROLE-18), so the dialog shows their number first. */
function GroupsOffDialog({ onDone, onClose }: SaveQuestionProps): ReactNode {
  const { t } = useTranslation();
  const { data: count } = useQuery({
    queryKey: ['restricted-records'],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      restrictedCount(await gql<RestrictedAnswer>(restrictedQuery, {}, { signal })),
  });
  return (
    <ConfirmDialog
      opened
      title={t('entity.configuration.groups_off.title')}
      actionLabel={t('entity.configuration.groups_off.action')}
      isPending={count === undefined}
      onConfirm={() => {
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      {count === undefined ? <Skeleton height={40} /> : t('entity.configuration.groups_off.text', { count })}
    </ConfirmDialog>
  );
}

export const groupsOffQuestion: SaveQuestion = {
  isNeeded: ({ before, after }) => before.module_permissions === true && after.module_permissions !== true,
  Part: GroupsOffDialog,
};

/** The tables whose rows permission groups hide from non-members (ROLE-13). */
const tables = ['client', 'department', 'cost_center', 'supplier', 'product_group'] as const;

/** Counts the rows of each table in any group; even an inactive group restricts them (ROLE-18). */
const restrictedQuery = `query Restricted {
  ${tables
    .map(
      (table) =>
        `${table}: ${table}_aggregate(where: { permission_${table}s: { permission_id: { _gt: 0 } } }) { aggregate { count } }`,
    )
    .join('\n  ')}
}`;

type RestrictedAnswer = Readonly<
  Record<(typeof tables)[number], { readonly aggregate: { readonly count: number } }>
>;

/** The number of records that stay restricted to groups that become invisible once their module is off. */
function restrictedCount(answer: RestrictedAnswer): number {
  return tables.reduce((sum, table) => sum + answer[table].aggregate.count, 0);
}
