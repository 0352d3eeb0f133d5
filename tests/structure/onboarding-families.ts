import { keptReasons, onboardingModes } from '../../src/features/onboarding/model.ts';

/** The texts of the onboarding with composed keys. */
export const onboardingFamilies: Readonly<Record<string, readonly string[]>> = {
  'onboarding.company.*': ['name', 'address', 'zipcode', 'city', 'vat_number'],
  'onboarding.lock.*': ['nothing', 'wrong'],
  'onboarding.mode.*.title': onboardingModes,
  'onboarding.mode.*.text': onboardingModes,
  'onboarding.mode.*.action': onboardingModes,
  'onboarding.step.*.text': ['department', 'cost_center'],
  'onboarding.step.*.columns': ['department', 'cost_center'],
  'onboarding.table.*': ['procurement', 'invoice'],
  'onboarding.sample.reason.*': keptReasons,
};
