import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, NoPermission } from '../../../platform/web/kit/EmptyState.tsx';
import { Logo } from '../../../platform/web/kit/Logo.tsx';
import { usePageTitle } from '../../../platform/web/kit/PageTitleRow.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { type OnboardingPart, type OnboardingState, onboardingParts } from '../model.ts';
import { Invitation } from './Invitation.tsx';
import { ModeCards } from './ModeCards.tsx';
import classes from './Onboarding.module.css';
import { OwnSelection } from './OwnSelection.tsx';
import { onboardingOptions } from './onboarding-state.ts';
import { putOff } from './put-off.ts';
import { SampleData } from './SampleData.tsx';
import { SetupList } from './SetupList.tsx';

/** `/onboarding`: choice of initial data, and what is missing for the first order (ONB-01 to ONB-04). */
export function OnboardingPage(): ReactNode {
  const { t } = useTranslation();
  const isAdmin = useHasRole('user-admin');
  usePageTitle(t('onboarding.title'));
  return (
    <div className={classes.page}>
      <Head isAdmin={isAdmin} />
      {isAdmin ? <Content /> : <NotYet />}
    </div>
  );
}

/** A notice next to the tasks leads back here. */
function Head({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const tenantId = useSession()?.tenantId;
  const { data } = useQuery({ ...onboardingOptions(tenantId), enabled: isAdmin });
  const leave = (): void => {
    if (tenantId !== undefined) putOff(tenantId);
    void navigate({ to: '/overview', search: {} });
  };
  return (
    <header className={classes.head}>
      <Logo />
      <Button variant="default" onClick={leave}>
        {t(data?.has_company === false ? 'onboarding.later' : 'onboarding.done')}
      </Button>
    </header>
  );
}

function NotYet(): ReactNode {
  const { t } = useTranslation();
  return (
    <NoPermission
      isPage
      title={t('onboarding.not_admin_title')}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/help" />}>
          {t('onboarding.to_help')}
        </Button>
      }
    >
      {t('onboarding.not_admin_text')}
    </NoPermission>
  );
}

function Content(): ReactNode {
  const { t } = useTranslation();
  const tenantId = useSession()?.tenantId;
  const { data, error, refetch } = useQuery(onboardingOptions(tenantId));
  const step = useStep(data);
  if (data === undefined) {
    if (error !== null) return <ErrorState failure={error} onRetry={() => void refetch()} isPage />;
    return <Skeleton height={240} />;
  }
  return (
    <>
      <div className={classes.intro}>
        <h1>{t('onboarding.title')}</h1>
        {data.has_company ? null : <p>{t('onboarding.about')}</p>}
      </div>
      {data.has_company || step.shown !== null ? null : <ModeCards state={data} onOwn={step.goOn} />}
      {step.shown === null ? null : <OwnSelection state={data} shown={step.shown} onShow={step.show} />}
      {data.has_company || step.shown !== null ? (
        <div className={classes.columns}>
          <SetupList />
          {data.has_company && step.shown !== 'lb_user' ? <Invitation /> : null}
          {step.shown === null ? (
            <section className={classes.section} aria-labelledby="own-selection">
              <h2 id="own-selection">{t('onboarding.mode.custom.title')}</h2>
              <p className={classes.hint}>{t('onboarding.mode.custom.text')}</p>
              <div>
                <Button variant="default" onClick={step.goOn}>
                  {t('onboarding.mode.custom.action')}
                </Button>
              </div>
              <p className={classes.links}>
                <Link to="/admin/configuration">{t('entity.configuration.one')}</Link>
                <Link to="/profile">{t('shell.profile')}</Link>
              </p>
            </section>
          ) : null}
          <SampleData count={data.sample} />
        </div>
      ) : null}
    </>
  );
}

/** The current step is in the address, so that people can return to it. */
function useStep(state: OnboardingState | undefined) {
  const navigate = useNavigate();
  const { tab }: { readonly tab?: string } = useSearch({ strict: false });
  const shown = onboardingParts.find((part) => part === tab) ?? null;
  const open = onboardingParts.find((part) => (state?.counts[part] ?? 0) === 0);
  const show = (part: OnboardingPart | null): void =>
    void navigate({ to: '/onboarding', search: part === null ? {} : { tab: part }, replace: true });
  return { shown, show, goOn: () => show(open ?? 'client') };
}
