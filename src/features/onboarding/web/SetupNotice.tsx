import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import type { SetupStep } from '../setup-steps.ts';
import classes from './SetupNotice.module.css';
import { isAskedForSetup, setupOptions } from './setup.ts';

/** Leads administrators of a new tenant to what the first purchase request needs and nobody has entered yet. */
export function SetupNotice(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const isAsked = isAskedForSetup(session, profile);
  const { data } = useQuery({ ...setupOptions(session?.tenantId), enabled: isAsked });
  if (!isAsked || data === undefined || data.length === 0) return null;
  return (
    <section className={classes.notice} aria-label={t('setup.title')}>
      <IconListCheck size={16} stroke={1.6} aria-hidden />
      <p>{t('setup.text')}</p>
      <ul>
        {data.map((step) => (
          <li key={step.name}>
            <StepLink step={step} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const routes = {
  client: 'client',
  department: 'department',
  cost_center: 'cost-center',
  ledger_account: 'ledger-account',
  people: 'user',
  approver: 'department',
} as const;

/** Leads to the page on which the step is done; a row that is there and waits to be linked is shown where that is done. */
function StepLink({ step: { name, waiting } }: { readonly step: SetupStep }): ReactNode {
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
