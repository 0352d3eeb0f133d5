import type { Database } from './database.ts';

/** An entry of the security log: names and codes, no values (AUTH-35). */
export interface RefusedAct {
  readonly kind: 'login_failed' | 'token_refused' | 'refused';
  readonly tenantId: number;
  /** The person whose account is affected; null if unknown. */
  readonly personId: number | null;
  readonly actorId: number | null;
  readonly means?: string | null;
  /** The requested command, route or table. */
  readonly what?: string | null;
  readonly code: string;
  /** Such as `Firefox, Windows`. */
  readonly device?: string | null;
  /** An IP address; only its network is stored. */
  readonly address?: string | null;
}

/**
 * Logs a refusal in its own transaction, because that of the act is rolled back (AUTH-35). Ten per minute of one kind
 * and person get a row each; one further row counts the rest.
 */
export async function noteRefusal(database: Pick<Database, 'atGate'>, refused: RefusedAct): Promise<void> {
  const { kind, tenantId, personId, actorId, means, what, code, device, address } = refused;
  await database.atGate((tx) =>
    tx.fixed('select app.log_refusal($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      tenantId,
      kind,
      personId,
      actorId,
      means ?? null,
      what ?? null,
      code,
      device ?? null,
      address ?? null,
    ]),
  );
}
