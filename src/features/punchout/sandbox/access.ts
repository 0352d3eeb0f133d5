/** What the sandbox lets people in with. */
export const shopIdentity = 'kontor-sandbox';
export const shopSecret = 'sandbox-secret';

/** Identities that each show one error of PUN-13, whatever their secret. */
export const faultyIdentities = {
  no_start_url: 'no-start-url',
  domain_not_enabled: 'domain-not-enabled',
  broken: 'broken',
  redirecting: 'redirecting',
} as const;
