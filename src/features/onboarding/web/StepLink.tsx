import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import type { SetupStep } from '../setup-steps.ts';

const routes = {
  client: 'client',
  department: 'department',
  cost_center: 'cost-center',
  ledger_account: 'ledger-account',
  people: 'user',
  approver: 'department',
} as const;

/** Link to the page of a step; an unlinked row opens in its form. */
export function StepLink({ step: { name, waiting } }: { readonly step: SetupStep }): ReactNode {
  const { t } = useTranslation();
  if (name === 'roles') {
    return (
      <Link to="/admin/configuration" search={{ tab: 'roles' }}>
        {t('entity.configuration.tab.roles')}
      </Link>
    );
  }
  const label = stepLabel(name, t);
  if (waiting === null) {
    return (
      <Link to="/admin/$entity" params={{ entity: routes[name] }}>
        {label}
      </Link>
    );
  }
  const isApprover = name === 'approver';
  return (
    <Link
      to="/admin/$entity/form"
      params={{ entity: routes[name] }}
      search={{ id: waiting, tab: isApprover ? 'approvers' : 'clients' }}
    >
      {isApprover ? label : t('setup.unlinked', { name: label })}
    </Link>
  );
}

function stepLabel(name: Exclude<SetupStep['name'], 'roles'>, t: TFunction): string {
  if (name === 'people') return t('setup.people');
  return name === 'approver' ? t('entity.department.tab.approvers') : t(entityLabelKey(name, 'one'));
}
