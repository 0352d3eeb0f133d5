import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaveQuestion, SaveQuestionProps } from '../../../entity/web/entity-catalog.tsx';
import { gql } from '../../../platform/web/api.ts';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import { type RestrictedAnswer, restrictedCount, restrictedQuery } from '../restricted-records.ts';

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
