import type { Database } from '../../platform/server/database.ts';
import type { Visible } from '../../platform/server/http/live-hub.ts';

const visibleKeys = `
  select kind, id from document join unnest($1::text[], $2::bigint[]) as moved (kind, id) using (kind, id)`;

/**
 * Finds in one query, as the person, which of the changed documents are visible (TECH-12); none of a module that is
 * switched off (API-45).
 */
export function visibleDocuments(database: Database): Visible {
  return (context, changes) =>
    database.inTenant(
      context,
      async (tx) => {
        const moved = [changes.map(({ kind }) => kind), changes.map(({ id }) => id)];
        const rows = await tx.fixed<{ kind: string; id: number }>(visibleKeys, moved);
        const seen = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
        return changes.filter(({ kind, id }) => seen.has(`${kind} ${id}`));
      },
      // Reads no amounts, so that one role fits everyone.
      { role: 'reader' },
    );
}
