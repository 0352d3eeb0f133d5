import { openGraphql } from '../../src/app/server/graphql.ts';
import type { Database, Tx } from '../../src/platform/server/database.ts';
import type { Office, Person } from './people.ts';

/** The tables that this transaction has scanned completely. */
export async function scannedIn(tx: {
  readonly query: (text: string) => Promise<readonly unknown[]>;
}): Promise<readonly string[]> {
  const rows = await tx.query(
    "select relname as name from pg_stat_xact_user_tables where schemaname = 'public' and seq_scan > 0",
  );
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** The API's answer to a person, and the tables scanned completely for it. */
export async function askedWatching(
  office: Office,
  person: Person,
  request: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
): Promise<{ readonly body: unknown; readonly scans: readonly string[] }> {
  const { database } = office.db;
  const scans: string[] = [];
  const watched: Database = {
    ...database,
    inTenant: (context, run, options) =>
      database.inTenant(
        context,
        async (tx: Tx) => {
          const answer = await run(tx);
          scans.push(...(await scannedIn(tx)));
          return answer;
        },
        options,
      ),
  };
  const graphql = await openGraphql(watched, { error: () => {} });
  const { body } = await graphql.execute(office.context(person), request);
  return { body: JSON.parse(body), scans };
}
