import type { Database } from './database.ts';

/** The tenant named by the first label of a request's host (AUTH-03); null if there is none. */
export async function tenantOfHost(
  database: Database,
  host: string | undefined,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const label = /^([\w-]+)\./.exec(host ?? '')?.[1];
  if (label === undefined) return null;
  const tenant = await database.atGate((tx) =>
    tx.maybeOne<{ id: number; name: string }>(
      "select id, name from tenant where lower(name) = lower($1) and status = 'active'",
      [label],
    ),
  );
  return tenant ?? null;
}
