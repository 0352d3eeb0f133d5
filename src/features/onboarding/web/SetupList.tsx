import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { missingSteps, setupSteps } from '../setup-steps.ts';
import classes from './Onboarding.module.css';
import { StepLink } from './StepLink.tsx';
import { isAskedForSetup, setupOptions } from './setup.ts';

/** Checklist for the first order (ONB-02). */
export function SetupList(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const isEnabled = isAskedForSetup(session, profile);
  const { data } = useQuery({ ...setupOptions(session?.tenantId), enabled: isEnabled });
  if (!isEnabled || data === undefined) return null;
  const steps = setupSteps(data);
  const missing = missingSteps(data);
  return (
    <section className={classes.section} aria-labelledby="missing">
      <h2 id="missing">{t('onboarding.missing.title')}</h2>
      <p className={classes.hint} aria-live="polite">
        {missing.length === 0
          ? t('onboarding.missing.complete')
          : t('onboarding.missing.progress', { done: steps.length - missing.length, count: steps.length })}
      </p>
      <ul className={classes.steps}>
        {steps.map((step) => {
          const isDone = data[step.name];
          const Icon = isDone ? IconCircleCheck : IconCircle;
          return (
            <li key={step.name} data-done={isDone || undefined}>
              <Icon size={18} stroke={1.6} aria-hidden />
              <StepLink step={isDone ? { ...step, waiting: null } : step} />
              <span className={classes.state}>
                {t(isDone ? 'onboarding.missing.state_done' : 'onboarding.missing.state_open')}
              </span>
            </li>
          );
        })}
      </ul>
      {missing.length === 0 ? (
        <div>
          <Button renderRoot={(props) => <Link {...props} to="/procurement/form" />}>
            {t('onboarding.missing.order')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
