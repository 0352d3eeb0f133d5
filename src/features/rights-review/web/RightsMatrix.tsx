import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../../base/money.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { roleNumbers } from '../../session/roles.ts';
import { holdingOf, type PersonRights } from '../model.ts';
import classes from './Rights.module.css';

const roles = Object.keys(roleNumbers);

/** People and rights: own ones, and those of task groups, which are named. */
export function RightsMatrix({ people }: { readonly people: readonly PersonRights[] }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = roles.filter((role) => people.some((person) => holdingOf(person, role) !== null));
  const limitOf = ({ limit, approves }: PersonRights): string => {
    if (!approves) return t('rights_review.approves_nothing');
    return limit === null ? t('entity.lb_user.empty.approval_limit') : format.amount(amountOf(limit));
  };
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">{t('rights_review.person')}</th>
          <th scope="col">{t('rights_review.groups')}</th>
          <th scope="col">{t('entity.lb_user.field.approval_limit')}</th>
          {shown.map((role) => (
            <th key={role} scope="col" className={classes.role}>
              <span>{t(`entity.role.${role}`)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">{person.name}</th>
            <td>{person.groups.map(({ name }) => name).join(', ')}</td>
            <td>{limitOf(person)}</td>
            {shown.map((role) => (
              <Cell key={role} person={person} role={role} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ person, role }: { readonly person: PersonRights; readonly role: string }): ReactNode {
  const { t } = useTranslation();
  const holding = holdingOf(person, role);
  if (holding === null) return <td className={classes.cell} />;
  const word = t(`rights_review.holding.${holding}`);
  return (
    <td className={classes.cell} title={word}>
      <span aria-hidden>{holding === 'own' ? '●' : '○'}</span>
      <span className={classes.spoken}>{word}</span>
    </td>
  );
}
