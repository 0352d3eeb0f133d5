/** What the security log tells (AUTH-35), as the database checks it (`security_log_kind_check`). */
export const securityKinds = [
  'login',
  'login_failed',
  'new_device',
  'logout',
  'session_ended',
  'passkey_made',
  'passkey_removed',
  'token_made',
  'token_revoked',
  'token_refused',
  'acting_began',
  'acting_ended',
  'address_changed',
  'rights_changed',
  'control_changed',
  'refused',
] as const;
export type SecurityKind = (typeof securityKinds)[number];
