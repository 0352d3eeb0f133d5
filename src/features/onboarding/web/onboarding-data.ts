import { useMutation } from '@tanstack/react-query';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import type { OnboardingMode, OnboardingState, SampleRemoval } from '../model.ts';
import type { Selection } from '../selection.ts';

const path = '/api/onboarding';

interface Choice {
  readonly mode: OnboardingMode;
  readonly selection?: Selection;
}

/** Starts with a mode, or adds a part of an own selection; reloads all data. */
export function useOnboardingChoice() {
  return useMutation({
    mutationFn: async (body: Choice) => {
      const state = await rest<OnboardingState>(path, { method: 'POST', body });
      await queryClient.invalidateQueries();
      return state;
    },
    onError: (failure) => toastFailure(failure),
  });
}

export function useSampleRemoval() {
  return useMutation({
    mutationFn: async () => {
      const removal = await rest<SampleRemoval>(`${path}/sample`, { method: 'DELETE' });
      await queryClient.invalidateQueries();
      return removal;
    },
    onError: (failure) => toastFailure(failure),
  });
}
