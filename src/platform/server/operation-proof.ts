import type { OperationProof } from '../operation-proof.ts';
import { limitedConnection } from './database/limits.ts';
import { PrimaryClient } from './database/primary.ts';

/**
 * Records a proof at the end of a console command. Does nothing in a database of an older version, which has no place
 * for it.
 *
 * @param ownerUrl the database's owner
 * @returns whether it was recorded
 */
export async function recordProof(ownerUrl: string, proof: OperationProof): Promise<boolean> {
  const client = new PrimaryClient({
    ...limitedConnection(),
    connectionString: ownerUrl,
    application_name: 'kontor proof',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ is_there: boolean }>(
      "select to_regclass('public.operation_proof') is not null as is_there",
    );
    if (rows[0]?.is_there !== true) return false;
    await client.query(
      'insert into public.operation_proof (kind, is_passed, figures) values ($1, $2, $3::jsonb)',
      [proof.kind, proof.isPassed, JSON.stringify(proof.figures)],
    );
    return true;
  } finally {
    await client.end();
  }
}
