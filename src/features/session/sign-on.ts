/** Outcomes of the test of an issuer (AUTH-32); their texts are in `sign_on.test`. */
export const testOutcomes = [
  'connected',
  'application_refused',
  'host_private',
  'unreachable',
  'not_fit',
] as const;
export type TestOutcome = (typeof testOutcomes)[number];
