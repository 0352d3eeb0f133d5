import type { DeviceName, Place } from './device.ts';

/** A session of a person, as `GET /api/auth/session` returns it (AUTH-27). */
export interface SessionEntry extends DeviceName {
  /** Id of the session, as in its access tokens; grants no access. */
  readonly id: string;
  readonly place: Place | null;
  readonly started_at: string;
  readonly last_used_at: string;
  /** Name of the administrator who acts as the person in this session. */
  readonly acting_name: string | null;
}
