import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { databaseName } from '../../../src/app/server/product.ts';
import { readRecords } from '../../../src/features/audit/server/head-file.ts';
import { openNotary } from '../../../src/features/audit/server/head-record.ts';
import { verifyAudit } from '../../../src/features/audit/server/verify.ts';
import { readConfiguration } from '../../../src/platform/server/configuration.ts';
import type { Check, Fixture } from '../fixture.ts';

export const trail: readonly Check[] = [
  { name: 'AUD-01  the audit rows lead to the stored data', violations: audit },
  { name: 'AUD-10  the sealed audit has no findings, with any clocks', violations: accusations },
  { name: 'TECH-12 document_person follows the rule', violations: persons },
  { name: 'TECH-12 the rows of the lists name the same persons', violations: listedPersons },
  { name: 'TECH-12 the rows of the lists equal the documents', violations: listed },
];

/** The audited tables of a kind, with the columns that refer to the document. */
const audited: Readonly<Record<'procurement' | 'invoice', Readonly<Record<string, string>>>> = {
  procurement: {
    procurement: 'id',
    procurement_line: 'procurement_id',
    timeline_entry: 'procurement_id',
    procurement_supplier_order: 'procurement_id',
    goods_receipt: 'procurement_id',
  },
  invoice: { invoice: 'id', invoice_line: 'invoice_id', timeline_entry: 'invoice_id' },
};
/** Columns without audit. */
const ignored = [
  ...['tenant_id', 'updated_at', 'is_outstanding', 'waited_since'],
  ...['means', 'way', 'money_by_ids', 'taken_off_ids'],
];

interface AuditRow {
  readonly type: string;
  readonly key: number;
  readonly after: Readonly<Record<string, unknown>>;
}

type Content = Readonly<Record<string, unknown>>;

/** By the signed heads of all processes. */
async function accusations({ ownerUrl, dataDirectory }: Fixture): Promise<string[]> {
  const { secretKey } = readConfiguration({ DATA_DIR: dataDirectory });
  const folder = dirname(dataDirectory);
  const records = readdirSync(folder).flatMap(
    (name) => readRecords(join(folder, name, 'audit-heads.jsonl')).records,
  );
  const client = new pg.Client({
    connectionString: ownerUrl(databaseName),
    options: '-c timezone=UTC -c datestyle=ISO -c bytea_output=hex',
  });
  await client.connect();
  try {
    const { findings } = await verifyAudit(client, openNotary(secretKey, null), records);
    return findings.map(
      ({ kind, tenant, from, row }) => `${kind}: tenant ${tenant}, place ${from}, row ${row}`,
    );
  } finally {
    await client.end();
  }
}

async function audit(fixture: Fixture): Promise<string[]> {
  const { created, invoices } = fixture;
  const found = [
    ...Object.entries(audited.procurement).map((one) => auditOf(fixture, 'procurement', created, one)),
    ...Object.entries(audited.invoice).map((one) => auditOf(fixture, 'invoice', invoices, one)),
  ];
  return (await Promise.all(found)).flat();
}

async function auditOf(
  { sql }: Fixture,
  kind: keyof typeof audited,
  ids: readonly number[],
  [table, key]: readonly [string, string],
): Promise<string[]> {
  const rows = await sql<AuditRow>(
    `select type, foreign_key as key, coalesce(data_after, '{}') || coalesce(amounts_after, '{}') as after
     from audit_log where "table" = $1 and ${kind}_id = any ($2) order by id`,
    [table, ids],
  );
  const stored = await sql<{ id: number; content: Content }>(
    `select id, to_jsonb(t) - $2::text[] as content from ${table} t where ${key} = any ($1)`,
    [ids, ignored],
  );
  const wanted = new Map(stored.map(({ id, content }) => [id, content]));
  const reported = new Map<number, Content | null>();
  for (const { type, key, after } of rows)
    reported.set(key, type === 'delete' ? null : { ...reported.get(key), ...after });
  return [
    ...stored.flatMap(({ id, content }) =>
      isDeepStrictEqual(content, reported.get(id))
        ? []
        : [`${table} ${id}: ${differences(content, reported.get(id))}`],
    ),
    ...[...reported].flatMap(([id, content]) =>
      content !== null && !wanted.has(id) ? [`${table} ${id} is gone without a trace`] : [],
    ),
  ];
}

function differences(content: Content, reported: Content | null | undefined): string {
  if (!reported) return 'there is no audit row';
  return Object.keys({ ...content, ...reported })
    .filter((key) => !isDeepStrictEqual(content[key], reported[key]))
    .map(
      (key) => `${key} is ${JSON.stringify(content[key])}, the audit says ${JSON.stringify(reported[key])}`,
    )
    .join(', ');
}

