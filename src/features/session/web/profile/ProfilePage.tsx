import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../../platform/web/kit/PageTitleRow.tsx';
import { useIsAuditor, useProfile } from '../../../../platform/web/profile.ts';
import { useSession } from '../../../../platform/web/session.ts';
import { AddressSection } from './AddressSection.tsx';
import { CalendarSection } from './CalendarSection.tsx';
import { NoticeSection } from './NoticeSection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { PersonSection } from './PersonSection.tsx';
import classes from './ProfilePage.module.css';
import { ProfileSection } from './ProfileSection.tsx';
import { ownProfileOptions } from './profile-data.ts';
import { SessionSection } from './SessionSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { SignatureSection } from './SignatureSection.tsx';
import { SubstituteSection } from './SubstituteSection.tsx';
import { UnsavedSections } from './unsaved.tsx';

/** A person's own settings; each section is saved separately (PROF-01, PROF-02). */
export function ProfilePage(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const isAuditing = useIsAuditor();
  const hasContracts = useProfile()?.modules.includes('contract') ?? false;
  const { data, error, refetch } = useQuery(ownProfileOptions(session?.userId ?? 0));
  return (
    <>
      <PageTitleRow title={t('shell.profile')} />
      {error !== null && !data ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={classes.page} aria-busy="true">
          <Skeleton height={160} />
          <Skeleton height={160} />
        </div>
      ) : (
        <div className={classes.page}>
          {isAuditing ? null : (
            <UnsavedSections>
              <PersonSection profile={data} />
              <SettingsSection profile={data} />
              <SubstituteSection profile={data} />
              <AddressSection profile={data} />
            </UnsavedSections>
          )}
          {session?.isImpersonating ? null : (
            <>
              {isAuditing ? null : <SignatureSection profile={data} />}
              {hasContracts && !isAuditing ? <CalendarSection /> : null}
              {isAuditing ? null : <NoticeSection />}
              {isAuditing ? null : (
                <ProfileSection title={t('scheduled_export.title')} hint={t('scheduled_export.about')}>
                  <Link to="/exports">{t('scheduled_export.open')}</Link>
                </ProfileSection>
              )}
              <PasskeySection profile={data} />
              <SessionSection />
            </>
          )}
        </div>
      )}
    </>
  );
}
