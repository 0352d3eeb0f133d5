import { queryOptions } from '@tanstack/react-query';
import { rest } from '../../../platform/web/api.ts';
import type { OnboardingState } from '../model.ts';

/** How far the own tenant has come. Saving a record of any entity asks anew. */
export function onboardingOptions(tenantId: number | undefined) {
  return queryOptions({
    queryKey: ['entity', 'onboarding', tenantId],
    queryFn: ({ signal }) => rest<OnboardingState>('/api/onboarding', { signal }),
  });
}
