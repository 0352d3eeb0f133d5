import type { Database } from '../../platform/server/database.ts';
import type { Change, Visible } from '../../platform/server/http/live-hub.ts';

const visibleKeys = `
  select 'procurement' as kind, id from procurement where id = any ($1)
  union all
  select 'invoice', id from invoice where id = any ($2)
  union all
  select 'contract', id from contract where id = any ($3)`;

/** Finds in one query, as the person himself, which of the moved documents he can see (TECH-12). */
export function visibleDocuments(database: Database): Visible {
  return (context, changes) =>
    database.inTenant(
      context,
      async (tx) => {
        const values = (['procurement', 'invoice', 'contract'] as const).map((kind) => idsOf(changes, kind));
        const rows = await tx.fixed<{ kind: string; id: number }>(visibleKeys, values);
        const seen = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
        return changes.filter(({ kind, id }) => seen.has(`${kind} ${id}`));
      },
      // No amounts are read, so that everybody asks in the same role.
      { role: 'reader' },
    );
}

function idsOf(changes: readonly Change[], kind: string): number[] {
  return changes.filter((change) => change.kind === kind).map((change) => change.id);
}
