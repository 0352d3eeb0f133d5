import type { Database } from './database.ts';

/** What was refused, as the security log keeps it: names and codes, and no value (AUTH-35). */
export interface RefusedAct {
  readonly kind: 'login_failed' | 'token_refused' | 'refused';
  readonly tenantId: number;
  /** Whose account it is about; null where nobody is known. */
  readonly personId: number | null;
  readonly actorId: number | null;
  readonly means?: string | null;
  /** The command, the route or the table that was asked for. */
  readonly what?: string | null;
  readonly code: string;
  /** Such as `Firefox, Windows`. */
  readonly device?: string | null;
  /** An IP address, of which the network is kept. */
  readonly address?: string | null;
}

/**
 * Notes a refusal in a transaction of its own, because that of the act is undone (AUTH-35). Of one kind and person ten a
 * minute get a row; of more, one row tells how many there were.
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
