/** Login of the sandbox shop. */
export const shopIdentity = 'kontor-sandbox';
export const shopSecret = 'sandbox-secret';

/** Identities that each trigger an error of PUN-13, with any secret. */
export const faultyIdentities = {
  no_start_url: 'no-start-url',
  domain_not_enabled: 'domain-not-enabled',
  broken: 'broken',
  redirecting: 'redirecting',
} as const;
