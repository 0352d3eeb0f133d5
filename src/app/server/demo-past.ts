import type pg from 'pg';
import { addDays, type Day, weekday } from '../../base/day.ts';
import type { DemoContext } from './demo-context.ts';

/** The day itself, or the Friday before it. */
export function workingDay(day: Day): Day {
  return addDays(day, -Math.max(weekday(day) - 5, 0));
}

/** The dates of a document kind that are moved back. */
export interface KindOfPast {
  readonly kind: 'procurement' | 'invoice';
  /** Further statements, each over `entry`, `span`, the tenant as $1, the document as $2 and the days as $3. */
  readonly related: Readonly<Record<string, string>>;
  /** Assignments of further dates of the head, besides `created_at` and `updated_at`. */
  readonly head: string;
  /** Maximum number of days from the first to the last step; null for no limit. */
  readonly maxDays: number | null;
}

/** Entries of these types or codes are dated in the evening of one day. */
export interface SameDay {
  readonly entries: readonly string[];
  readonly daysAgo: number;
}

/** A document, and the days by which it is moved back. */
export interface MovedDocument {
  readonly id: number;
  readonly daysAgo: number;
  readonly sameDay?: SameDay | null;
}

/**
 * Runs changes that no person made, without triggers. Each switch makes PostgreSQL plan all statements of the session
 * again, so that one should serve many documents.
 */
export async function withoutTriggers(client: pg.ClientBase, run: () => Promise<void>): Promise<void> {
  await client.query("set local session_replication_role = 'replica'");
  await run();
  await client.query("set local session_replication_role = 'origin'");
}

/** Moves documents back and spreads their steps over the working days since, an hour apart on the same day. */
export async function moveBack(
  demo: DemoContext,
  past: KindOfPast,
  documents: readonly MovedDocument[],
): Promise<void> {
  await withoutTriggers(demo.client, async () => {
    for (const document of documents) if (document.daysAgo !== 0) await moveOne(demo, past, document);
  });
}

async function moveOne(
  { client, tenantId, timeZone }: DemoContext,
  past: KindOfPast,
  { id, daysAgo, sameDay }: MovedDocument,
): Promise<void> {
  await client.query(movedBack(past), [
    tenantId,
    id,
    daysAgo,
    timeZone,
    sameDay?.entries ?? null,
    sameDay?.daysAgo ?? null,
    past.maxDays,
  ]);
  const kept = past.kind === 'invoice' ? ['order_movement', 'invoice_state'] : ['order_movement'];
  for (const table of kept)
    await client.query(`delete from ${table} where tenant_id = $1 and ${past.kind}_id = $2`, [tenantId, id]);
  for (const keep of ['keep_documents', 'keep_states', 'keep_order_movements'])
    await client.query(`select app.${keep}($1, $2, array[$3::bigint])`, [tenantId, past.kind, id]);
}

const movedBack = ({ kind, related, head }: KindOfPast) => `
  with place as (
    select e.id, e.entry_no, e.type, array[e.type, e.message_code] && $5::text[] as is_same_day,
      (now() at time zone $4)::date - coalesce(case when array[e.type, e.message_code] && $5::text[] then $6::int end,
        $3::int - floor(least(0.6 * $3, $7) * (row_number() over (order by e.entry_no) - 1) / count(*) over ())::int) as day
    from timeline_entry e where e.tenant_id = $1 and e.${kind}_id = $2 and e.completed_at is not null
  ), entry as (
    -- Days at a weekend are moved to the Friday before.
    select id, type, (day - greatest(extract(isodow from day)::int - 5, 0)
      + case when is_same_day then time '18:40' + entry_no * interval '1 minute'
          else time '08:15' + entry_no * interval '55 minutes' end) at time zone $4 as at
    from place
  ), span as (
    -- A draft has no completed steps.
    select coalesce(min(at), now() - make_interval(days => $3::int)) as first,
      coalesce(max(at), now() - make_interval(days => $3::int)) as last
    from entry
  ), done as (
    update timeline_entry e set completed_at = entry.at, created_at = span.first, waited_since = null
    from entry, span where e.tenant_id = $1 and e.id = entry.id
  ), ahead as (
    update timeline_entry e set created_at = span.first
    from span where e.tenant_id = $1 and e.${kind}_id = $2 and e.completed_at is null
  ), audit as (
    update audit_log set created_at = span.first from span where tenant_id = $1 and ${kind}_id = $2
  ), lines as (
    update ${kind}_line set created_at = span.first from span where tenant_id = $1 and ${kind}_id = $2
  ), ${Object.entries(related)
    .map(([name, statement]) => `${name} as (${statement})`)
    .join(', ')}
  update ${kind} set created_at = span.first, updated_at = span.last, ${head}
  from span where tenant_id = $1 and id = $2`;
