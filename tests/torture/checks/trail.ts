import { isDeepStrictEqual } from 'node:util';
import type { Check, World } from '../world.ts';

export const trail: readonly Check[] = [
  { name: 'AUD-01  the audit rows lead to what is stored', violations: audit },
  { name: 'TECH-12 document_person is what the rule says', violations: persons },
  { name: 'TECH-12 the rows of the lists name the same persons', violations: listedPersons },
  { name: 'BUD-03  what the requests count is kept as it is', violations: budgetAmounts },
];

/** The audited tables of a request, with how their rows name it and what the audit leaves out. */
const audited: Readonly<Record<string, string>> = {
  procurement: 'id',
  procurement_line: 'procurement_id',
  timeline_entry: 'procurement_id',
  procurement_supplier_order: 'procurement_id',
  goods_receipt: 'procurement_id',
};
const ignored = ['tenant_id', 'updated_at', 'is_outstanding'];

interface AuditRow {
  readonly type: string;
  readonly key: number;
  readonly after: Readonly<Record<string, unknown>>;
}

type Content = Readonly<Record<string, unknown>>;

async function audit(world: World): Promise<string[]> {
  const found = await Promise.all(Object.entries(audited).map(([table, key]) => auditOf(world, table, key)));
  return found.flat();
}

async function auditOf({ sql, created }: World, table: string, key: string): Promise<string[]> {
  const rows = await sql<AuditRow>(
    `select type, foreign_key as key, coalesce(data_after, '{}') || coalesce(amounts_after, '{}') as after
     from audit_log where "table" = $1 and procurement_id = any ($2) order by id`,
    [table, created],
  );
  const stored = await sql<{ id: number; content: Content }>(
    `select id, to_jsonb(t) - $2::text[] as content from ${table} t where ${key} = any ($1)`,
    [created, ignored],
  );
  const wanted = new Map(stored.map(({ id, content }) => [id, content]));
  const told = new Map<number, Content | null>();
  for (const { type, key, after } of rows)
    told.set(key, type === 'delete' ? null : { ...told.get(key), ...after });
  return [
    ...stored.flatMap(({ id, content }) =>
      isDeepStrictEqual(content, told.get(id))
        ? []
        : [`${table} ${id}: ${differences(content, told.get(id))}`],
    ),
    ...[...told].flatMap(([id, content]) =>
      content !== null && !wanted.has(id) ? [`${table} ${id} is gone without a trace`] : [],
    ),
  ];
}

function differences(content: Content, told: Content | null | undefined): string {
  if (!told) return 'there is no audit row';
  return Object.keys({ ...content, ...told })
    .filter((key) => !isDeepStrictEqual(content[key], told[key]))
    .map((key) => `${key} is ${JSON.stringify(content[key])}, the audit says ${JSON.stringify(told[key])}`)
    .join(', ');
}

/**
 * The rule in words of its own: creator, present or past assignees, whom they stood in for and whoever was asked act;
 * the others are involved.
 */
async function persons({ sql, cast, created }: World): Promise<string[]> {
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

/** The lists keep the persons of `document_person` beside what they show. */
async function listedPersons({ sql, cast, created }: World): Promise<string[]> {
  const rows = await sql<{ id: number }>(
    `select d.id from document d
     left join lateral (
       select array_agg(p.lb_user_id order by p.lb_user_id) as all_of_them,
         array_agg(p.lb_user_id order by p.lb_user_id) filter (where p.is_assignee) as holders
       from document_person p where p.tenant_id = d.tenant_id and p.kind = d.kind and p.document_id = d.id
     ) p on true
     where d.tenant_id = $1 and d.kind = 'procurement' and d.id = any ($2)
       and (d.concerned_ids, d.holder_ids) is distinct from (coalesce(p.all_of_them, '{}'), coalesce(p.holders, '{}'))`,
    [cast.tenantId, created],
  );
  return rows.map(({ id }) => `request ${id}: others are named in the lists`);
}

/** What is kept of the budgets beside what the requests say now. */
async function budgetAmounts({ sql, cast, created }: World): Promise<string[]> {
  const rows = await sql<{ id: number; wanted: string | null; stored: string | null }>(
    `with wanted as (
       select procurement_id as id, cost_center_id, coalesce(ledger_account_id, 0) as account, day, is_decided, sum(net) as net
       from app.amounts_of_orders($1, $2) where cost_center_id is not null and day is not null group by 1, 2, 3, 4, 5
     ), stored as (
       select procurement_id as id, cost_center_id, coalesce(ledger_account_id, 0) as account, day, is_decided, net
       from budget_amount where tenant_id = $1 and invoice_id is null and procurement_id = any ($2)
     )
     select id, w.net as wanted, s.net as stored
     from wanted w full join stored s using (id, cost_center_id, account, day, is_decided) where w.net is distinct from s.net`,
    [cast.tenantId, created],
  );
  return rows.map(
    ({ id, wanted, stored }) => `request ${id} counts ${stored} in the budgets, should count ${wanted}`,
  );
}
