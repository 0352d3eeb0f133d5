import { CloseButton } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { isToBeSetUp } from '../model.ts';
import { missingSteps } from '../setup-steps.ts';
import { onboardingOptions } from './onboarding-state.ts';
import { isNoticeHidden, isPutOff, rememberHiddenNotice } from './put-off.ts';
import classes from './SetupNotice.module.css';
import { StepLink } from './StepLink.tsx';
import { isAskedForSetup, setupOptions } from './setup.ts';

/** Leads administrators of a new tenant to the missing prerequisites of a purchase request (ONB-04). */
export function SetupNotice(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const tenantId = session?.tenantId ?? 0;
  const [isHidden, setHidden] = useState(() => isNoticeHidden(tenantId));
  const isEnabled = isAskedForSetup(session, profile) && !isHidden;
  const { data } = useQuery({ ...setupOptions(session?.tenantId), enabled: isEnabled });
  const missing = data === undefined ? [] : missingSteps(data);
  useBeginning(tenantId, data?.client === false);
  if (!isEnabled || missing.length === 0) return null;
  const hide = (): void => {
    rememberHiddenNotice(tenantId);
    setHidden(true);
  };
  return (
    <section className={classes.notice} aria-label={t('setup.title')}>
      <IconListCheck size={16} stroke={1.6} aria-hidden />
      <p>{t('setup.text')}</p>
      <ul>
        {missing.map((step) => (
          <li key={step.name}>
            <StepLink step={step} />
          </li>
        ))}
      </ul>
      <span className={classes.end}>
        <Link to="/onboarding">{t('onboarding.open')}</Link>
        <CloseButton size="sm" aria-label={t('onboarding.hide')} onClick={hide} />
      </span>
    </section>
  );
}

/**
 * Sends administrators of a tenant without companies to the onboarding (ONB-04), unless postponed, declined, or on
 * the way to another page.
 */
function useBeginning(tenantId: number, isEmpty: boolean): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isAtStart = pathname === '/overview';
  const isEnabled = isEmpty && isAtStart && !isPutOff(tenantId);
  const { data } = useQuery({ ...onboardingOptions(tenantId), enabled: isEnabled });
  const begins = isEnabled && data !== undefined && isToBeSetUp(data);
  useEffect(() => {
    if (begins) void navigate({ to: '/onboarding', replace: true });
  }, [begins, navigate]);
}
