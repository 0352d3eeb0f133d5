import { Switch } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../platform/web/api.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import classes from './Marketplace.module.css';

interface Company {
  readonly id: number;
  readonly name: string;
  readonly punchout_enabled: boolean;
}

const companiesOptions = queryOptions({
  queryKey: ['punchout-companies'],
  queryFn: async ({ signal }) =>
    (
      await gql<{ client: readonly Company[] }>(
        '{ client(where: { active: { _eq: true } }, order_by: { name: asc }) { id name punchout_enabled } }',
        {},
        { signal },
      )
    ).client,
});

/** The companies that may use punch-out (SET-06). */
export function PunchoutCompanies(): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: companies } = useQuery(companiesOptions);
  const [changing, setChanging] = useState<number | null>(null);
  const change = async ({ id }: Company, isEnabled: boolean): Promise<void> => {
    setChanging(id);
    try {
      await gql(
        `mutation ($id: bigint!, $enabled: Boolean!) {
          update_client_by_pk(pk_columns: { id: $id }, _set: { punchout_enabled: $enabled }) { id } }`,
        { id, enabled: isEnabled },
      );
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setChanging(null);
      void client.invalidateQueries();
    }
  };
  return (
    <ul className={classes.list} aria-label={t('entity.configuration.section.companies')}>
      {companies?.map((company) => (
        <li key={company.id} className={classes.item}>
          <Switch
            label={company.name}
            checked={company.punchout_enabled}
            disabled={changing === company.id}
            onChange={({ currentTarget: { checked } }) => void change(company, checked)}
          />
        </li>
      ))}
    </ul>
  );
}
