import type { SecurityKind } from './model.ts';

/**
 * What happened in a tenant, as operators see it (AUTH-35): not to whom, nor from where, but for the logins of the operators
 * themselves. A row without a tenant counts links and tokens of one hour that nobody knows.
 */
export interface OperatorEvent {
  /** Below zero where nobody is known. */
  readonly id: number;
  readonly tenant_id: number | null;
  readonly tenant: string | null;
  /** An instant, ISO 8601. */
  readonly created_at: string;
  readonly kind: SecurityKind;
  readonly means: string | null;
  readonly code: string | null;
  readonly times: number;
  /** Where it is about an operator of the own tenant. */
  readonly own: OwnEvent | null;
}

export interface OwnEvent {
  readonly person: string;
  /** Who else did it. */
  readonly actor: string | null;
  readonly what: string | null;
  readonly device: string | null;
  readonly network: string | null;
}

/** `GET /api/operator/security-log?kind=&tenant_id=&from=&to=&at=&id=&limit=`, the newest first. */
export interface OperatorLogAnswer {
  readonly events: readonly OperatorEvent[];
  /** All tenants, by name. */
  readonly tenants: readonly { readonly id: number; readonly name: string }[];
}

/** So many rows are asked for at most. */
export const mostEvents = 1_000;
