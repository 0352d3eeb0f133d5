import type { DemoApi } from '../../support/demo-api.ts';

/** An export of an invoice, or its reversal. */
export interface Left {
  readonly id: number;
  readonly reverses: number | null;
  readonly gross: number;
  readonly currency: string;
  readonly account: string | null;
  readonly run: number;
  /** Whether its run also exported previously exported invoices. */
  readonly again: boolean;
  readonly withdrawn: boolean;
}

/** An invoice in the database, read without row-level security, with numbers in the company's currency. */
export interface Seen {
  readonly id: number;
  readonly status: string;
  readonly step: string | null;
  readonly holder: string | null;
  readonly holder_id: number | null;
  readonly creator_id: number;
  readonly version: number;
  readonly net: number;
  readonly gross: number;
  readonly due: number;
  readonly currency: string;
  readonly rate: number | null;
  readonly client_id: number | null;
  readonly supplier_id: number | null;
  readonly department_id: number | null;
  readonly procurement_id: number | null;
  readonly corrects_id: number | null;
  readonly centers: readonly string[];
  readonly iban: string | null;
  /** Whether it is paid by transfer. */
  readonly is_transferred: boolean;
  readonly type: string;
  readonly lines: readonly SeenLine[];
  readonly last_entry: number;
  /** The number of restarted approvals. */
  readonly again: number;
  readonly left: readonly Left[];
}

export interface SeenLine {
  readonly id: number;
  readonly net: number;
  readonly tax: number;
  readonly order_line: number | null;
}

/** The invoices of these ids. */
export async function look(demo: DemoApi, ids: readonly number[]): Promise<readonly Seen[]> {
  if (ids.length === 0) return [];
  const rows = await demo.db.sql<{ seen: Seen }>(seenSql, [ids]);
  return rows.map(({ seen }) => seen);
}

const rate = 'case when i.currency = c.currency then 1 else coalesce(i.exchange_rate, 1) end';

const seenSql = `
  select json_build_object('id', i.id, 'status', i.status, 'step', e.type, 'holder', split_part(u.email, '@', 1),
    'holder_id', e.lb_user_id, 'creator_id', i.creator_id, 'version', t.content_version,
    'net', round(i.total_netto * ${rate}, 2), 'gross', round(i.total_brutto * ${rate}, 2),
    'due', round((i.total_brutto - i.prepaid_amount + i.rounding_amount) * ${rate}, 2), 'currency', i.currency,
    'rate', i.exchange_rate, 'client_id', i.client_id, 'supplier_id', i.supplier_id, 'department_id', i.department_id,
    'procurement_id', i.procurement_id, 'corrects_id', i.corrects_invoice_id, 'iban', i.iban,
    'is_transferred', coalesce(i.payment_method, 'BANK_TRANSFER') = 'BANK_TRANSFER' and not i.paid and i.total_brutto >= 0,
    'type', i.document_type, 'centers', coalesce(l.centers, json_build_array(coalesce(i.cost_center_id::text, '-'))),
    'lines', coalesce(l.lines, '[]'), 'last_entry', x.last_entry, 'again', x.again, 'left', coalesce(o.entries, '[]')
  ) as seen
  from invoice i
  join timeline t on t.tenant_id = i.tenant_id and t.id = i.timeline_id
  left join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
  left join timeline_entry e on e.tenant_id = t.tenant_id and e.timeline_id = t.id and e.entry_no = t.current_entry_no
  left join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
  left join lateral (
    select json_agg(distinct coalesce(coalesce(n.cost_center_id, i.cost_center_id)::text, '-')) as centers,
      json_agg(json_build_object('id', n.id, 'net', n.total_netto, 'tax', coalesce(n.tax_percentage, 0),
        'order_line', n.procurement_line_id) order by n.sort_no, n.id) as lines
    from invoice_line n where n.tenant_id = i.tenant_id and n.invoice_id = i.id
  ) l on true
  cross join lateral (
    select coalesce(max(n.id), 0) as last_entry, count(*) filter (where n.message_code = 'approval_again') as again
    from timeline_entry n where n.tenant_id = t.tenant_id and n.timeline_id = t.id
  ) x
  left join lateral (
    select json_agg(json_build_object('id', n.id, 'reverses', n.reverses_entry_id, 'gross', n.gross, 'currency', n.currency,
      'account', n.bookings ->> 'iban', 'run', r.id, 'again', r.includes_exported, 'withdrawn', n.state = 'withdrawn')
      order by n.id) as entries
    from invoice_export_entry n join invoice_export_run r on r.tenant_id = n.tenant_id and r.id = n.invoice_export_run_id
    where n.tenant_id = i.tenant_id and n.invoice_id = i.id and n.state in ('exported', 'withdrawn')
  ) o on true
  where i.id = any ($1) order by i.id`;
