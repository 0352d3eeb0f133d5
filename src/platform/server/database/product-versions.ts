import type pg from 'pg';

/** Creates the table of product versions that have defined functions in this database. */
export async function prepareVersions(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists app.product_version (version text primary key, first_at timestamptz not null default now())',
  );
}

/**
 * The newest version that has defined functions here if newer than the given one; else null. An older version that
 * restarts during a rolling update must not overwrite them (TECH-21).
 */
export async function newerVersion(client: pg.Client, version: string): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>('select version from app.product_version');
  return (
    rows
      .map((row) => row.version)
      .filter((other) => compareVersions(other, version) > 0)
      .toSorted(compareVersions)
      .at(-1) ?? null
  );
}

export async function noteVersion(client: pg.Client, version: string): Promise<void> {
  await client.query('insert into app.product_version (version) values ($1) on conflict do nothing', [
    version,
  ]);
}

/** Compares versions such as 0.10.2 by their numbers. */
function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
