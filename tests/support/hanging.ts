import pg from 'pg';

/** Younger statements belong to other tests. */
const longAgo = '10 seconds';

const openQueries = `
  select format('%s %s, %s s, waits for %s%s: %s', datname, state, extract(epoch from now() - state_change)::int,
    coalesce(wait_event_type || ' ' || wait_event, 'nothing'),
    case when pg_blocking_pids(pid) <> '{}' then format(' (held up by %s)', pg_blocking_pids(pid)) end,
    left(regexp_replace(query, '\\s+', ' ', 'g'), 300)) as reported
  from pg_stat_activity
  where datname like 'test\\_%' and state <> 'idle' and state_change < now() - interval '${longAgo}'`;

/**
 * Prints what a test that exceeded its time may have waited for: open handles of its process, and long-running
 * statements in PostgreSQL.
 *
 * @param adminUrl of the PostgreSQL of the tests; undefined where there is none
 */
export async function reportOpenHandles(title: string, adminUrl: string | undefined): Promise<void> {
  const counts = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind);
  const resources = [...counts].map(([kind, all]) => `${all.length} ${kind}`).join(', ');
  console.error(`"${title}" hangs. Open resources of its process: ${resources}`);
  if (adminUrl === undefined) return;
  const client = new pg.Client({ connectionString: adminUrl, query_timeout: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ reported: string }>(openQueries);
    console.error(
      `Open in PostgreSQL: ${rows.map(({ reported }) => `\n  ${reported}`).join('') || 'nothing'}`,
    );
  } catch (error) {
    console.error('PostgreSQL cannot be queried:', error);
  } finally {
    await client.end().catch(() => {});
  }
}
