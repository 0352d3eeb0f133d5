import { isAuditor } from '../../platform/context.ts';
import type { Database } from '../../platform/server/database.ts';
import { refusalOfError } from '../../platform/server/http/http-errors.ts';
import type { Change, Sight, Sights, Watcher } from '../../platform/server/http/live-hub.ts';
import { systemContext } from '../../platform/server/jobs/jobs.ts';

/** What a person's rights show (ROLE-04, ROLE-05): kinds by extent, as the policies of `document` read them. */
export interface DocumentSight extends Sight {
  readonly all: readonly string[];
  readonly client: readonly string[];
  readonly client_id: number | null;
  readonly department: readonly string[];
  readonly department_id: number | null;
  readonly involved: readonly string[];
}

/** What decides who sees a document. */
export interface SeenDocument {
  readonly kind: string;
  readonly id: number;
  readonly is_draft: boolean;
  readonly client_id: number | null;
  readonly department_id: number | null;
  readonly creator_id: number | null;
  readonly concerned_ids: readonly number[];
  readonly holder_ids: readonly number[];
}

const sightQuery = `
  select app.persons() as persons, app.kinds_seen('all') as all, app.kinds_seen('client') as client,
    nullif(current_setting('app.client_id', true), '')::bigint as client_id,
    app.kinds_seen('department') as department,
    nullif(current_setting('app.department_id', true), '')::bigint as department_id,
    app.kinds_seen('involved') as involved`;

/** Documents of the tenant; none of a module that is switched off (API-45). */
const movedQuery = `
  select kind, id, status = 'draft' as is_draft, client_id, department_id, creator_id, concerned_ids, holder_ids
  from document join unnest($1::text[], $2::bigint[]) as moved (kind, id) using (kind, id)
  where tenant_id = app.tenant_id() and kind = any (app.kinds_on())`;

const visibleQuery = `
  select kind, id from document join unnest($1::text[], $2::bigint[]) as moved (kind, id) using (kind, id)`;

/** Reads no amounts, so that one role fits everyone. */
const onlyKeys = { role: 'reader', isOneStatement: true } as const;

/** Who sees which documents, by rights and by being concerned; one query for everybody online (TECH-12). */
export function documentSights(database: Database): Sights<DocumentSight> {
  return {
    of: (context) => database.inTenant(context, (tx) => tx.one<DocumentSight>(sightQuery), onlyKeys),
    seenBy: async (tenantId, watchers, changes) => {
      const moved = await unlessUnauthenticated(() => movedDocuments(database, tenantId, changes));
      if (moved === null) return watchers.map(() => null);
      return await Promise.all(
        watchers.map((watcher) =>
          isAuditor(watcher.context)
            ? unlessUnauthenticated(() => visibleTo(database, watcher, changes))
            : changes.filter((change) => {
                const document = moved.get(keyOf(change));
                return document !== undefined && sees(watcher, document);
              }),
        ),
      );
    },
  };
}

/** As the policy `visible` of `document`, of which a generated test proves it the equal. */
export function sees({ context, sight }: Watcher<DocumentSight>, document: SeenDocument): boolean {
  const { kind, is_draft: isDraft, client_id: client, department_id: department } = document;
  const isOneOf = (ids: readonly number[]) => sight.persons.some((person) => ids.includes(person));
  if (document.creator_id === context.userId || isOneOf(document.holder_ids)) return true;
  if (isDraft) return false;
  return (
    sight.all.includes(kind) ||
    (client !== null && client === sight.client_id && sight.client.includes(kind)) ||
    (department !== null && department === sight.department_id && sight.department.includes(kind)) ||
    (sight.involved.includes(kind) && isOneOf(document.concerned_ids))
  );
}

async function movedDocuments(
  database: Database,
  tenantId: number,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, SeenDocument>> {
  const rows = await database.inTenant(
    systemContext(tenantId, 'live'),
    (tx) => tx.fixed<SeenDocument>(movedQuery, keysOf(changes)),
    { role: 'writer', isOneStatement: true },
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** An auditor sees by company and period (ARC-04): the policies answer for each. */
async function visibleTo(
  database: Database,
  { context }: Watcher,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const rows = await database.inTenant(
    context,
    (tx) => tx.fixed<{ kind: string; id: number }>(visibleQuery, keysOf(changes)),
    onlyKeys,
  );
  const seen = new Set(rows.map(keyOf));
  return changes.filter((change) => seen.has(keyOf(change)));
}

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: number }) => `${kind} ${id}`;

const keysOf = (changes: readonly Change[]) => [changes.map(({ kind }) => kind), changes.map(({ id }) => id)];

/** Null if the tenant is no longer open, or the token no longer valid. */
async function unlessUnauthenticated<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (refusalOfError(error).code === 'unauthenticated') return null;
    throw error;
  }
}
