import { queryOptions } from '@tanstack/react-query';
import { rest } from '../../../platform/web/api.ts';
import type { OnboardingState } from '../model.ts';

/** Onboarding state of the own tenant. Reloaded after saving any entity. */
export function onboardingOptions(tenantId: number | undefined) {
  return queryOptions({
    queryKey: ['entity', 'onboarding', tenantId],
    queryFn: ({ signal }) => rest<OnboardingState>('/api/onboarding', { signal }),
  });
}
