import type { Database } from './database.ts';

/** The tenant named by the first label of a request's host (AUTH-03); null if there is none. */
export async function tenantOfHost(
  database: Database,
  host: string | undefined,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const label = labelOf(host);
  if (label === undefined) return null;
  const tenant = await database.atGate((tx) =>
    tx.maybeOne<{ id: number; name: string }>(
      "select id, name from tenant where lower(name) = lower($1) and status = 'active'",
      [label],
    ),
  );
  return tenant ?? null;
}

/** The new origin of the tenant named by the first label of the host, if it moved to another installation (TECH-18). */
export async function newPlaceOfHost(database: Database, host: string | undefined): Promise<string | null> {
  const label = labelOf(host);
  if (label === undefined) return null;
  const tenant = await database.atGate((tx) =>
    tx.maybeOne<{ moved_to: string }>(
      "select moved_to from tenant where lower(name) = lower($1) and status = 'moved'",
      [label],
    ),
  );
  return tenant?.moved_to ?? null;
}

function labelOf(host: string | undefined): string | undefined {
  return /^([\w-]+)\./.exec(host ?? '')?.[1];
}
