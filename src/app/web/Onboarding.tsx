import type { ReactNode } from 'react';
import { EntityCatalogProvider } from '../../entity/web/entity-catalog.tsx';
import { OnboardingPage } from '../../features/onboarding/web/OnboardingPage.tsx';
import { adminCatalog } from './admin-catalog.ts';

/** Sets up a new tenant; its tables are those of the administration. */
export function Onboarding(): ReactNode {
  return (
    <EntityCatalogProvider catalog={adminCatalog}>
      <OnboardingPage />
    </EntityCatalogProvider>
  );
}
