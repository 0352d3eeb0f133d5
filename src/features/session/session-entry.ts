import type { DeviceName, Place } from './device.ts';

/** One place where a person is logged in, as `GET /api/auth/session` answers it (AUTH-27). */
export interface SessionEntry extends DeviceName {
  /** Of the session, as its access tokens name it; opens nothing. */
  readonly id: string;
  readonly place: Place | null;
  readonly started_at: string;
  readonly last_used_at: string;
  /** The administrator who acts as the person there. */
  readonly acting_name: string | null;
}
