/** Kinds of security events (AUTH-35); must match `security_log_kind_check`. */
export const securityKinds = [
  'login',
  'login_failed',
  'new_device',
  'logout',
  'session_ended',
  'passkey_made',
  'passkey_removed',
  'sign_on_bound',
  'sign_on_removed',
  'token_made',
  'token_revoked',
  'token_refused',
  'acting_began',
  'acting_ended',
  'address_changed',
  'rights_changed',
  'control_changed',
  'refused',
  'file_sent',
] as const;
export type SecurityKind = (typeof securityKinds)[number];
