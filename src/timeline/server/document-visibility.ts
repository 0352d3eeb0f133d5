import { isAuditor } from '../../platform/context.ts';
import type { Database } from '../../platform/server/database.ts';
import { refusalOfError } from '../../platform/server/http/http-errors.ts';
import type { Change, Rights, Subscriber, Visibility } from '../../platform/server/http/live-hub.ts';
import { systemContext } from '../../platform/server/jobs/jobs.ts';

/** What a person's rights show (ROLE-04, ROLE-05): kinds by extent, as the policies of `document` read them. */
export interface DocumentRights extends Rights {
  readonly all: readonly string[];
  readonly client: readonly string[];
  readonly client_id: number | null;
  readonly department: readonly string[];
  readonly department_id: number | null;
  readonly involved: readonly string[];
}

/** What decides who sees a document. */
export interface ChangedDocument {
  readonly kind: string;
  readonly id: number;
  readonly is_draft: boolean;
  readonly client_id: number | null;
  readonly department_id: number | null;
  readonly creator_id: number | null;
  readonly concerned_ids: readonly number[];
  readonly holder_ids: readonly number[];
}

const rightsQuery = `
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

/** Changed rights raise the version of a token; whoever acts for somebody must still be an administrator. */
const validQuery = `
  select (w.place - 1)::integer as place
  from unnest($1::bigint[], $2::integer[], $3::bigint[]) with ordinality as w (id, version, actor_id, place)
  join lb_user u on u.id = w.id and u.token_version = coalesce(w.version, u.token_version)
  where w.actor_id is null or app.administers(app.tenant_id(), w.actor_id)`;

const visibleQuery = `
  select kind, id from document join unnest($1::text[], $2::bigint[]) as moved (kind, id) using (kind, id)`;

/** Reads no amounts, so that one role fits everyone. */
const onlyKeys = { role: 'reader', isOneStatement: true } as const;

/** Who sees which documents, by rights and by being concerned; one query for everybody online (TECH-12). */
export function documentVisibility(database: Database): Visibility<DocumentRights> {
  return {
    rightsOf: (context) => database.inTenant(context, (tx) => tx.one<DocumentRights>(rightsQuery), onlyKeys),
    visibleTo: async (tenantId, subscribers, changes) => {
      const now = await unlessUnauthenticated(() => askedOnce(database, tenantId, subscribers, changes));
      if (now === null) return subscribers.map(() => null);
      return await Promise.all(
        subscribers.map((subscriber, place) => {
          if (isAuditor(subscriber.context))
            return unlessUnauthenticated(() => visibleTo(database, subscriber, changes));
          if (!now.valid.has(place)) return null;
          return changes.filter((change) => {
            const document = now.documents.get(keyOf(change));
            return document !== undefined && isVisible(subscriber, document);
          });
        }),
      );
    },
  };
}

/** Decides like the policy `visible` of `document`; a test compares the two for all people and documents. */
export function isVisible(
  { context, rights }: Subscriber<DocumentRights>,
  document: ChangedDocument,
): boolean {
  const { kind, is_draft: isDraft, client_id: client, department_id: department } = document;
  const isOneOf = (ids: readonly number[]) => rights.persons.some((person) => ids.includes(person));
  if (document.creator_id === context.userId || isOneOf(document.holder_ids)) return true;
  if (isDraft) return false;
  return (
    rights.all.includes(kind) ||
    (client !== null && client === rights.client_id && rights.client.includes(kind)) ||
    (department !== null && department === rights.department_id && rights.department.includes(kind)) ||
    (rights.involved.includes(kind) && isOneOf(document.concerned_ids))
  );
}

interface Now {
  readonly documents: ReadonlyMap<string, ChangedDocument>;
  /** The places of subscribers whose tokens are valid (AUTH-20); a notification may have been lost. */
  readonly valid: ReadonlySet<number>;
}

async function askedOnce(
  database: Database,
  tenantId: number,
  subscribers: readonly Subscriber[],
  changes: readonly Change[],
): Promise<Now> {
  const contexts = subscribers.map(({ context }) => context);
  const tokens = [
    contexts.map(({ userId }) => userId),
    contexts.map(({ tokenVersion }) => tokenVersion),
    contexts.map(({ userId, actorId }) => (actorId === userId ? null : actorId)),
  ];
  const [documents, valid] = await database.inTenant(
    systemContext(tenantId, 'live'),
    (tx) =>
      Promise.all([
        tx.fixed<ChangedDocument>(movedQuery, keysOf(changes)),
        tx.fixed<{ place: number }>(validQuery, tokens),
      ]),
    { role: 'writer' },
  );
  return {
    documents: new Map(documents.map((row) => [keyOf(row), row])),
    valid: new Set(valid.map(({ place }) => place)),
  };
}

/** An auditor sees by company and period (ARC-04): the policies answer for each. */
async function visibleTo(
  database: Database,
  { context }: Subscriber,
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
