import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { EntityCatalogProvider } from '../../entity/web/entity-catalog.tsx';
import { ImportsElsewhere } from '../../entity/web/sheet/ImportsElsewhere.tsx';
import { OnboardingPage } from '../../features/onboarding/web/OnboardingPage.tsx';
import { loadFirstChunk } from '../../platform/web/chunk.ts';
import { adoptLanguage } from '../../platform/web/i18n.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { useSession } from '../../platform/web/session.ts';
import { adminCatalog } from './admin-catalog.ts';
import classes from './Onboarding.module.css';

const ImpersonationBar = lazy(() =>
  loadFirstChunk(() => import('../../features/session/web/ImpersonationBar.tsx')).then((chunk) => ({
    default: chunk.ImpersonationBar,
  })),
);

/** Sets up a new tenant without the shell (NAV-18); its tables are those of the administration. */
export function Onboarding(): ReactNode {
  const profile = useProfile();
  const isActing = useSession()?.isImpersonating === true;
  useEffect(() => {
    if (profile !== null) void adoptLanguage(profile.language, profile.mainLanguage);
  }, [profile]);
  return (
    <EntityCatalogProvider catalog={adminCatalog}>
      <div className={classes.frame}>
        <main id="page" className={classes.page} tabIndex={-1}>
          <OnboardingPage />
        </main>
        <ImportsElsewhere />
        <Suspense fallback={null}>{isActing ? <ImpersonationBar /> : null}</Suspense>
      </div>
    </EntityCatalogProvider>
  );
}