/**
 * The rule restated: creator, present or past assignees, the persons they stood in for and asked persons act; the
 * others are involved.
 */
async function persons({ sql, cast, created }: Fixture): Promise<string[]> {
  const rows = await sql<{
    document: number;
    person: number;
    wanted: boolean | null;
    stored: boolean | null;
  }>(
    `with concern as (
       select id as document, creator_id as person, true as acts from procurement where id = any ($2)
       union all select id, consignee_id, false from procurement where id = any ($2)
       union all select procurement_id, sent_by_id, false from procurement_supplier_order where procurement_id = any ($2)
       union all select q.procurement_id, q.lb_user_id, true
         from document_question q join procurement p on p.id = q.procurement_id
         where p.id = any ($2) and p.status <> 'draft'
       union all select e.procurement_id, concerned.person,
           not (e.entry_no > t.current_entry_no or (e.entry_no < t.current_entry_no and coalesce(e.status, 'reassigned') = 'reassigned'))
         from timeline_entry e join timeline t on t.tenant_id = e.tenant_id and t.id = e.timeline_id
         cross join lateral (values (e.lb_user_id), (e.for_user_id)) as concerned (person)
         where e.procurement_id = any ($2) and e.status is distinct from 'comment'
     ), wanted as (
       select document, person, bool_or(acts) as acts from concern where person is not null group by 1, 2
     ), stored as (
       select document_id as document, lb_user_id as person, is_assignee as acts from document_person
       where tenant_id = $1 and kind = 'procurement' and document_id = any ($2)
     )
     select document, person, w.acts as wanted, s.acts as stored
     from wanted w full join stored s using (document, person) where w.acts is distinct from s.acts`,
    [cast.tenantId, created],
  );
  return rows.map(
    ({ document, person, wanted, stored }) =>
      `request ${document}, person ${person}: acts = ${stored}, should be ${wanted}`,
  );
}

/** The lists keep the persons of `document_person` with their rows. */
async function listedPersons({ sql, cast, created, invoices }: Fixture): Promise<string[]> {
  const rows = await sql<{ kind: string; id: number }>(
    `select d.kind, d.id from document d
     left join lateral (
       select array_agg(p.lb_user_id order by p.lb_user_id) as all_of_them,
         array_agg(p.lb_user_id order by p.lb_user_id) filter (where p.is_assignee) as holders
       from document_person p where p.tenant_id = d.tenant_id and p.kind = d.kind and p.document_id = d.id
     ) p on true
     where d.tenant_id = $1 and (d.kind = 'procurement' and d.id = any ($2) or d.kind = 'invoice' and d.id = any ($3))
       and (d.concerned_ids, d.holder_ids) is distinct from (coalesce(p.all_of_them, '{}'), coalesce(p.holders, '{}'))`,
    [cast.tenantId, created, invoices],
  );
  return rows.map(({ kind, id }) => `${kind} ${id}: others are named in the lists`);
}

/** A reader of a list reads the stored values of each document, and misses none. */
async function listed({ sql, cast }: Fixture): Promise<string[]> {
  const rows = await sql<{ kind: string; id: number; listed: unknown; stored: unknown }>(
    `with stored as (
       select 'procurement' as kind, p.id, jsonb_build_array(p.status, p.name, p.creator_id, p.cost_center_id, p.total_netto,
           coalesce(p.order_number_formatted, p.draft_number_formatted), t.content_version, null,
           (select coalesce(jsonb_agg(distinct l.supplier_id), '[]') from procurement_line l
            where l.tenant_id = p.tenant_id and l.procurement_id = p.id and l.supplier_id is not null)) as words
       from procurement p join timeline t on t.tenant_id = p.tenant_id and t.id = p.timeline_id where p.tenant_id = $1
       union all
       select 'invoice', i.id, jsonb_build_array(i.status, i.name, i.creator_id, i.cost_center_id, i.total_netto,
           i.invoice_number_formatted, t.content_version, i.invoice_date, to_jsonb(array_remove(array[i.supplier_id], null)))
       from invoice i join timeline t on t.tenant_id = i.tenant_id and t.id = i.timeline_id where i.tenant_id = $1
     ), listed as (
       select kind, id, jsonb_build_array(status, name, creator_id, cost_center_id, total_netto, number, content_version,
           case when kind = 'invoice' then invoice_date end, to_jsonb(supplier_ids)) as words
       from document where tenant_id = $1 and kind in ('procurement', 'invoice')
     )
     select kind, id, l.words as listed, s.words as stored from stored s full join listed l using (kind, id)
     where l.words is distinct from s.words`,
    [cast.tenantId],
  );
  return rows.map(
    ({ kind, id, listed: is, stored }) =>
      `${kind} ${id}: listed as ${JSON.stringify(is)}, is ${JSON.stringify(stored)}`,
  );
}
