import type { SecurityKind } from './model.ts';

/**
 * A tenant's event as operators see it (AUTH-35), without person and place, except for the operators' own logins. A
 * row without tenant counts unknown links and tokens of one hour.
 */
export interface OperatorEvent {
  /** Negative for counts of unknown links and tokens. */
  readonly id: number;
  readonly tenant_id: number | null;
  readonly tenant: string | null;
  /** An instant, ISO 8601. */
  readonly created_at: string;
  readonly kind: SecurityKind;
  readonly means: string | null;
  readonly code: string | null;
  readonly times: number;
  /** Set for operators of the own tenant. */
  readonly own: OwnEvent | null;
}

export interface OwnEvent {
  readonly person: string;
  /** Another person who acted. */
  readonly actor: string | null;
  readonly what: string | null;
  readonly device: string | null;
  readonly network: string | null;
}

/** `GET /api/operator/security-log?kind=&tenant_id=&from=&to=&at=&id=&limit=`, newest first. */
export interface OperatorLogAnswer {
  readonly events: readonly OperatorEvent[];
  /** All tenants, by name. */
  readonly tenants: readonly { readonly id: number; readonly name: string }[];
}

/** Maximum number of rows per request. */
export const maxEvents = 1_000;
