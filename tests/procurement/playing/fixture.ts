import type { Caller, DemoApi } from '../../support/demo-api.ts';
import { peopleOf } from '../../support/playing-people.ts';
import { type Administrators, withSecondAdministrator } from '../../support/playing-settings.ts';
import { catalogueLines, commandCall, completeForm, type Document } from '../requests.ts';

/** A request read directly from the database, with plain numbers. */
export interface Seen {
  readonly status: string;
  readonly step: string | null;
  readonly holder: string | null;
  readonly holder_id: number | null;
  readonly creator_id: number;
  readonly version: number;
  readonly value: number;
  readonly currency: string;
  readonly rate: number;
  readonly centers: readonly string[];
  readonly suppliers: readonly string[];
  /** The last entry of its timeline; later changes have higher ones. */
  readonly last_entry: number;
  readonly again: number;
  readonly records: number;
  readonly letters: number;
  readonly placed: number;
  readonly lines: readonly {
    readonly id: number;
    readonly supplier: number | null;
    readonly missing: number;
  }[];
}

/** One observed approval. */
export interface SeenApproval {
  readonly personId: number;
  readonly value: number;
  readonly centers: readonly string[];
  readonly suppliers: readonly string[];
  /** The person was an approver of the company and no maker of the document. */
  readonly counts: boolean;
  /** The person's limit covered the value, or the excess was confirmed. */
  readonly reaches: boolean;
}

export interface RequestFixture {
  readonly demo: DemoApi;
  readonly administrators: Administrators;
  readonly callers: ReadonlyMap<string, Caller>;
  readonly tenantId: number;
  readonly documentId: number;
  readonly clientId: number;
  /** Further records of the tenant, by table. */
  readonly ids: Readonly<Record<string, readonly number[]>>;
  readonly minApproval: number;
  before: Seen;
  after: Seen;
  /** The approvals of the current round. */
  round: SeenApproval[];
  /** The creator, and people who acted on it as somebody else (APPR-09, APPR-17). */
  readonly makers: Set<number>;
  /** The person who took the move; null for an event. */
  caller: Caller | null;
}

/** The current document; null once deleted. */
export async function look(demo: DemoApi, documentId: number): Promise<Seen | null> {
  const [row] = await demo.db.sql<{ seen: Seen }>(seenSql, [documentId]);
  return row?.seen ?? null;
}

/** The value of the lines at the document's rate; the rate of the own currency is 1 whatever is stored (BUD-08). */
const seenSql = `
  select json_build_object('status', p.status, 'step', e.type, 'holder', split_part(u.email, '@', 1), 'holder_id', e.lb_user_id,
    'creator_id', p.creator_id, 'version', t.content_version, 'currency', p.currency,
    'rate', case when p.currency = c.currency then 1 else p.exchange_rate end,
    'value', round(coalesce(l.net, 0) * case when p.currency = c.currency or p.exchange_rate is null then 1 else p.exchange_rate end, 2),
    'centers', coalesce(l.centers, '[]'), 'suppliers', coalesce(l.suppliers, '[]'), 'lines', coalesce(l.lines, '[]'),
    'last_entry', (select coalesce(max(x.id), 0) from timeline_entry x where x.procurement_id = p.id),
    'again', (select count(*) from timeline_entry x where x.procurement_id = p.id and x.message_code = 'approval_again'),
    'records', (select count(*) from approval_record r where r.procurement_id = p.id),
    'letters', (select count(*) from procurement_order_letter o where o.procurement_id = p.id and o.kind <> 'cancellation'),
    'placed', (select count(*) from procurement_supplier_order o where o.procurement_id = p.id and o.state in ('sending', 'sent', 'confirmed'))
  ) as seen
  from procurement p
  join timeline t on t.id = p.timeline_id
  left join client c on c.id = p.client_id
  left join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
  left join lb_user u on u.id = e.lb_user_id
  left join lateral (
    select sum(n.net) as net, json_agg(distinct coalesce(coalesce(n.cost_center_id, p.cost_center_id)::text, '-')) as centers,
      json_agg(distinct coalesce(n.supplier_id::text, '-')) as suppliers,
      json_agg(json_build_object('id', n.id, 'supplier', n.supplier_id, 'missing', case when n.kind = 'item' then n.quantity - n.quantity_received else 0 end)) as lines
    from (select *, total_netto as net from procurement_line) n where n.procurement_id = p.id
  ) l on true
  where p.id = $1`;

/** Resets the settings and people that games change. */
const fresh = `
  update client set min_approval = $2, when_limit_exceeded = 'confirm', when_budget_exceeded = 'confirm', self_approval = 'never', amount_basis = 'net',
    price_tolerance_percent = 0, currency = 'EUR', active = true where tenant_id = $1`;
const freshTables = ['supplier', 'product', 'product_group', 'cost_center', 'department', 'ledger_account'];

/** The shared start of all games in a file. */
export type Prepared = Pick<RequestFixture, 'demo' | 'administrators' | 'callers'>;

export async function prepare(demo: DemoApi): Promise<Prepared> {
  return { demo, administrators: await withSecondAdministrator(demo), callers: await peopleOf(demo) };
}

/** A draft of two lines worth 900 EUR. */
export async function beginRequest(prepared: Prepared, minApproval: number): Promise<RequestFixture> {
  const { demo, callers } = prepared;
  const requester = callers.get('requester') as Caller;
  const { tenantId } = requester.context;
  await demo.db.sql(fresh, [tenantId, minApproval]);
  await demo.db.sql(
    'update lb_user set substitute_id = null, absence_from = null, absence_to = null where tenant_id = $1 and substitute_id is not null',
    [tenantId],
  );
  await demo.db.sql("update lb_user set approval_limit = null where email = 'approver3@demo.test'");
  for (const table of freshTables)
    await demo.db.sql(`update ${table} set active = true where tenant_id = $1 and not active`, [tenantId]);
  const form = await completeForm(requester);
  const lines = (await catalogueLines(requester, 2, '1')).map((line) => ({
    ...line,
    price_netto: '450',
    price_mode: 'net',
  }));
  const { query, variables } = commandCall('save', { head: form, lines });
  const { document } = await requester.get<{ document: Document }>(query, variables);
  const seen = (await look(demo, document.id)) as Seen;
  const clientId = Number(form.client_id);
  const ids = await choices(demo, tenantId, clientId);
  const shared = { ...prepared, tenantId, clientId, ids, minApproval };
  return {
    ...shared,
    documentId: document.id,
    before: seen,
    after: seen,
    round: [],
    makers: new Set([seen.creator_id]),
    caller: null,
  };
}

async function choices(demo: DemoApi, tenantId: number, clientId: number) {
  const tables = ['supplier', 'cost_center', 'department', 'ledger_account', 'client', 'product'];
  const listed = await Promise.all(
    tables.map(async (table) => {
      const rows = await demo.db.sql<{ id: string }>(
        `select id from ${table} where tenant_id = $1 order by id limit 6`,
        [tenantId],
      );
      return [table, rows.map(({ id }) => Number(id))] as const;
    }),
  );
  const groups = await demo.db.sql<{ id: string }>(
    'select id from lb_user where tenant_id = $1 and is_group order by id limit 3',
    [tenantId],
  );
  return { ...Object.fromEntries(listed), group: groups.map(({ id }) => Number(id)), own: [clientId] };
}
