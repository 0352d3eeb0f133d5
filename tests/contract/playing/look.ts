import type { DemoApi } from '../../support/demo-api.ts';
import { todayInSql } from '../../support/today.ts';
import type { Agreed } from './commitment.ts';

/** A contract read directly from the database, with plain values. */
export interface Seen extends Agreed {
  readonly id: number;
  readonly status: string;
  readonly step: string | null;
  readonly holder: string | null;
  /** The person for whom the holder substitutes. */
  readonly for_user_id: number | null;
  readonly creator_id: number;
  readonly responsible_id: number | null;
  readonly version: number;
  readonly today: string;
  readonly supplier_id: number | null;
  readonly client_id: number | null;
  readonly department_id: number | null;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly payment_direction: string | null;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly termination_special_right: string | null;
  readonly notice_sent_on: string | null;
  readonly agreed_end: string | null;
  readonly lines: readonly SeenLine[];
  /** Its documents, as file ids. */
  readonly files: readonly string[];
  readonly signatures: number;
  readonly letters: number;
  readonly last_entry: number;
  /** The number of restarted approvals. */
  readonly again: number;
  /** Stored approvals and versions, the oldest first; the net value of the last record, with its day. */
  readonly records: readonly string[];
  readonly versions: readonly string[];
  readonly recorded: {
    readonly state: string;
    readonly value: number | null;
    readonly on: string | null;
  } | null;
  /** The number of approved files that are missing. */
  readonly lost: number;
  readonly reminders: readonly number[];
  readonly due: readonly number[];
}

export interface SeenLine {
  readonly id: number;
  readonly name: string | null;
  readonly total: number;
  readonly usage_type: string | null;
}

/** Reads the contracts of these ids. */
export async function look({ db }: DemoApi, ids: readonly number[]): Promise<ReadonlyMap<number, Seen>> {
  const rows = await db.sql<{ seen: Seen }>(seenSql, [ids]);
  return new Map(rows.map(({ seen }) => [seen.id, seen]));
}

/** The content columns of a line, without keys and position. */
const ofLine = `to_jsonb(l) - '{tenant_id,contract_id,sort_no,created_at,updated_at}'::text[]`;

const seenSql = `
  select to_jsonb(k) || jsonb_build_object('step', e.type, 'holder', split_part(u.email, '@', 1),
    'for_user_id', e.for_user_id, 'version', t.content_version,
    'today', ${todayInSql},
    'rate', case when k.client_id is null or exists (select from client c where c.id = k.client_id and c.currency = k.currency)
      then 1 else k.exchange_rate end,
    'lines', (select coalesce(json_agg(${ofLine} order by l.sort_no, l.id), '[]')
      from contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id),
    'files', (select coalesce(json_agg(d.file_id order by d.id), '[]') from document_file d
      where d.tenant_id = k.tenant_id and d.contract_id = k.id),
    'letters', (select count(*) from contract_letter l where l.tenant_id = k.tenant_id and l.contract_id = k.id),
    'signatures', x.signatures, 'last_entry', x.last_entry, 'again', x.again,
    'records', r.records, 'recorded', r.recorded, 'lost', r.lost,
    'versions', (select coalesce(json_agg(md5(v::text) order by v.version_no), '[]') from contract_version v
      where v.tenant_id = k.tenant_id and v.contract_id = k.id),
    'reminders', (select coalesce(json_agg(m.id order by m.id), '[]') from contract_reminder m
      where m.tenant_id = k.tenant_id and m.contract_id = k.id),
    'due', (select coalesce(json_agg(m.id order by m.id), '[]') from contract_due_reminder m
      where m.tenant_id = k.tenant_id and m.contract_id = k.id and m.acknowledged_at is null)
  ) as seen
  from contract k
  join timeline t on t.tenant_id = k.tenant_id and t.id = k.timeline_id
  left join timeline_entry e on e.tenant_id = t.tenant_id and e.timeline_id = t.id and e.entry_no = t.current_entry_no
  left join lb_user u on u.tenant_id = e.tenant_id and u.id = e.lb_user_id
  cross join lateral (
    select coalesce(max(n.id), 0) as last_entry, count(*) filter (where n.message_code = 'approval_again') as again,
      count(*) filter (where n.type = 'contract-signing' and n.status = 'approved') as signatures
    from timeline_entry n where n.tenant_id = t.tenant_id and n.timeline_id = t.id
  ) x
  cross join lateral (
    select coalesce(json_agg(md5(n::text) order by n.id), '[]') as records,
      (array_agg(json_build_object('state', n.state, 'value', n.covered -> 'value', 'on', n.covered -> 'value_on')
        order by n.id desc))[1] as recorded,
      count(*) filter (where exists (
        select from jsonb_array_elements(coalesce(n.covered -> 'attachments', '[]')) as named
        where not exists (select from document_file d join file f on f.tenant_id = d.tenant_id and f.id = d.file_id
          where d.tenant_id = k.tenant_id and d.contract_id = k.id and d.file_id::text = named ->> 'file_id'))) as lost
    from approval_record n where n.tenant_id = k.tenant_id and n.contract_id = k.id
  ) r
  where k.id = any ($1) order by k.id`;
