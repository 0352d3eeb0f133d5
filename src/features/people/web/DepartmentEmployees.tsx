import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import { gql } from '../../../platform/web/api.ts';
import classes from './DepartmentEmployees.module.css';

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

/** People of a department (ADM-03), assigned on the person's form. */
export function DepartmentEmployees({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['entity', 'lb_user', 'of-department', id],
    enabled: id !== null,
    queryFn: ({ signal }) =>
      gql<{ lb_user: readonly Person[] }>(
        `query ($id: bigint!) {
          lb_user(where: { department_id: { _eq: $id }, is_group: { _eq: false }, active: { _eq: true } },
            order_by: { name: asc }) { id name email } }`,
        { id },
        { signal },
      ),
  });
  const people = data?.lb_user ?? [];
  if (people.length === 0) return <p className="quiet">{t('entity.department.no_employees')}</p>;
  return (
    <ul className={classes.list}>
      {people.map((person) => (
        <li key={person.id} className={classes.item}>
          <Link to="/admin/$entity/form" params={{ entity: 'user' }} search={{ id: person.id }}>
            {person.name}
          </Link>
          <span>{person.email}</span>
        </li>
      ))}
    </ul>
  );
}
